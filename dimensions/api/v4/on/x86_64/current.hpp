// SPDX-License-Identifier: BSD-2-Clause
// Making a thread the running one, as far as the processor and user mode can tell.
#pragma once

#include <object/tcb.hpp>
#include <x86_64/fpu_state.hpp>
#include <x86_64/processor_area.hpp>

extern "C" flat::vaddr flat_user_slot;

namespace flat::abi {

/// Makes gs:0 the user slot again. Only this gives GS its selector: the descriptor is present here
/// alone, so a program that loads GS cannot but leave another selector in it.
void restore_user_slot();

/// What GS is loaded with. Programs can load it; it is theirs until another thread runs.
inline u32 user_slot_selector() {
    u32 selector;
    asm volatile("movl %%gs, %0" : "=r"(selector));
    return selector;
}

/// Whether gs:0 is the user slot.
inline bool has_user_slot() {
    return user_slot_selector() == static_cast<u32>(arch::Selector::api_data);
}

/// The running thread.
inline Tcb& current() {
    return *arch::processor_area().current_tcb;
}

/// Where the table of thread control blocks is, at a place that the link knows, and which bits of
/// an offset choose one.
inline vaddr thread_table() {
    return arch::processor_area().thread_table;
}
inline u64 thread_mask() {
    return arch::processor_area().thread_mask;
}
inline void set_thread_table(vaddr table, u64 mask) {
    arch::processor_area().thread_table = table;
    arch::processor_area().thread_mask = mask;
}

/// The rank of the most urgent thread that is ready, or one that was so lately and more urgent.
inline u32 ready_rank() {
    return arch::processor_area().hazard_limit;
}
inline void set_ready_rank(u32 rank) {
    arch::processor_area().hazard_limit = rank;
}

/// What has to be cleared before another thread can run; 0 as a rule. All of it while gs:0 is not
/// the user slot.
inline u32 hazards() {
    if (!has_user_slot()) return ~arch::hazard_number;
    return arch::processor_area().hazards & ~arch::hazard_number;
}

/// The same in fewer instructions: 0 if there is nothing to clear, else above all ranks. The area's
/// hazards have the selector of the user slot as their number, the last one that can be loaded.
inline u32 any_hazards() {
    return user_slot_selector() - arch::processor_area().hazards;
}

/// Whether messages of the thread that runs next take no short path.
inline void keep_off_short_paths(bool keeps) {
    constexpr u32 mask = api::hazard_redirected;
    u32& hazards = arch::processor_area().hazards;
    hazards = keeps ? hazards | mask : hazards & ~mask;
}

static_assert(u32{api::hazard_fpu} == u32(arch::Hazard::fpu_in_use));

/// The FPU holds what `next` has left in it, or nothing, and traps.
[[gnu::always_inline]] inline void switch_fpu(Tcb& next) {
    arch::fpu_switch(arch::processor_area(), next.fpu_state());
}

/// The FPU is that of `next`, gs:0 is the user slot, and ports are nobody's.
inline void clear_hazards(Tcb& next) {
    switch_fpu(next);
    arch::ProcessorArea& area = arch::processor_area();
    if (area.hazards & u32(arch::Hazard::ports_open)) [[unlikely]]
        arch::close_ports(area);
    if (!has_user_slot()) [[unlikely]]
        restore_user_slot();
}

/// From now on system calls come from `next`, and gs:0 is the address of its message registers.
inline void set_current(Tcb& next) {
    arch::processor_area().current_tcb = &next;
    flat_user_slot = next.local_id();
}

} // namespace flat::abi
