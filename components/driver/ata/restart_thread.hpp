// SPDX-License-Identifier: BSD-2-Clause
// A thread that starts anew what has halted: hardware takes its time, and interrupts come
// meanwhile.
#pragma once

#include <core/atomic.hpp>
#include <core/top.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <flat/thread/thread_manager.hpp>

namespace flat::driver::ata {

/// Ports or channels have numbers below 32, and are started anew one after the other. Without
/// memory for a thread, or without threads, it is done where it is asked for: in interrupts.
class RestartThread : private thread::Thread::Body, NonCopyable {
public:
    /// Whose hardware it is.
    class Owner {
    public:
        /// Starts anew what has halted, unless there is nothing any more.
        virtual void go_on(u32 number) = 0;

    protected:
        ~Owner() = default;
    };

    explicit RestartThread(Owner& owner) : owner_(owner) {}

    /// Makes the thread; null: there are none.
    void make(thread::ThreadManager* threads) {
        if (!threads) return;
        auto const made = threads->create({});
        threads_ = threads;
        thread_ = made.is_ok() ? narrow_to<thread::Thread>(*made.value()) : nullptr;
        if (thread_) thread_->start(*this);
    }

    /// It does not end in the midst of a reset; what it has not begun is left to the caller.
    void end() {
        if (!thread_) return;
        is_ending_.store(true);
        threads_->notify_all(address_of(this));
        thread_->join();
        thread_->release();
    }

    /// In any context.
    void restart(u32 number) {
        halted_.fetch_or(1u << number);
        if (thread_)
            threads_->notify_all(address_of(this));
        else
            restart_all();
    }

    /// Somebody else starts it anew.
    void forget(u32 number) { halted_.fetch_and(~(1u << number)); }

private:
    void run() override {
        for (;;) {
            u64 const ticket = threads_->ticket();
            if (is_ending_.load()) return;
            restart_all();
            if (!threads_->wait(address_of(this), ticket)) return;
        }
    }

    void restart_all() {
        for (u32 i = 0; i < 32; ++i)
            if (halted_.fetch_and(~(1u << i)) >> i & 1) owner_.go_on(i);
    }

    Owner& owner_;
    thread::ThreadManager* threads_ = nullptr;
    thread::Thread* thread_ = nullptr;
    Atomic<u32> halted_ = 0; // bits: those that are to be started anew
    Atomic<bool> is_ending_ = false;
};

} // namespace flat::driver::ata
