// SPDX-License-Identifier: BSD-2-Clause
// Making a thread the running one, as far as the processor and user mode can tell.
#pragma once

#include <arch/fpu_state.hpp>
#include <arch/processor_area.hpp>
#include <object/tcb.hpp>

extern "C" flat::vaddr flat_user_slot;

namespace flat::abi {

/// Makes gs:0 the user slot again. Only this gives GS its selector: the descriptor is present here
/// alone, so a program that loads GS cannot but leave another selector in it.
[[gnu::cold, gnu::noinline]] void restore_user_slot();

/// Programs can load GS, which is theirs until another address space is entered.
inline void check_user_slot() {
    u32 selector;
    asm volatile("movl %%gs, %0" : "=r"(selector));
    if (selector != static_cast<u32>(arch::Selector::api_data)) [[unlikely]]
        restore_user_slot();
}

/// From now on system calls come from `next`, gs:0 is the address of its message registers, and the
/// FPU is nobody's until it is asked for.
inline void set_current(Tcb& next) {
    arch::ProcessorArea& area = arch::processor_area();
    arch::fpu_suspend(area);
    area.current_tcb = &next;
    flat_user_slot = next.local_id();
}

} // namespace flat::abi
