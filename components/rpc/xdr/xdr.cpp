// SPDX-License-Identifier: BSD-2-Clause
// The routines that encode, decode and free values of the types of XDR (RFC 4506, section 4).
#include <rpc/xdr/xdr.hpp>

#include <core/memory.hpp>
#include <rpc/xdr/xdr_allocation.hpp>

namespace flat::rpc {

using Operation = XdrStream::Operation;

namespace {

constexpr usize allocation_alignment = 16; // whatever the elements are

u32 padding_of(u32 size) {
    return (xdr_unit_bytes - size % xdr_unit_bytes) % xdr_unit_bytes;
}

/// The number of elements before them; one that is not allowed is not stored.
XdrResult xdr_count(XdrStream& stream, u32& count, u32 count_max) {
    u32 number = count;
    TRY(xdr_u32(stream, number));
    if (number > count_max) return XdrError{XdrError::too_long};
    count = number;
    return {};
}

} // namespace

Result<void*, XdrError> xdr_allocate(XdrStream& stream, usize bytes) {
    memory::Allocator* const allocator = stream.allocator();
    if (!allocator) return XdrError{XdrError::out_of_memory};
    auto const piece = allocator->allocate(bytes, allocation_alignment);
    if (piece.is_error()) return XdrError{XdrError::out_of_memory};
    auto* const memory = pointer_to<void>(piece.value());
    memset(memory, 0, bytes);
    return memory;
}

void xdr_give_back(XdrStream& stream, void* memory) {
    if (memory && stream.allocator()) stream.allocator()->free(address_of(memory));
}

XdrResult xdr_u32(XdrStream& stream, u32& value) {
    switch (stream.operation()) {
    case Operation::encode:
        return stream.put_word(value);
    case Operation::decode:
        value = TRY(stream.get_word());
        return {};
    case Operation::free:
        return {};
    }
    return XdrError{XdrError::invalid};
}

XdrResult xdr_i32(XdrStream& stream, i32& value) {
    switch (stream.operation()) {
    case Operation::encode:
        return stream.put_word(static_cast<u32>(value));
    case Operation::decode:
        value = static_cast<i32>(TRY(stream.get_word()));
        return {};
    case Operation::free:
        return {};
    }
    return XdrError{XdrError::invalid};
}

XdrResult xdr_u64(XdrStream& stream, u64& value) {
    u32 high = static_cast<u32>(value >> 32);
    u32 low = static_cast<u32>(value);
    TRY(xdr_u32(stream, high));
    TRY(xdr_u32(stream, low));
    value = u64{high} << 32 | low;
    return {};
}

XdrResult xdr_i64(XdrStream& stream, i64& value) {
    u64 bits = static_cast<u64>(value);
    TRY(xdr_u64(stream, bits));
    value = static_cast<i64>(bits);
    return {};
}

XdrResult xdr_bool(XdrStream& stream, bool& value) {
    u32 number = value;
    TRY(xdr_enumeration(stream, number, 1));
    value = number != 0;
    return {};
}

XdrResult xdr_enumeration(XdrStream& stream, u32& value, u32 last) {
    TRY(xdr_u32(stream, value));
    if (value > last) return XdrError{XdrError::invalid};
    return {};
}

XdrResult xdr_opaque(XdrStream& stream, Span<u8> bytes) {
    u8 padding[xdr_unit_bytes] = {};
    Span<u8> const rest(padding, padding_of(static_cast<u32>(bytes.size())));
    switch (stream.operation()) {
    case Operation::encode:
        TRY(stream.put_bytes(bytes));
        return stream.put_bytes(rest);
    case Operation::decode:
        TRY(stream.get_bytes(bytes));
        return stream.get_bytes(rest);
    case Operation::free:
        return {};
    }
    return XdrError{XdrError::invalid};
}

XdrResult xdr_bytes(XdrStream& stream, u8*& data, u32& size, u32 size_max) {
    TRY(xdr_count(stream, size, size_max));
    if (stream.operation() == Operation::free) {
        xdr_give_back(stream, exchange(data, nullptr));
        return {};
    }
    if (size > 0 && !data) {
        if (stream.operation() == Operation::encode) return XdrError{XdrError::invalid};
        data = static_cast<u8*>(TRY(xdr_allocate(stream, size)));
    }
    return xdr_opaque(stream, Span<u8>(data, size));
}

XdrResult xdr_array(XdrStream& stream, void*& elements, u32& count, u32 count_max,
                    u32 element_bytes, XdrRoutine element) {
    TRY(xdr_count(stream, count, count_max));
    if (!elements) {
        if (count == 0 || stream.operation() == Operation::free) return {};
        if (stream.operation() == Operation::encode) return XdrError{XdrError::invalid};
        elements = TRY(xdr_allocate(stream, usize{count} * element_bytes));
    }
    TRY(xdr_vector(stream, elements, count, element_bytes, element));
    if (stream.operation() == Operation::free) xdr_give_back(stream, exchange(elements, nullptr));
    return {};
}

XdrResult xdr_vector(XdrStream& stream, void* elements, u32 count, u32 element_bytes,
                     XdrRoutine element) {
    u8* each = static_cast<u8*>(elements);
    for (u32 index = 0; index < count; ++index) {
        TRY(element(stream, each));
        each += element_bytes;
    }
    return {};
}

} // namespace flat::rpc
