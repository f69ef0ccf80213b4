// SPDX-License-Identifier: BSD-2-Clause
// Exceptions and interrupts, reified without changing their semantics.
#include <arch/traps.hpp>

#include <machine/interrupts.hpp>
#include <x86_64/processor_area.hpp>

#include "trap.hpp"
#include <x86_64/exceptions.hpp>

namespace flat::arch {

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

void Traps::resume() {
    machine::disable_interrupts();
    flat_resume();
}

} // namespace flat::arch
