// SPDX-License-Identifier: BSD-2-Clause
// The most urgent runnable thread runs; equals take turns.
#pragma once

#include <core/containers/bitmap.hpp>
#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <thread/priority.flat.hpp>
#include <thread/priority_tcb.hpp>

namespace flat::thread {

/// A queue for each of 256 priorities and a bitmap of those that are not empty. A thread whose
/// priority changes while it is queued moves when it is queued next. Callers disable interrupts.
class Priority : public PriorityComponent, NonCopyable {
public:
    using PriorityComponent::PriorityComponent;

    void ready(Tcb& thread) override;
    void remove(Tcb& thread) override;
    Tcb* next() override;
    void yield(Tcb& thread) override;
    bool tick(Tcb& running) override;
    bool preempts(Tcb& candidate, Tcb& running) override;
    void set_slice(Tcb& thread, u32 ticks) override;
    u32 ticks_left(Tcb& thread) override;

private:
    static constexpr u32 priorities = 256;

    [[gnu::noinline]] void queue_again(Tcb& thread);

    u32 slice_of(PriorityTcb const& thread) const {
        return thread.priority_slice_ == usual ? slice : thread.priority_slice_;
    }

    IntrusiveList<Tcb, &PriorityTcb::priority_link_> queues_[priorities];
    Bitmap<priorities> filled_; // queues that are not empty
};

} // namespace flat::thread
