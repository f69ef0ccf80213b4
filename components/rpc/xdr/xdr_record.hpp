// SPDX-License-Identifier: BSD-2-Clause
// A stream of external data in records on a connection.
#pragma once

#include <rpc/xdr/xdr_stream.hpp>

namespace flat::rpc {

/// The connection under a record stream. A failure is `broken`, and the end of both.
class RecordPipe {
public:
    /// Receives bytes, one at least; how many. Blocks until there are some.
    virtual Result<usize, XdrError> read(Span<u8> bytes) = 0;

    /// Sends all bytes.
    virtual Result<void, XdrError> write(Span<u8 const> bytes) = 0;

protected:
    ~RecordPipe() = default;
};

/// Messages on a connection are records, which are sent in fragments with headers of four bytes:
/// their size, and whether they are the last (RFC 5531, section 11). One stream has both
/// directions: records are written while others are read.
class XdrRecord : public XdrStream {
public:
    static constexpr usize header_bytes = 4;

    /// Fragments are sent from `out`, header included; what is received lies in `in`. A record that
    /// is received has at most `record_bytes_max` bytes.
    XdrRecord(Span<u8> out, Span<u8> in, u32 record_bytes_max, RecordPipe& pipe,
              memory::Allocator* allocator)
        : XdrStream(Operation::encode, allocator), pipe_(pipe), out_(out), in_(in),
          record_bytes_max_(record_bytes_max) {}

    Result<void, XdrError> put_word(u32 word) override;
    Result<u32, XdrError> get_word() override;
    Result<void, XdrError> put_bytes(Span<u8 const> bytes) override;
    Result<void, XdrError> get_bytes(Span<u8> bytes) override;
    usize position() const override;

    /// Records only go forwards.
    Result<void, XdrError> set_position(usize position) override;

    /// Sends the record that was written, and begins another one.
    Result<void, XdrError> end_record();

    /// Forgets the record that was being written; false if a part of it was sent already.
    bool discard_record();

    /// Leaves what is left of the record that was read; the next thing read begins another one.
    Result<void, XdrError> skip_record();

    /// Whether the connection failed, or does not carry records.
    bool is_broken() const { return is_broken_; }

    /// Begins anew on another connection.
    void restart();

    /// Whether something after the last thing read has been received already.
    bool has_input() const { return in_next_ < in_end_; }

private:
    Result<void, XdrError> flush(bool is_last);
    Result<void, XdrError> begin_fragment();
    Result<void, XdrError> take(u8* to, usize bytes);
    XdrError broken();

    RecordPipe& pipe_;
    Span<u8> out_;
    usize out_next_ = header_bytes; // after what was written to the fragment
    usize sent_bytes_ = 0;          // of the record, in fragments before this one
    Span<u8> in_;
    usize in_next_ = 0, in_end_ = 0; // what was received and not yet read
    u32 record_bytes_max_;
    u32 record_bytes_ = 0;   // of the record that is read, as far as its fragments are known
    u32 fragment_bytes_ = 0; // still to be read of the fragment
    bool is_last_ = false;   // the fragment is the last of its record
    bool is_broken_ = false;
};

} // namespace flat::rpc
