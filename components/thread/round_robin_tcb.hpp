// SPDX-License-Identifier: BSD-2-Clause
// What the round-robin scheduler keeps of each thread.
#pragma once

#include <core/containers/list.hpp>
#include <core/types.hpp>
#include <machine/tcb_base.hpp>

namespace flat {
class Tcb;
}

namespace flat::thread {

/// The share of `thread.RoundRobin` in the thread control block.
class RoundRobinTcb : public virtual machine::TcbBase {
private:
    friend class RoundRobin;

    ListLink<Tcb> round_robin_link_;
    u32 round_robin_used_ = 0; // ticks of the time slice
};

} // namespace flat::thread
