// SPDX-License-Identifier: BSD-2-Clause
// A thread keeps the processor until it waits or yields.
#pragma once

#include <core/containers/list.hpp>
#include <core/utility.hpp>
#include <thread/cooperative.flat.hpp>
#include <thread/cooperative_tcb.hpp>

namespace flat::thread {

/// One queue, first come, first served; time does not count, nor do priorities. Callers disable
/// interrupts.
class Cooperative : public CooperativeComponent, NonCopyable {
public:
    using CooperativeComponent::CooperativeComponent;

    void ready(Tcb& thread) override;
    void remove(Tcb& thread) override;
    Tcb* next() override;
    void yield(Tcb& thread) override;
    bool tick(Tcb& running) override;
    bool preempts(Tcb& candidate, Tcb& running) override;

private:
    IntrusiveList<Tcb, &CooperativeTcb::cooperative_link_> queue_;
};

} // namespace flat::thread
