// SPDX-License-Identifier: BSD-2-Clause
// Three threads that pass a token round, then one that never yields and sees whether others run.
#include <demo/threads/thread_ring.hpp>

#include <core/say.hpp>
#include <demo/start.hpp>

namespace flat::demo::threads {

namespace {

/// How long a thread looks whether others have run before it believes that they cannot: many time
/// slices by the clock, and many by its own work, should the machine be busy with something else.
constexpr u64 spin_ns = 250'000'000;
constexpr u32 spins_min = 50'000'000;

} // namespace

void ThreadRing::run() {
    thread::Thread* started[members];
    for (u32 i = 0; i < members; ++i) {
        members_[i].join_ring(*this, i);
        started[i] = &start(*threads, members_[i]);
    }
    for (thread::Thread* const each : started) {
        each->join();
        each->release();
    }
    say(*log, "{} threads passed the token {} times", members, turn_.load());
    say(*log, "a thread that never yields is preempted: {}", is_preempted_ ? "yes" : "no");
}

void ThreadRing::Member::run() {
    ring_->pass_token(number_);
    if (number_ == 0) ring_->spin();
    ring_->finished_.fetch_add(1);
}

/// Takes every turn that is this member's.
void ThreadRing::pass_token(u32 member) {
    for (u32 turn = member; turn < rounds * members; turn += members) {
        wait_for_turn(turn);
        say(*log, "thread {} has the token, round {}", member, turn / members + 1);
        turn_.store(turn + 1);
        threads->notify_all(address_of(&turn_));
    }
}

/// Spins until another thread has finished, which it cannot unless this one is preempted.
void ThreadRing::spin() {
    u64 const end_ns = timer->now_ns() + spin_ns;
    for (u32 spins = 0; !is_preempted_; ++spins) {
        if (spins >= spins_min && timer->now_ns() >= end_ns) return;
        is_preempted_ = finished_.load(MemoryOrder::relaxed) > 0;
    }
}

void ThreadRing::wait_for_turn(u32 turn) {
    for (;;) {
        u64 const ticket = threads->ticket();
        if (turn_.load() == turn) return;
        threads->wait(address_of(&turn_), ticket);
    }
}

} // namespace flat::demo::threads
