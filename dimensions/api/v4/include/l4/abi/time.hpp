// SPDX-License-Identifier: BSD-2-Clause
// Times of L4 X.2 (reference manual, section 3.1) and the pair of timeouts of an IPC.
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// A length of time in 16 bits: mantissa (10 bits) times two to the exponent (5 bits), in
/// microseconds; or, with the top bit set, a point on the system clock: ten bits of it from bit e
/// on, the parity of the bits above, and e in four bits.
class Time {
public:
    /// Longer than anything.
    static constexpr Time never() { return Time{0}; }

    static constexpr Time zero() { return Time{1 << exponent_shift}; }

    /// The longest time that can be written and is not above `us`; `never` from 2^41 on.
    static constexpr Time microseconds(u64 us) {
        if (us == 0) return zero();
        u64 exponent = 0;
        for (; us > mantissa_mask; us >>= 1)
            ++exponent;
        return exponent > 31 ? never() : Time{static_cast<u16>(exponent << exponent_shift | us)};
    }

    static constexpr Time milliseconds(u64 ms) { return microseconds(ms * 1000); }

    constexpr explicit Time(u16 raw) : raw_(raw) {}

    constexpr u16 raw() const { return raw_; }

    constexpr bool is_never() const { return raw_ == 0; }
    constexpr bool is_point() const { return raw_ >> 15 != 0; }
    constexpr bool is_period() const { return !is_never() && !is_point(); }

    /// The length; meaningless for `never` and for points.
    constexpr u64 in_microseconds() const {
        return u64{static_cast<u16>(raw_ & mantissa_mask)} << (raw_ >> exponent_shift & 0x1f);
    }

    /// Microseconds from `now_us` on; 0 if it has passed or is the zero period. Not for `never`.
    constexpr u64 delay_us(u64 now_us) const {
        if (!is_point()) return in_microseconds();
        u64 const point = point_us(now_us);
        return point > now_us ? point - now_us : 0;
    }

    constexpr bool operator==(Time const&) const = default;

private:
    static constexpr int exponent_shift = 10;
    static constexpr u16 mantissa_mask = 0x3ff;

    /// The next time at which the clock has these bits, or the last one if their part is current.
    constexpr u64 point_us(u64 now_us) const {
        u32 const exponent = raw_ >> 11 & 0xf;
        u64 const parity = raw_ >> 10 & 1;
        u64 upper = now_us >> (exponent + 10);
        if ((upper & 1) != parity) upper += 1;
        return upper << (exponent + 10) | u64{raw_ & 0x3ffu} << exponent;
    }

    u16 raw_;
};

/// The one of two times that ends first.
constexpr Time shorter(Time a, Time b, u64 now_us) {
    if (a.is_never()) return b;
    if (b.is_never()) return a;
    return a.delay_us(now_us) < b.delay_us(now_us) ? a : b;
}

/// How long the two phases of an IPC may wait for the partner.
class Timeouts {
public:
    /// For ever.
    constexpr Timeouts() = default;
    constexpr Timeouts(Time send, Time receive) : raw_(Word{send.raw()} << 16 | receive.raw()) {}
    /// What a register says.
    constexpr explicit Timeouts(Word raw) : raw_(raw) {}

    constexpr Time send() const { return Time{static_cast<u16>(raw_ >> 16)}; }
    constexpr Time receive() const { return Time{static_cast<u16>(raw_)}; }
    constexpr Word raw() const { return raw_; }

private:
    Word raw_ = 0;
};

} // namespace l4
