// SPDX-License-Identifier: BSD-2-Clause
// Threads win the processor by lot, each with as many tickets as it is urgent.
#pragma once

#include <core/utility.hpp>
#include <thread/lottery.flat.hpp>

namespace flat::thread {

/// A lottery (Waldspurger and Weihl 1994): the winner runs for `slice` ticks, and a thread of
/// priority p has p + 1 tickets, so that over time each gets the share that its priority is of all.
/// Draws are of a generator that begins with `seed`. Nothing is kept in the control block, so that
/// this scheduler can be loaded into a kernel that does not know it; a draw takes time in
/// proportion to the threads that are queued. Callers disable interrupts. Panics when there is no
/// memory for one thread more.
class Lottery : public LotteryComponent, NonCopyable {
public:
    Lottery(Ports const& ports, Attributes const& attributes);
    ~Lottery();

    void ready(Tcb& thread) override;
    void remove(Tcb& thread) override;
    Tcb* next() override;
    void yield(Tcb& thread) override;
    bool tick(Tcb& running) override;
    bool preempts(Tcb& candidate, Tcb& running) override;

private:
    struct Entry {
        Tcb* thread;
    };

    u64 tickets(Tcb& thread) { return u64{facts->priority(thread)} + 1; }
    u64 drop_blocked();
    Tcb* draw(u64 tickets_count);
    u64 random();
    void grow();

    Entry* queue_ = nullptr;
    usize size_ = 0;
    usize capacity_ = 0;
    Tcb* winner_ = nullptr; // of the last draw, until its slice ends
    u32 used_ = 0;          // ticks of the winner's slice
    u64 state_;
};

} // namespace flat::thread
