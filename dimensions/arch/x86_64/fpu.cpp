// SPDX-License-Identifier: BSD-2-Clause
// The FPU, given to threads that use it.
#include <arch/fpu.hpp>

#include <core/machine/panic_at.hpp>
#include <core/panic.hpp>
#include <object/tcb.hpp>
#include <x86_64/fpu_state.hpp>
#include <x86_64/processor_area.hpp>

#include <x86_64/exceptions.hpp>

namespace flat::arch {

Fpu::Fpu(Ports const& ports, Attributes const& attributes) : FpuComponent(ports, attributes) {
    if (trap->register_(static_cast<u32>(Exception::NM), *this).is_error())
        panic("the FPU's exception is taken");
}

void Fpu::switch_to(Tcb& thread) {
    ProcessorArea& area = processor_area();
    fpu_switch(area, thread.fpu_state());
    area.current_tcb = &thread;
}

void Fpu::forget(Tcb& thread) {
    ProcessorArea& area = processor_area();
    if (area.fpu_owner == &thread.fpu_state()) fpu_release(area);
}

void Fpu::handle(u32, RegisterFrame& frame) {
    ProcessorArea& area = processor_area();
    if (!area.current_tcb) panic_at(frame, "the FPU is used where no thread runs");
    FpuState& state = area.current_tcb->fpu_state();
    state.is_used = true;
    fpu_acquire(area, state);
    area.current_tcb->note_fpu_use();
}

} // namespace flat::arch
