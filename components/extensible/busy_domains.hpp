// SPDX-License-Identifier: BSD-2-Clause
// Domains that come and go again and again, beside what another thread does.
#pragma once

#include <core/atomic.hpp>
#include <flat/boot/entry.hpp>
#include <flat/thread/thread.hpp>

namespace flat::extensible {

/// What such a thread runs: in each round all domains are made, call each other, end and are
/// released, until it is told that no further round should begin.
class BusyDomains : public thread::Thread::Body {
public:
    explicit BusyDomains(boot::Entry& round) : round_(round) {}

    void run() override {
        while (!is_last_.load()) {
            round_.run();
            rounds_.fetch_add(1);
        }
    }

    /// How many rounds have ended.
    u64 rounds() const { return rounds_.load(); }

    /// The round that is on is the last one.
    void finish() { is_last_.store(true); }

private:
    boot::Entry& round_;
    Atomic<u64> rounds_ = 0;
    Atomic<bool> is_last_ = false;
};

} // namespace flat::extensible
