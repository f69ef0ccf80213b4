// SPDX-License-Identifier: BSD-2-Clause
// A stream of external data: what it does with values, and its table of operations.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/rpc/xdr_error.hpp>

namespace flat {

/// Where values are in their external form (RFC 4506). One routine for each type (xdr.hpp) serves
/// all operations and all kinds of streams: it asks for the operation and calls the stream's
/// virtual functions. The layering is that of Sun's RPC.
class XdrStream : NonCopyable {
public:
    /// What is done with a value: written, read, or what reading it allocated is given back.
    enum class Operation : u8 { encode, decode, free };

    Operation operation() const { return operation_; }
    void set_operation(Operation operation) { operation_ = operation; }

    /// Where decoding takes memory that the receiver of a value does not bring along; may be null.
    memory::Allocator* allocator() const { return allocator_; }

    virtual Result<void, rpc::XdrError> put_word(u32 word) = 0;
    virtual Result<u32, rpc::XdrError> get_word() = 0;

    /// Bytes as they are: the caller pads them.
    virtual Result<void, rpc::XdrError> put_bytes(Span<u8 const> bytes) = 0;
    virtual Result<void, rpc::XdrError> get_bytes(Span<u8> bytes) = 0;

    /// How many bytes of the present message lie before this place.
    virtual usize position() const = 0;

    /// Goes on from another place, if the stream can.
    virtual Result<void, rpc::XdrError> set_position(usize position) = 0;

    /// How many values of recursive types the present one lies in; routines enter and leave them.
    u32 levels() const { return levels_; }
    void enter() { ++levels_; }
    void leave() { --levels_; }

protected:
    XdrStream(Operation operation, memory::Allocator* allocator)
        : operation_(operation), allocator_(allocator) {}
    ~XdrStream() = default;

private:
    Operation operation_;
    u32 levels_ = 0;
    memory::Allocator* allocator_;
};

} // namespace flat
