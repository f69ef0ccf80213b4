// SPDX-License-Identifier: BSD-2-Clause
// Timeouts as system calls encode them (L4 X.2, section 3.1).
#pragma once

#include <core/types.hpp>

namespace flat::api {

/// One 16-bit time: a period (mantissa, exponent) or a point on the system clock.
class Timeout {
public:
    constexpr explicit Timeout(u16 raw) : raw_(raw) {}

    constexpr bool is_never() const { return raw_ == 0; }
    constexpr bool is_point() const { return raw_ >> 15 != 0; }

    /// Microseconds from `now_us` on; 0 if it has passed or is the zero period. Not for `never`.
    constexpr u64 delay_us(u64 now_us) const {
        if (!is_point()) return u64{raw_ & 0x3ffu} << (raw_ >> 10 & 0x1f);
        u64 const point = point_us(now_us);
        return point > now_us ? point - now_us : 0;
    }

private:
    /// Points give ten bits of the clock from bit `e` on, and the parity of the bits above.
    constexpr u64 point_us(u64 now_us) const {
        u32 const exponent = raw_ >> 11 & 0xf;
        u64 const parity = raw_ >> 10 & 1;
        u64 upper = now_us >> (exponent + 10);
        if ((upper & 1) != parity) upper += 1;
        return upper << (exponent + 10) | u64{raw_ & 0x3ffu} << exponent;
    }

    u16 raw_;
};

/// The pair that the IPC system call takes.
class Timeouts {
public:
    constexpr explicit Timeouts(u64 raw) : raw_(raw) {}

    constexpr Timeout send() const { return Timeout{static_cast<u16>(raw_ >> 16)}; }
    constexpr Timeout receive() const { return Timeout{static_cast<u16>(raw_)}; }
    constexpr u64 raw() const { return raw_; }

private:
    u64 raw_;
};

} // namespace flat::api
