// SPDX-License-Identifier: BSD-2-Clause
// What belongs to one processor, and where assembly finds it.
#include <x86_64/processor_area.hpp>

#include <arch/traps/interrupt_table.hpp>

namespace flat::arch {

constinit machine::PerProcessor<ProcessorArea> flat_processor_area;

namespace {

/// Never called: names the members that assembly uses, at the places that the compiler gave them.
[[gnu::used]] void name_members() {
#define FLAT_NAME_MEMBER(member)                                                                   \
    asm volatile(".globl flat_processor_" #member "\n.set flat_processor_" #member                 \
                 ", flat_processor_area + %c0"                                                     \
                 :                                                                                 \
                 : "i"(__builtin_offsetof(ProcessorArea, member)))
    FLAT_NAME_MEMBER(current_tcb);
    FLAT_NAME_MEMBER(kernel_stack_top);
    FLAT_NAME_MEMBER(context);
    FLAT_NAME_MEMBER(kept_rax);
    FLAT_NAME_MEMBER(kept_r9);
    FLAT_NAME_MEMBER(kept_r10);
    FLAT_NAME_MEMBER(kept_rsp);
    FLAT_NAME_MEMBER(kernel_stack_base);
    FLAT_NAME_MEMBER(nmi_count);
#undef FLAT_NAME_MEMBER
}

void load_segments(GlobalDescriptorTable const& descriptors) {
    DescriptorTableRegister const table = {sizeof descriptors - 1, address_of(&descriptors)};
    asm volatile("lgdt %0" : : "m"(table));
}

} // namespace

void ProcessorArea::load_descriptors() {
    load_segments(descriptors);
    use_task_state(task_state, sizeof task_state);
    load_interrupt_table();
}

void ProcessorArea::use_descriptors(GlobalDescriptorTable& table) {
    u16 const size_bytes = used_descriptors->task_state_bytes();
    used_descriptors = &table;
    load_segments(table);
    use_task_state(*used_task_state, size_bytes);
}

void ProcessorArea::use_task_state(TaskStateSegment& state, u16 size_bytes) {
    used_task_state = &state;
    used_descriptors->set_task_state(address_of(&state), size_bytes);
    asm volatile("ltr %w0" : : "r"(static_cast<u16>(Selector::task_state)) : "memory");
}

} // namespace flat::arch
