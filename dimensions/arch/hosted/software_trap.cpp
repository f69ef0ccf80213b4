// SPDX-License-Identifier: BSD-2-Clause
// The trap that the kernel raises itself.
#include <machine/software_trap.hpp>

#include <signal.h>

namespace flat::machine {

static_assert(software_trap_vector == SIGUSR1);

void software_trap() {
    raise(SIGUSR1); // the host delivers it before raise returns
}

} // namespace flat::machine
