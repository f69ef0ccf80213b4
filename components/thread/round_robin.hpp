// SPDX-License-Identifier: BSD-2-Clause
// Every runnable thread gets the processor for a time slice, in turn.
#pragma once

#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <thread/round_robin.flat.hpp>
#include <thread/round_robin_tcb.hpp>

namespace flat::thread {

/// One queue, first come, first served. Priorities do not count. Callers disable interrupts.
class RoundRobin : public RoundRobinComponent, NonCopyable {
public:
    using RoundRobinComponent::RoundRobinComponent;

    void ready(Tcb& thread) override;
    void remove(Tcb& thread) override;
    Tcb* next() override;
    void yield(Tcb& thread) override;
    bool tick(Tcb& running) override;
    bool preempts(Tcb& candidate, Tcb& running) override;

private:
    [[gnu::cold, gnu::noinline]] Tcb* next_runnable();
    [[gnu::cold, gnu::noinline]] void queue_again(Tcb& thread);

    IntrusiveList<Tcb, &RoundRobinTcb::round_robin_link_> queue_;
};

} // namespace flat::thread
