// SPDX-License-Identifier: BSD-2-Clause
// A thread that does what others leave to it.
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

    /// Makes the thread, if there is none yet.
    Outcome<void> start() {
        if (has_thread_.exchange(true)) return {};
        auto const made = threads_.create({});
        auto* const thread = made.is_ok() ? narrow_to<thread::Thread>(*made.value()) : nullptr;
        if (thread)
            thread->start(body_);
        else
            has_thread_.store(false);
        return thread ? Outcome<void>() : FsError{FsError::Code::out_of_memory};
    }

    /// There is something to do. In any context.
    void wake() { threads_.notify_all(address_of(this)); }

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

    /// Does all that is to be done now.
    virtual void serve() = 0;

    thread::ThreadManager& threads_;
    Body body_;
    Atomic<bool> has_thread_ = false;
};

} // namespace flat::fs
