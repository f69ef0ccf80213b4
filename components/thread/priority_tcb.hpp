// SPDX-License-Identifier: BSD-2-Clause
// What the priority scheduler keeps of each thread.
#pragma once

#include <core/containers/list.hpp>
#include <core/types.hpp>
#include <machine/tcb_base.hpp>

namespace flat {
class Tcb;
}

namespace flat::thread {

/// The share of `thread.Priority` in the thread control block.
class PriorityTcb : public virtual machine::TcbBase {
private:
    friend class Priority;

    ListLink<Tcb> priority_link_;
    u32 priority_used_ = 0;  // ticks of the time slice
    u32 priority_slice_ = 0; // its length; 0 is the scheduler's
    u8 priority_queued_ = 0; // the queue that it is in, whatever its priority is by now
};

} // namespace flat::thread
