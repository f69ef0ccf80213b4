// SPDX-License-Identifier: BSD-2-Clause
// Making a thread the running one, as far as the processor and user mode can tell.
#pragma once

#include <arch/fpu_state.hpp>
#include <arch/processor_area.hpp>
#include <object/tcb.hpp>

extern "C" flat::vaddr flat_user_slot;

namespace flat::abi {

/// From now on system calls come from `next`, gs:0 is the address of its message registers, and the
/// FPU is nobody's until it is asked for.
inline void set_current(Tcb& next) {
    arch::ProcessorArea& area = arch::processor_area();
    arch::fpu_suspend(area);
    area.current_tcb = &next;
    flat_user_slot = next.local_id();
}

} // namespace flat::abi
