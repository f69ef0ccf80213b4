// SPDX-License-Identifier: BSD-2-Clause
// How much may be on its way.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::net::tcp {

/// Slow start, congestion avoidance (RFC 5681) and fast recovery (RFC 6582, NewReno): the window of
/// a sender, in bytes.
class Congestion {
public:
    void start(u32 mss) {
        mss_ = mss;
        window_ = min(10 * mss, max(2 * mss, 14600)); // RFC 6928
        threshold_ = ~u32(0);
    }

    /// Segments have become smaller.
    void set_mss(u32 mss) { mss_ = mss; }

    u32 window() const { return window_; }
    bool is_recovering() const { return is_recovering_; }

    /// So many bytes were acknowledged for the first time, none of them in recovery.
    void acknowledged(u32 bytes) {
        u32 const growth = window_ < threshold_ ? min(bytes, mss_) : max(mss_ * mss_ / window_, 1);
        window_ = min(window_ + growth, window_max);
    }

    /// A segment is lost, as three repeated acknowledgements say: it is sent again.
    void lost(u32 in_flight) {
        threshold_ = max(in_flight / 2, 2 * mss_);
        window_ = threshold_ + 3 * mss_;
        is_recovering_ = true;
    }

    /// One more repeated acknowledgement: a segment has left the network.
    void repeated() { window_ = min(window_ + mss_, window_max); }

    /// In recovery so many bytes were acknowledged, but not all that were lost.
    void partly_recovered(u32 bytes) {
        window_ = window_ > bytes ? window_ - bytes : 0;
        window_ = max(window_ + mss_, mss_);
    }

    void recovered(u32 in_flight) {
        window_ = min(threshold_, max(in_flight, mss_) + mss_);
        is_recovering_ = false;
    }

    /// The retransmission time has passed.
    void timed_out(u32 in_flight) {
        threshold_ = max(in_flight / 2, 2 * mss_);
        window_ = mss_;
        is_recovering_ = false;
    }

private:
    static constexpr u32 window_max = 1 << 24;

    u32 mss_ = 536;
    u32 window_ = 0;
    u32 threshold_ = 0;
    bool is_recovering_ = false;
};

} // namespace flat::net::tcp
