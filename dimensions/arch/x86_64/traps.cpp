// SPDX-License-Identifier: BSD-2-Clause
// Exceptions and interrupts, reified without changing their semantics.
#include <arch/traps.hpp>

#include <arch/interrupts.hpp>
#include <arch/processor_area.hpp>

#include "exceptions.hpp"
#include "trap.hpp"

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
    disable_interrupts();
    flat_resume();
}

} // namespace flat::arch
