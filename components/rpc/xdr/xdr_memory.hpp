// SPDX-License-Identifier: BSD-2-Clause
// A stream of external data in a buffer.
#pragma once

#include <rpc/xdr/xdr_stream.hpp>

namespace flat::rpc {

/// External data in memory of somebody else: a datagram. Never reads or writes outside of it.
class XdrMemory : public XdrStream {
public:
    XdrMemory(Span<u8> buffer, Operation operation, memory::Allocator* allocator = nullptr)
        : XdrStream(operation, allocator), buffer_(buffer), next_(buffer.data()),
          handy_(buffer.size()) {}

    Result<void, XdrError> put_word(u32 word) override;
    Result<u32, XdrError> get_word() override;
    Result<void, XdrError> put_bytes(Span<u8 const> bytes) override;
    Result<void, XdrError> get_bytes(Span<u8> bytes) override;
    usize position() const override { return buffer_.size() - handy_; }
    Result<void, XdrError> set_position(usize position) override;

    /// Begins anew in another buffer.
    void restart(Span<u8> buffer, Operation operation);

private:
    Span<u8> buffer_;
    u8* next_;    // the next byte of the buffer
    usize handy_; // how many are left
};

} // namespace flat::rpc
