// SPDX-License-Identifier: BSD-2-Clause
// Relative times of L4 X.2 (reference manual, section 3.1) and the pair of time-outs of an IPC.
#pragma once

#include <l4/types.hpp>

namespace l4 {

/// A length of time in 16 bits: mantissa (10 bits) times two to the exponent (5 bits), in
/// microseconds. Points in time, whose top bit is set, are not offered.
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

    static constexpr Time from_raw(u16 raw) { return Time{raw}; }

    constexpr u16 raw() const { return raw_; }

    /// The length; meaningless for `never`.
    constexpr u64 in_microseconds() const {
        return u64{static_cast<u16>(raw_ & mantissa_mask)} << (raw_ >> exponent_shift & 0x1f);
    }

    friend constexpr bool operator==(Time, Time) = default;

private:
    static constexpr int exponent_shift = 10;
    static constexpr u16 mantissa_mask = 0x3ff;

    constexpr explicit Time(u16 raw) : raw_(raw) {}

    u16 raw_;
};

/// How long the two phases of an IPC may wait for the partner.
struct Timeouts {
    Time send = Time::never();
    Time receive = Time::never();

    constexpr Word raw() const { return Word{send.raw()} << 16 | receive.raw(); }
};

} // namespace l4
