// SPDX-License-Identifier: BSD-2-Clause
// How long to wait for an acknowledgement.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::net::tcp {

/// The retransmission time of RFC 6298, in microseconds: smoothed round-trip time and four times
/// its variation, doubled each time that it passes in vain. The least is 200 ms, as most hosts have
/// it, for RFC 6298's second would be felt.
class RoundTripTime {
public:
    static constexpr u64 initial_us = 1'000'000;
    static constexpr u64 least_us = 200'000;
    static constexpr u64 most_us = 60'000'000;

    /// A segment was acknowledged so long after it was sent, which was not sent twice.
    void measured(u64 sample_us) {
        if (!has_sample_) {
            smoothed_us_ = sample_us;
            variation_us_ = sample_us / 2;
            has_sample_ = true;
        } else {
            u64 const error_us =
                sample_us > smoothed_us_ ? sample_us - smoothed_us_ : smoothed_us_ - sample_us;
            variation_us_ = (3 * variation_us_ + error_us) / 4;
            smoothed_us_ = (7 * smoothed_us_ + sample_us) / 8;
        }
        timeout_us_ = clamped(smoothed_us_ + max(4 * variation_us_, 1000));
    }

    /// The time has passed in vain.
    void back_off() { timeout_us_ = clamped(2 * timeout_us_); }

    u64 timeout_us() const { return timeout_us_; }

private:
    static u64 clamped(u64 us) { return min(max(us, least_us), most_us); }

    u64 smoothed_us_ = 0;
    u64 variation_us_ = 0;
    u64 timeout_us_ = initial_us;
    bool has_sample_ = false;
};

} // namespace flat::net::tcp
