// SPDX-License-Identifier: BSD-2-Clause
// What the processor does when there is nothing to do.
#pragma once

#include <machine/register_frame.hpp>

extern "C" {
void flat_idle(void*);
extern char const flat_idle_stack_end[];
}

namespace flat::machine {

/// Makes `frame` a kernel-mode context that waits for interrupts for ever. It begins anew whenever
/// it is prepared anew, so a processor that is idle and leaves its idle context need not save it.
inline void prepare_idle(RegisterFrame& frame) {
    frame.start_kernel(flat_idle, nullptr, address_of(flat_idle_stack_end));
}

} // namespace flat::machine
