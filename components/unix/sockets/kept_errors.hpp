// SPDX-License-Identifier: BSD-2-Clause
// The errors of datagrams that a socket keeps for its program (ip(7), IP_RECVERR).
#pragma once

#include <core/maybe.hpp>
#include <flat/net/socket_states.hpp>

namespace flat::unix::sockets {

/// A few of them, the oldest first. System calls are preempted: who does several of these at once
/// keeps interrupts away.
class KeptErrors {
public:
    static constexpr u32 errors_max = 8;

    bool is_empty() const { return count_ == 0; }
    bool is_full() const { return count_ == errors_max; }
    net::SocketStates::Failure const& first() const { return errors_[0]; }

    /// Whether there was room.
    bool add(net::SocketStates::Failure const& error) {
        if (is_full()) return false;
        errors_[count_++] = error;
        return true;
    }

    /// Nothing if there is none.
    Maybe<net::SocketStates::Failure> take() {
        if (is_empty()) return nothing;
        auto const oldest = errors_[0];
        --count_;
        for (u32 i = 0; i < count_; ++i)
            errors_[i] = errors_[i + 1];
        return oldest;
    }

    void clear() { count_ = 0; }

private:
    net::SocketStates::Failure errors_[errors_max] = {};
    u32 count_ = 0;
};

} // namespace flat::unix::sockets
