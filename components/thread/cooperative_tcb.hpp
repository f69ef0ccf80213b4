// SPDX-License-Identifier: BSD-2-Clause
// What the cooperative scheduler keeps of each thread.
#pragma once

#include <core/containers/list.hpp>
#include <machine/tcb_base.hpp>

namespace flat {
class Tcb;
}

namespace flat::thread {

/// The share of `thread.Cooperative` in the thread control block.
class CooperativeTcb : public virtual machine::TcbBase {
private:
    friend class Cooperative;

    ListLink<Tcb> cooperative_link_;
};

} // namespace flat::thread
