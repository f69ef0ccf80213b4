// SPDX-License-Identifier: BSD-2-Clause
// Signals that wait until a thread of their program returns to user mode.
#pragma once

#include <core/types.hpp>

namespace flat::machine {

/// Where an entry is among the upcalls, in bytes, and its words.
struct Signal {
    u64 entry = 0;
    u64 words[3] = {};
};

/// In the order in which they were sent; what comes when it is full is lost. Used with interrupts
/// disabled.
class SignalQueue {
public:
    static constexpr u32 signals_max = 8;

    bool is_empty() const { return count_ == 0; }

    void push(Signal const& signal) {
        if (count_ < signals_max) signals_[(first_ + count_++) % places] = signal;
    }

    /// Of one that was sent before all others, and was to go another way; the last one is lost when
    /// there is no room for both.
    void push_front(Signal const& signal) {
        first_ = (first_ + places - 1) % places;
        signals_[first_] = signal;
        if (count_ < places) ++count_;
    }

    Signal const& front() const { return signals_[first_]; }

    void pop() {
        first_ = (first_ + 1) % places;
        --count_;
    }

private:
    static constexpr u32 places = signals_max + 1; ///< One more for `push_front`.

    Signal signals_[places];
    u32 first_ = 0;
    u32 count_ = 0;
};

} // namespace flat::machine
