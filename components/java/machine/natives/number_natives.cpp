// SPDX-License-Identifier: BSD-2-Clause
// Native methods of numbers, and of what the machine is asked about itself.
#include <java/machine/natives/natives.hpp>
#include <java/machine/numbers/binary_float.hpp>
#include <java/machine/numbers/logarithm.hpp>
#include <java/machine/numbers/trigonometry.hpp>

namespace flat::java {

namespace native_of_number {

namespace {

using native::no;

void same_int(Call& call) {
    call.run.result[0] = call.slots()[0];
}
void same_long(Call& call) {
    call.give_long(call.long_(0));
}

/// A root, bit by bit; its last bit stands for what is lost (Warren, Hacker's
/// Delight, 11-1).
void square_root(Call& call) {
    u64 const a = call.long_(0);
    if (Binary64::is_nan(a) || Binary64::is_zero(a)) return call.give_long(a);
    if ((a & Binary64::sign_bit) != 0) return call.give_long(Binary64::nan);
    if (Binary64::is_infinite(a)) return call.give_long(a);
    auto const parts = Binary64::parts(a);
    i32 const up = __builtin_clzll(parts.significand);
    i32 exponent = parts.exponent - up - 64;
    auto value = static_cast<unsigned __int128>(parts.significand << up) << 64;
    if (exponent % 2 != 0) {
        value >>= 1;
        ++exponent;
    }
    u64 root = 0;
    for (u64 bit = u64{1} << 63; bit != 0; bit >>= 1) {
        u64 const tried = root | bit;
        if (static_cast<unsigned __int128>(tried) * tried <= value) root = tried;
    }
    bool const is_exact = static_cast<unsigned __int128>(root) * root == value;
    call.give_long(Binary64::make(false, exponent / 2, root | (is_exact ? 0 : 1)));
}

template<u64 (*function)(u64)>
void function_of(Call& call) {
    call.give_long(function(call.long_(0)));
}

constexpr NativeEntry entries[] = {
    {"java/lang/Float", "floatToRawIntBits", {}, same_int},
    {"java/lang/Float", "intBitsToFloat", {}, same_int},
    {"java/lang/Double", "doubleToRawLongBits", {}, same_long},
    {"java/lang/Double", "longBitsToDouble", {}, same_long},
    {"java/lang/StrictMath", "sqrt", {}, square_root},
    {"java/lang/StrictMath", "log", {}, function_of<logarithm>},
    {"java/lang/StrictMath", "sin", {}, function_of<sine>},
    {"java/lang/StrictMath", "cos", {}, function_of<cosine>},
    {"java/lang/StrictMath", "tan", {}, function_of<tangent>},
    {"java/lang/StringUTF16", "isBigEndian", {}, no},
};

} // namespace

} // namespace native_of_number

Span<NativeEntry const> number_natives() {
    return native_of_number::entries;
}

} // namespace flat::java
