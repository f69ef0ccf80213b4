// SPDX-License-Identifier: BSD-2-Clause
// What belongs to one processor, and where assembly finds it.
#include <arch/processor_area.hpp>

#include "interrupt_table.hpp"

namespace flat::arch {

constinit ProcessorArea flat_processor_area;

namespace {

/// Never called: names the members that assembly uses, at the places that the compiler gave them.
[[gnu::used]] void name_members() {
    asm volatile(".globl flat_processor_current_tcb\n"
                 ".set flat_processor_current_tcb, flat_processor_area + %c0\n"
                 ".globl flat_processor_kernel_stack_top\n"
                 ".set flat_processor_kernel_stack_top, flat_processor_area + %c1\n"
                 ".globl flat_processor_rsp0\n"
                 ".set flat_processor_rsp0, flat_processor_area + %c2\n"
                 :
                 : "i"(__builtin_offsetof(ProcessorArea, current_tcb)),
                   "i"(__builtin_offsetof(ProcessorArea, kernel_stack_top)),
                   "i"(__builtin_offsetof(ProcessorArea, task_state.rsp0)));
}

} // namespace

void ProcessorArea::load_descriptors(vaddr fatal_stack_top) {
    task_state.interrupt_stacks[static_cast<u32>(InterruptStack::fatal) - 1] = fatal_stack_top;
    descriptors.set_task_state(address_of(&task_state));
    DescriptorTableRegister const table = {sizeof descriptors - 1, address_of(&descriptors)};
    asm volatile("lgdt %0" : : "m"(table));
    asm volatile("ltr %w0" : : "r"(static_cast<u16>(Selector::task_state)));
    load_interrupt_table();
}

} // namespace flat::arch
