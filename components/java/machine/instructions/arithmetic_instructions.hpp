// SPDX-License-Identifier: BSD-2-Clause
// Arithmetic, conversions, comparisons (JVMS 17, 6.5).
#pragma once

#include <java/machine/instructions/operand.hpp>
#include <java/machine/numbers/binary_float.hpp>

namespace flat::java::instruction {

template<auto operation>
Next int_binary(Run&, u8 const* pc, Slot* sp) {
    sp[-2] = static_cast<u32>(operation(static_cast<u32>(sp[-2]), static_cast<u32>(sp[-1])));
    return {pc + 1, sp - 1};
}
template<auto operation>
Next long_binary(Run&, u8 const* pc, Slot* sp) {
    put_long(sp - 4, operation(get_long(sp - 4), get_long(sp - 2)));
    return {pc + 1, sp - 2};
}
/// A shift, whose distance is an int.
template<auto operation>
Next long_shift(Run&, u8 const* pc, Slot* sp) {
    put_long(sp - 3, operation(get_long(sp - 3), static_cast<u32>(sp[-1]) & 63));
    return {pc + 1, sp - 1};
}
template<auto operation>
Next int_unary(Run&, u8 const* pc, Slot* sp) {
    sp[-1] = static_cast<u32>(operation(static_cast<u32>(sp[-1])));
    return {pc + 1, sp};
}
template<auto operation>
Next long_unary(Run&, u8 const* pc, Slot* sp) {
    put_long(sp - 2, operation(get_long(sp - 2)));
    return {pc + 1, sp};
}
template<auto operation>
Next widening(Run&, u8 const* pc, Slot* sp) {
    put_long(sp - 1, operation(static_cast<u32>(sp[-1])));
    return {pc + 1, sp + 1};
}
template<auto operation>
Next narrowing(Run&, u8 const* pc, Slot* sp) {
    sp[-2] = static_cast<u32>(operation(get_long(sp - 2)));
    return {pc + 1, sp - 1};
}

/// Division: by zero it throws; of the least by -1 it is the least, and nothing
/// is left.
template<bool is_remainder>
Next int_divide(Run& run, u8 const* pc, Slot* sp) {
    i64 const by = as_int(sp[-1]);
    if (by == 0) return run.raise_at(pc, sp, "java/lang/ArithmeticException", "/ by zero");
    i64 const value = as_int(sp[-2]);
    sp[-2] = static_cast<u32>(is_remainder ? value % by : value / by);
    return {pc + 1, sp - 1};
}
template<bool is_remainder>
Next long_divide(Run& run, u8 const* pc, Slot* sp) {
    auto const by = static_cast<i64>(get_long(sp - 2));
    if (by == 0) return run.raise_at(pc, sp, "java/lang/ArithmeticException", "/ by zero");
    auto const value = static_cast<i64>(get_long(sp - 4));
    u64 result = is_remainder ? 0 : u64{0} - static_cast<u64>(value);
    if (by != -1) result = static_cast<u64>(is_remainder ? value % by : value / by);
    put_long(sp - 4, result);
    return {pc + 1, sp - 2};
}

inline Next lcmp(Run&, u8 const* pc, Slot* sp) {
    auto const a = static_cast<i64>(get_long(sp - 4));
    auto const b = static_cast<i64>(get_long(sp - 2));
    sp[-4] = from_int(a < b ? -1 : a > b ? 1 : 0);
    return {pc + 1, sp - 3};
}
template<i32 unordered>
Next float_compare(Run&, u8 const* pc, Slot* sp) {
    i32 const order =
        Binary32::compare(static_cast<u32>(sp[-2]), static_cast<u32>(sp[-1]), unordered);
    sp[-2] = from_int(order);
    return {pc + 1, sp - 1};
}
template<i32 unordered>
Next double_compare(Run&, u8 const* pc, Slot* sp) {
    sp[-4] = from_int(Binary64::compare(get_long(sp - 4), get_long(sp - 2), unordered));
    return {pc + 1, sp - 3};
}

constexpr i64 int_least = -0x80000000ll;
constexpr i64 int_most = 0x7fffffff;
constexpr i64 long_most = 0x7fffffffffffffff;
constexpr i64 long_least = -long_most - 1;

} // namespace flat::java::instruction
