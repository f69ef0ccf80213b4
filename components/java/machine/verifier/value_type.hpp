// SPDX-License-Identifier: BSD-2-Clause
// What a verifier knows of a value in a local variable or on the operand stack
// (JVMS 17, 4.10.1.2).
#pragma once

#include <core/format.hpp>
#include <java/machine/linking/class.hpp>

namespace flat::java {

/// A long or double takes two places; the second one has a kind of its own, so that nothing comes
/// between them.
enum class ValueKind : u8 {
    top, ///< nothing that may be used
    integer,
    float_,
    long_,
    long_second,
    double_,
    double_second,
    null,
    object,             ///< of a class, or an array
    uninitialized,      ///< made by the instruction `new` at a place, not by a constructor yet
    uninitialized_this, ///< in a constructor, before it has called another one
    return_address,     ///< of the subroutine that begins at a place
};

struct ValueType {
    ValueKind kind = ValueKind::top;
    u16 at = 0;                   ///< of an uninitialized value or a return address
    Symbol const* name = nullptr; ///< of an object: its class, or the descriptor of an array

    bool operator==(ValueType const& other) const = default;

    static ValueType object(Symbol const* name) { return {ValueKind::object, 0, name}; }
    bool is(ValueKind wanted) const { return kind == wanted; }
    bool is_wide() const { return is(ValueKind::long_) || is(ValueKind::double_); }
    bool is_second() const { return is(ValueKind::long_second) || is(ValueKind::double_second); }
    bool is_initialized_reference() const { return is(ValueKind::object) || is(ValueKind::null); }
    bool is_reference() const {
        return is_initialized_reference() || is(ValueKind::uninitialized) ||
               is(ValueKind::uninitialized_this);
    }
    bool is_array() const { return is(ValueKind::object) && name->text[0] == '['; }
    ValueType second() const {
        return {is(ValueKind::long_) ? ValueKind::long_second : ValueKind::double_second};
    }
};

/// As HotSpot's messages name types.
inline void put_type(TextSink& sink, ValueType type) {
    constexpr Text names[] = {
        "top",        "integer", "float", "long",           "long_2nd",          "double",
        "double_2nd", "null",    "'",     "uninitialized ", "uninitializedThis", "returnAddress "};
    sink.put(names[static_cast<u8>(type.kind)]);
    if (type.is(ValueKind::object)) {
        sink.put(type.name->text);
        sink.put("'");
    }
    if (type.is(ValueKind::uninitialized) || type.is(ValueKind::return_address))
        format(sink, "{}", type.at);
}

} // namespace flat::java
