// SPDX-License-Identifier: BSD-2-Clause
// Page-table isolation: in user mode the processor's page tables lack the kernel.
#include <arch/page_isolation.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <machine/physical.hpp>
#include <x86_64/boot_information.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/processor_area.hpp>

#include <arch/traps/interrupt_table.hpp>

extern "C" {
extern char const flat_trampolines[];
extern char const flat_trampolines_end[];
extern char const flat_trampoline_data[];
extern char const flat_trampoline_data_end[];
extern char const flat_trampoline_stack_end[];
extern char const flat_trampoline_fatal_stack_end[];
extern char const flat_trampoline_machine_check_stack_end[];
extern char const flat_trampoline_nmi_stack_end[];
extern char const flat_system_call_trampoline[];
extern char const flat_sysret_trampoline[];
extern char const flat_iret_trampoline[];
extern flat::arch::InterruptGates flat_trampoline_interrupt_table;
extern flat::arch::GlobalDescriptorTable flat_trampoline_descriptors;
extern flat::paddr flat_trampoline_kernel_root;
extern flat::u8* const flat_user_exits[];
extern flat::u8* const flat_user_exits_end[];
}

namespace flat::arch {

namespace {

using hal::Mmu;

// As in trampolines.S.
constexpr u64 trampoline_bytes = 128;
static_assert(sizeof(InterruptGates) == 0x800);
static_assert(sizeof(GlobalDescriptorTable) == 0x40);

/// How many top tables a space has, as an order of frames.
constexpr u32 roots_order = 1;

PageTable& table_at(paddr physical) {
    return *static_cast<PageTable*>(machine::physical_to_virtual(physical));
}

PageTable& user_table(paddr root) {
    return table_at(root + domain::page_size);
}

/// Puts JMP rel32 where something else has been.
void write_jump(u8* place, char const* target) {
    i32 const distance = static_cast<i32>(address_of(target) - (address_of(place) + 5));
    place[0] = 0xe9;
    memcpy(place + 1, &distance, sizeof distance);
}

/// IRETQ is 48 cf, SYSRETQ 48 0f 07. Nobody else may write to text, and nobody else runs yet.
void leave_by_trampolines() {
    u64 const protection = read_cr0();
    write_cr0(protection & ~u64(Cr0::WP));
    for (u8* const* exit = flat_user_exits; exit != flat_user_exits_end; ++exit)
        write_jump(*exit, (*exit)[1] == 0xcf ? flat_iret_trampoline : flat_sysret_trampoline);
    write_cr0(protection);
}

void enter_by_trampolines() {
    ProcessorArea& area = processor_area();
    flat_trampoline_kernel_root = boot_information().kernel_root;
    flat_trampoline_descriptors = *area.used_descriptors;
    area.use_descriptors(flat_trampoline_descriptors);
    fill_gates(flat_trampoline_interrupt_table, address_of(flat_trampolines), trampoline_bytes);
    load_gates(flat_trampoline_interrupt_table);
    TaskStateSegment& state = *area.used_task_state;
    auto const set_stack = [&](InterruptStack stack, char const* end) {
        state.interrupt_stacks[static_cast<u32>(stack) - 1] = address_of(end);
    };
    state.rsp0 = address_of(flat_trampoline_stack_end);
    set_stack(InterruptStack::fatal, flat_trampoline_fatal_stack_end);
    set_stack(InterruptStack::machine_check, flat_trampoline_machine_check_stack_end);
    set_stack(InterruptStack::nmi, flat_trampoline_nmi_stack_end);
    area.system_call_trampoline = address_of(flat_system_call_trampoline);
}

} // namespace

PageIsolation::PageIsolation(Ports const& ports, Attributes const& attributes)
    : PageIsolationComponent(ports, attributes) {
    make_visible_tables();
    show_trampolines();
    enter_by_trampolines();
    leave_by_trampolines();
    write_cr4(read_cr4() & ~u64(Cr4::PGE));
}

// The tables below the top one are made now, since the second top tables of spaces only copy it.
void PageIsolation::make_visible_tables() {
    Maybe<paddr> const root = take();
    if (!root) panic("arch.PageIsolation: no memory for page tables");
    memset(machine::physical_to_virtual(*root), 0, sizeof(PageTable));
    visible_root_ = *root;
    constexpr vaddr shown[] = {machine::kernel_window_base, kernel_base};
    for (vaddr const address : shown)
        if (visible().populate(table_index(address, top_level)).is_error())
            panic("arch.PageIsolation: no memory for page tables");
}

void PageIsolation::show_trampolines() {
    show_pages(address_of(flat_trampolines), address_of(flat_trampolines_end),
               Mmu::read | Mmu::execute);
    show_pages(address_of(flat_trampoline_data), address_of(flat_trampoline_data_end),
               Mmu::read | Mmu::write);
    ProcessorArea const& area = processor_area();
    vaddr const state = address_of(area.used_task_state);
    if (!is_aligned(state, u64{domain::page_size}))
        panic("arch.PageIsolation: the task state at {x} has no pages of its own", state);
    show_pages(state, state + area.used_descriptors->task_state_bytes(), Mmu::read);
}

void PageIsolation::show_pages(vaddr begin, vaddr end, u32 rights) {
    for (vaddr page = begin; page < end; page += domain::page_size) {
        paddr const physical = machine::virtual_to_physical(pointer_to<void>(page));
        if (show(page, physical, domain::page_size_log2, rights).is_error())
            panic("arch.PageIsolation: no memory for page tables");
    }
}

Result<paddr, hal::MmuError> PageIsolation::create_roots() {
    Result<paddr, memory::MemoryError> const roots = frames->allocate(roots_order);
    if (roots.is_error()) return hal::MmuError{hal::MmuError::Code::out_of_memory};
    PageTable const& visible = table_at(visible_root_);
    for (u32 i = 0; i < table_entries; ++i)
        user_table(roots.value()).entries[i] = i < user_entries ? PageEntry() : visible.entries[i];
    return roots.value();
}

void PageIsolation::destroy_roots(paddr root) {
    frames->free(root, roots_order);
}

void PageIsolation::follow(paddr root, vaddr virtual_address) {
    u32 const index = table_index(virtual_address, top_level);
    user_table(root).entries[index] = table_at(root).entries[index];
}

void PageIsolation::follow_all(paddr root) {
    for (u32 i = 0; i < user_entries; ++i)
        user_table(root).entries[i] = table_at(root).entries[i];
}

Result<void, hal::MmuError> PageIsolation::show(vaddr virtual_base, paddr physical, u8 size_log2,
                                                u32 rights) {
    u32 const level = (size_log2 - domain::page_size_log2) / table_bits;
    return visible().map(virtual_base, PageEntry::page(physical, level, rights, false), level);
}

void PageIsolation::hide(vaddr virtual_address) {
    Maybe<TreePage> const page = visible().find(virtual_address);
    if (page) *page->entry = PageEntry();
}

Maybe<paddr> PageIsolation::take() {
    Result<paddr, memory::MemoryError> const frame = frames->allocate(0);
    if (frame.is_error()) return nothing;
    return frame.value();
}

void PageIsolation::give_back(paddr frame) {
    frames->free(frame, 0);
}

} // namespace flat::arch
