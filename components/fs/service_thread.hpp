// SPDX-License-Identifier: BSD-2-Clause
// Threads that do what others leave to them.
#pragma once

#include <core/atomic.hpp>
#include <core/top.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <flat/thread/thread_manager.hpp>
#include <fs/outcome.hpp>

namespace flat::fs {

/// Serves, as long as it may wait, whenever it was woken.
class ServiceThread : NonCopyable {
public:
    explicit ServiceThread(thread::ThreadManager& threads) : threads_(threads), body_(*this) {}

    /// Makes the thread, if there is none yet; or as many as there is memory for up to `count`,
    /// which serve at once, but one at least.
    Outcome<void> start(u32 count = 1) {
        while (count_.load() < count) {
            count_.fetch_add(1);
            if (make_thread()) continue;
            count_.fetch_subtract(1);
            break;
        }
        return count_.load() != 0 ? Outcome<void>() : FsError{FsError::Code::out_of_memory};
    }

    /// There is something to do for one of them. In any context.
    void wake() { threads_.notify(address_of(this)); }

protected:
    ~ServiceThread() = default;

private:
    /// What the thread does, as long as it may wait.
    class Body final : public thread::Thread::Body {
    public:
        explicit Body(ServiceThread& of) : of_(of) {}
        void run() override {
            for (;;) {
                u64 const ticket = of_.threads_.ticket();
                of_.serve();
                if (!of_.threads_.wait(address_of(&of_), ticket)) return;
            }
        }

    private:
        ServiceThread& of_;
    };

    bool make_thread() {
        auto const made = threads_.create({});
        auto* const thread = made.is_ok() ? narrow_to<thread::Thread>(*made.value()) : nullptr;
        if (thread) thread->start(body_);
        return thread != nullptr;
    }

    /// Does all that is to be done now.
    virtual void serve() = 0;

    thread::ThreadManager& threads_;
    Body body_;
    Atomic<u32> count_ = 0;
};

} // namespace flat::fs
