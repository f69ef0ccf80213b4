// SPDX-License-Identifier: BSD-2-Clause
// Three threads that pass a token round, then one that never yields and sees whether others run.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <demo/threads/thread_ring.flat.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo::threads {

/// Shows waiting, notifying, joining and preemption. What it writes does not depend on time: the
/// order of the turns is fixed, and whether a thread is preempted is up to the scheduler alone.
class ThreadRing : public ThreadRingComponent, NonCopyable {
public:
    using ThreadRingComponent::ThreadRingComponent;

    void run() override;

private:
    static constexpr u32 members = 3;

    /// One of the threads.
    class Member : public thread::Thread::Body {
    public:
        void join_ring(ThreadRing& ring, u32 number) {
            ring_ = &ring;
            number_ = number;
        }
        void run() override;

    private:
        ThreadRing* ring_ = nullptr;
        u32 number_ = 0;
    };

    void pass_token(u32 member);
    void spin();
    void wait_for_turn(u32 turn);

    Member members_[members];
    Atomic<u32> turn_ =
        0; // counts up; the member whose number it is modulo `members` has the token
    Atomic<u32> finished_ = 0;
    bool is_preempted_ = false;
};

} // namespace flat::demo::threads
