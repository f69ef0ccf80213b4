// SPDX-License-Identifier: BSD-2-Clause
// A lock that is held while its thread waits for something else: for a disk, for example.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat {

/// A thread that finds it taken waits for its turn, and its holder may block. Not recursive: a
/// holder that takes it again waits for ever. Interrupt handlers must not take it, as they cannot
/// wait.
class WaitingLock : NonCopyable {
public:
    explicit WaitingLock(thread::ThreadManager& threads) : threads_(threads) {}

    /// Has the lock as long as it lives.
    class Guard : NonCopyable {
    public:
        explicit Guard(WaitingLock& lock) : lock_(lock) { lock_.take(); }
        ~Guard() { lock_.give(); }

    private:
        WaitingLock& lock_;
    };

private:
    void take() {
        if (!is_taken_.exchange(true)) return;
        waiting_.fetch_add(1); // before trying again: a holder that releases it then notifies
        for (;;) {
            u64 const ticket = threads_.ticket();
            if (!is_taken_.exchange(true)) break;
            // A thread that must not wait yields instead: the lock is released in time.
            if (!threads_.wait(address_of(this), ticket)) threads_.yield();
        }
        waiting_.fetch_subtract(1);
    }

    void give() {
        is_taken_.store(false);
        if (waiting_.load() == 0) return;
        threads_.notify_all(address_of(this));
        threads_.yield(); // its turn, also where nobody takes the processor away
    }

    thread::ThreadManager& threads_;
    Atomic<bool> is_taken_ = false;
    Atomic<u32> waiting_ = 0;
};

} // namespace flat
