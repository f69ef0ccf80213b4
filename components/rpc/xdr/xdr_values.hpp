// SPDX-License-Identifier: BSD-2-Clause
// The types of external data that C++ has not, and the routines of what is made of types: what the
// interface compiler writes for `.x` files stands on them.
#pragma once

#include <flat/rpc/xdr_value.hpp>
#include <rpc/xdr/xdr.hpp>

namespace flat::rpc {

/// A string or opaque data of variable length; decoding allocates memory as `xdr_bytes` says.
struct XdrBytes {
    u8* data = nullptr;
    u32 size = 0;
};

/// An array of variable length; its memory is had like that of `XdrBytes`.
template<class T>
struct XdrArray {
    T* values = nullptr;
    u32 count = 0;
};

/// The bits of a number of single and of double precision (RFC 4506, 4.6 and 4.7): kernels do not
/// calculate with such numbers.
struct XdrFloat {
    u32 bits = 0;
};
struct XdrDouble {
    u64 bits = 0;
};

XdrResult xdr_float(XdrStream& stream, XdrFloat& value);
XdrResult xdr_double(XdrStream& stream, XdrDouble& value);

/// Numbers of C that take a whole unit; one that is too large for the type is invalid.
XdrResult xdr_i16(XdrStream& stream, i16& value);
XdrResult xdr_u16(XdrStream& stream, u16& value);
XdrResult xdr_u8(XdrStream& stream, u8& value);

/// A string of any length, as procedures take it.
XdrResult xdr_any_bytes(XdrStream& stream, XdrBytes& value);

/// What a routine returns that has found no value of its type: invalid, unless it frees. What was
/// never decoded is zero, and that may be no value.
XdrResult xdr_no_value(XdrStream const& stream);

/// A value or none. Decoding takes zeroed memory of the stream's allocator if `value` names no
/// place; freeing gives it back.
XdrResult xdr_optional(XdrStream& stream, void*& value, u32 bytes, XdrRoutine routine);

/// The same for a type.
template<class T, XdrResult (*routine)(XdrStream&, T&)>
XdrResult xdr_optional(XdrStream& stream, T*& value) {
    void* place = value;
    XdrResult const result = xdr_optional(stream, place, sizeof(T), xdr_element<T, routine>);
    value = static_cast<T*>(place);
    return result;
}

/// An array of variable length of a type.
template<class T, XdrResult (*routine)(XdrStream&, T&)>
XdrResult xdr_elements(XdrStream& stream, XdrArray<T>& array, u32 count_max) {
    void* elements = array.values;
    XdrResult const result =
        xdr_array(stream, elements, array.count, count_max, sizeof(T), xdr_element<T, routine>);
    array.values = static_cast<T*>(elements);
    return result;
}

/// How the members of a list lie in memory.
struct XdrLink {
    u32 bytes;                             // of one member
    XdrRoutine alone;                      // the routine of one without its link
    void* (*next)(void* member);           // what its link leads to
    void (*set)(void* member, void* next); // lets it lead there
};

/// A list that begins with `first`, however long: one member after the other, in constant stack.
XdrResult xdr_chain(XdrStream& stream, void* first, XdrLink const& link);

/// The same for a type with its link and the routine of all before it.
template<class T, T* T::* next, XdrResult (*alone)(XdrStream&, T&)>
XdrResult xdr_chain(XdrStream& stream, T& first) {
    XdrLink const link{
        sizeof(T), xdr_element<T, alone>,
        [](void* member) -> void* { return static_cast<T*>(member)->*next; },
        [](void* member, void* other) { static_cast<T*>(member)->*next = static_cast<T*>(other); }};
    return xdr_chain(stream, &first, link);
}

/// A level of values in values of one type. There are few, so that no message takes all our stack.
class XdrLevel : NonCopyable {
public:
    explicit XdrLevel(XdrStream& stream) : stream_(stream) { stream_.enter(); }
    ~XdrLevel() { stream_.leave(); }

    /// Too long if it is one too many.
    XdrResult check() const;

private:
    XdrStream& stream_;
};

/// A place for a value, together with the routine of its type.
template<class T, XdrResult (*routine)(XdrStream&, T&)>
class XdrPlace : public XdrValue {
public:
    explicit XdrPlace(T& value) : value_(value) {}
    Result<void, XdrError> transfer(XdrStream& stream) override { return routine(stream, value_); }

private:
    T& value_;
};

} // namespace flat::rpc
