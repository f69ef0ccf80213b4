// SPDX-License-Identifier: BSD-2-Clause
// The routines of what is made of types.
#include <rpc/xdr/xdr_values.hpp>

#include <rpc/xdr/xdr_allocation.hpp>

namespace flat::rpc {

using Operation = XdrStream::Operation;

namespace {

constexpr u32 levels_max = 32;

/// A number of fewer bits than its unit.
template<class T, class Unit>
XdrResult narrow_number(XdrStream& stream, T& value, XdrResult (*routine)(XdrStream&, Unit&)) {
    Unit unit = value;
    TRY(routine(stream, unit));
    if (static_cast<T>(unit) != unit) return xdr_no_value(stream);
    value = static_cast<T>(unit);
    return {};
}

/// Whether there is a value, in external form; to decode it there is memory then.
Result<bool, XdrError> presence(XdrStream& stream, void*& value, u32 bytes) {
    bool is_there = value != nullptr;
    TRY(xdr_bool(stream, is_there));
    if (stream.operation() != Operation::decode) return is_there;
    if (!is_there)
        value = nullptr;
    else if (!value)
        value = TRY(xdr_allocate(stream, bytes));
    return is_there;
}

/// Gives back what a list that begins with `first`, which is the caller's, leads to.
XdrResult free_chain(XdrStream& stream, void* first, XdrLink const& link) {
    TRY(link.alone(stream, first));
    void* each = link.next(first);
    link.set(first, nullptr);
    while (each) {
        TRY(link.alone(stream, each));
        void* const following = link.next(each);
        xdr_give_back(stream, each);
        each = following;
    }
    return {};
}

} // namespace

XdrResult xdr_float(XdrStream& stream, XdrFloat& value) {
    return xdr_u32(stream, value.bits);
}

XdrResult xdr_double(XdrStream& stream, XdrDouble& value) {
    return xdr_u64(stream, value.bits);
}

XdrResult xdr_i16(XdrStream& stream, i16& value) {
    return narrow_number<i16, i32>(stream, value, xdr_i32);
}

XdrResult xdr_u16(XdrStream& stream, u16& value) {
    return narrow_number<u16, u32>(stream, value, xdr_u32);
}

XdrResult xdr_u8(XdrStream& stream, u8& value) {
    return narrow_number<u8, u32>(stream, value, xdr_u32);
}

XdrResult xdr_any_bytes(XdrStream& stream, XdrBytes& value) {
    return xdr_bytes(stream, value.data, value.size, ~u32{0});
}

XdrResult xdr_no_value(XdrStream const& stream) {
    if (stream.operation() == Operation::free) return {};
    return XdrError{XdrError::invalid};
}

XdrResult xdr_optional(XdrStream& stream, void*& value, u32 bytes, XdrRoutine routine) {
    if (!TRY(presence(stream, value, bytes))) return {};
    TRY(routine(stream, value));
    if (stream.operation() == Operation::free) xdr_give_back(stream, exchange(value, nullptr));
    return {};
}

XdrResult xdr_chain(XdrStream& stream, void* first, XdrLink const& link) {
    if (stream.operation() == Operation::free) return free_chain(stream, first, link);
    for (void* each = first;;) {
        TRY(link.alone(stream, each));
        void* following = link.next(each);
        bool const has_more = TRY(presence(stream, following, link.bytes));
        link.set(each, following);
        if (!has_more) return {};
        each = following;
    }
}

XdrResult XdrLevel::check() const {
    bool const is_freed = stream_.operation() == Operation::free; // however deep it is, it goes
    if (stream_.levels() > levels_max && !is_freed) return XdrError{XdrError::too_long};
    return {};
}

} // namespace flat::rpc
