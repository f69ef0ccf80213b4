// SPDX-License-Identifier: BSD-2-Clause
// The routines that encode, decode and free values of the types of XDR (RFC 4506).
#pragma once

#include <rpc/xdr/xdr_stream.hpp>

namespace flat::rpc {

/// Whether a routine succeeded. After a failure the place in the stream is undefined; what was
/// decoded until then is freed by the same routine, as is everything else.
using XdrResult = Result<void, XdrError>;

/// A routine whose type the caller of `xdr_array` knows, not we.
using XdrRoutine = XdrResult (*)(XdrStream& stream, void* value);

/// The bytes that fill four-byte units.
inline constexpr u32 xdr_unit_bytes = 4;

XdrResult xdr_u32(XdrStream& stream, u32& value);
XdrResult xdr_i32(XdrStream& stream, i32& value);
XdrResult xdr_u64(XdrStream& stream, u64& value);
XdrResult xdr_i64(XdrStream& stream, i64& value);
XdrResult xdr_bool(XdrStream& stream, bool& value);

/// Opaque data of fixed length: the bytes, and zeroes up to a multiple of four.
XdrResult xdr_opaque(XdrStream& stream, Span<u8> bytes);

/// Opaque data of variable length, or a string: at most `size_max` bytes. Decoding fills the place
/// that `data` names, which has room for `size_max`, or, if it names none, memory of the stream's
/// allocator. That is freed before the next decoding; a place of the caller's own is never freed.
/// Bytes without a place are invalid when they are to be encoded.
XdrResult xdr_bytes(XdrStream& stream, u8*& data, u32& size, u32 size_max);

/// An array of variable length, of at most `count_max` elements, each of `element_bytes` in memory.
/// Its memory is had like that of `xdr_bytes`.
XdrResult xdr_array(XdrStream& stream, void*& elements, u32& count, u32 count_max,
                    u32 element_bytes, XdrRoutine element);

/// An array of fixed length.
XdrResult xdr_vector(XdrStream& stream, void* elements, u32 count, u32 element_bytes,
                     XdrRoutine element);

/// An enumeration of the values from 0 to `last`.
XdrResult xdr_enumeration(XdrStream& stream, u32& value, u32 last);

/// The same for a type that counts so.
template<Enumeration T>
XdrResult xdr_enumeration(XdrStream& stream, T& value, T last) {
    u32 number = static_cast<u32>(value);
    TRY(xdr_enumeration(stream, number, static_cast<u32>(last)));
    value = static_cast<T>(number);
    return {};
}

/// A routine for values of one type in the form that arrays want.
template<class T, XdrResult (*routine)(XdrStream&, T&)>
XdrResult xdr_element(XdrStream& stream, void* value) {
    return routine(stream, *static_cast<T*>(value));
}

} // namespace flat::rpc
