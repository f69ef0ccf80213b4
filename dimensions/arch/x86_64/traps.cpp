// SPDX-License-Identifier: BSD-2-Clause
// Exceptions and interrupts, reified without changing their semantics.
#include <arch/traps.hpp>

#include <machine/interrupts.hpp>
#include <x86_64/processor_area.hpp>

#include "trap.hpp"
#include <x86_64/exceptions.hpp>

namespace flat::arch {

// entry.S has them as numbers.
static_assert(u64(Selector::kernel_code) == 8 && left_by_switch == 256);

namespace {

/// Gives a context that a switch has left the form that traps leave.
void unfold(RegisterFrame& frame) {
    u64 const* const kept = pointer_to<u64 const>(frame.rsp);
    frame.r15 = kept[0];
    frame.r14 = kept[1];
    frame.r13 = kept[2];
    frame.r12 = kept[3];
    frame.rbp = kept[4];
    frame.rbx = kept[5];
    frame.rip = kept[6];
    frame.rsp += 7 * sizeof(u64);
    frame.ss = u64(Selector::kernel_data);
    frame.rflags = u64(Rflags::RESERVED); // interrupts are disabled
    frame.vector = 0;
}

} // namespace

Result<void, hal::TrapError> Traps::register_(u32 vector, Handler& handler) {
    if (vector >= vectors || is_fatal(vector))
        return hal::TrapError{hal::TrapError::Code::no_such_vector};
    if (flat_trap_handlers[vector]) return hal::TrapError{hal::TrapError::Code::taken};
    flat_trap_handlers[vector] = &handler;
    return {};
}

void Traps::unregister(u32 vector) {
    if (vector < vectors) flat_trap_handlers[vector] = nullptr;
}

void Traps::set_context(RegisterFrame& context) {
    processor_area().context = &context;
}

RegisterFrame& Traps::get_context() {
    return *processor_area().context;
}

void Traps::switch_context(RegisterFrame& from, RegisterFrame& to) {
    flat_switch(from, to);
}

void Traps::complete(RegisterFrame& context) {
    if (context.vector == left_by_switch) unfold(context);
}

void Traps::resume() {
    machine::disable_interrupts();
    flat_resume();
}

} // namespace flat::arch
