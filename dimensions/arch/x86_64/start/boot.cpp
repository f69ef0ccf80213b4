// SPDX-License-Identifier: BSD-2-Clause
// From the entry of C++ to the kernel's main function: a processor with its protections on.
#include <core/bits.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/processor_area.hpp>

#include <arch/paging/kernel_map.hpp>
#include <arch/start/start_info.hpp>
#include <arch/traps/interrupt_table.hpp>
#include <arch/traps/machine_check.hpp>
#include <machine/physical.hpp>
#include <x86_64/boot_information.hpp>

extern "C" {
[[noreturn]] void flat_main();
[[noreturn]] void flat_arch_boot(flat::paddr start_info);
extern char const flat_kernel_stack[];
extern char const flat_kernel_stack_end[];
extern char const flat_fatal_stack_end[];
extern char const flat_machine_check_stack_end[];
extern char const flat_nmi_stack_end[];
extern flat::u8 flat_trap_entry_clac[3];
extern flat::u8 flat_brief_trap_entry_clac[3];
}

namespace flat::arch {

namespace {

[[gnu::section(".after_boot")]] constinit BootInformation the_boot_information;

/// An object that the loader left in low memory; the boot page tables show the first GiB.
template<class T>
Span<T const> loaded(paddr physical, usize count) {
    constexpr paddr end = 1ull << 30;
    if (physical >= end || count > (end - physical) / sizeof(T))
        panic("the loader's data at {x} are out of reach", physical);
    return Span<T const>(static_cast<T const*>(machine::physical_to_virtual(physical)), count);
}

/// The loader's command line; nobody else gets the pages that it lies in.
Text take_command_line(paddr line, MemoryMap& map) {
    constexpr usize longest = domain::page_size;
    if (line == 0) return {};
    char const* const text = loaded<char>(line, longest).data();
    usize size = 0;
    while (size < longest && text[size] != '\0')
        ++size;
    if (size == 0) return {};
    paddr const base = align_down(line, domain::page_size);
    paddr const end = align_up(line + size, domain::page_size);
    if (!map.assign(base, end, MemoryMap::Kind::reserved)) panic("too many regions");
    return Text(text, size);
}

/// The loader's first module becomes the kernel's; it must lie where nothing else does.
void take_module(StartInfo const& info, MemoryMap& map) {
    if (info.module_count == 0) return;
    LoadedModule const& module = loaded<LoadedModule>(info.modules_paddr, 1)[0];
    if (module.size_bytes == 0) return;
    (void)loaded<u8>(module.paddr, module.size_bytes);
    paddr const base = align_down(module.paddr, domain::page_size);
    paddr const end = align_up(module.paddr + module.size_bytes, domain::page_size);
    if (!map.assign(base, end, MemoryMap::Kind::kernel)) panic("too many regions");
    the_boot_information.module_base = module.paddr;
    the_boot_information.module_bytes = module.size_bytes;
}

void read_start_info(paddr start_info) {
    StartInfo const& info = loaded<StartInfo>(start_info, 1)[0];
    if (info.magic != StartInfo::expected_magic) panic("not loaded by PVH: {x}", info.magic);
    if (info.version < 1) panic("the PVH loader reports no memory map");
    Maybe<MemoryMap> map =
        memory_map_from(loaded<FirmwareRange>(info.memory_map_paddr, info.memory_map_entries));
    if (!map) panic("the memory map has too many regions");
    the_boot_information.command_line = take_command_line(info.command_line_paddr, *map);
    take_module(info, *map);
    the_boot_information.memory = *map;
    the_boot_information.acpi_rsdp = info.rsdp_paddr;
}

/// What pages can be of (SDM 3A, 12.12.2), in the order of page_entry.hpp. All processors with
/// 64-bit mode have the register.
void choose_memory_types() {
    constexpr u64 write_back = 6;
    constexpr u64 write_combining = 1;
    constexpr u64 write_through = 4;
    constexpr u64 uncached = 0;
    constexpr u64 write_protected = 5;
    constexpr u64 first = write_back | write_combining << 8 | write_through << 16 | uncached << 24;
    write_msr(Msr::IA32_PAT, first | write_protected << 32);
}

/// Switches on what keeps the kernel from running or touching what it should not. SMAP needs CLAC
/// at the entry of traps, which processors without it refuse: so the instruction is written here.
void enable_protection(ProcessorArea& area) {
    constexpr u32 smep = 1u << 7;
    constexpr u32 smap = 1u << 20;
    constexpr u8 clac[3] = {0x0f, 0x01, 0xca};
    u32 const features = cpuid(0).eax >= 7 ? cpuid(7).ebx : 0;
    u64 cr4 = read_cr4() | (Cr4::PGE | Cr4::OSFXSR | Cr4::OSXMMEXCPT);
    if (features & smep) cr4 |= static_cast<u64>(Cr4::SMEP);
    if (features & smap) {
        memcpy(flat_trap_entry_clac, clac, sizeof clac);
        memcpy(flat_brief_trap_entry_clac, clac, sizeof clac);
        cr4 |= static_cast<u64>(Cr4::SMAP);
        area.has_smap = true;
    }
    write_cr4(cr4);
    write_cr0(Cr0::PE | Cr0::MP | Cr0::TS | Cr0::NE | Cr0::WP | Cr0::PG);
}

} // namespace

BootInformation const& boot_information() {
    return the_boot_information;
}

} // namespace flat::arch

void flat_arch_boot(flat::paddr start_info) {
    using namespace flat::arch;
    ProcessorArea& area = processor_area();
    area.set_kernel_stack(flat::address_of(flat_kernel_stack),
                          flat::address_of(flat_kernel_stack_end));
    fill_interrupt_table();
    area.set_interrupt_stack(InterruptStack::fatal, flat::address_of(flat_fatal_stack_end));
    area.set_interrupt_stack(InterruptStack::machine_check,
                             flat::address_of(flat_machine_check_stack_end));
    area.set_interrupt_stack(InterruptStack::nmi, flat::address_of(flat_nmi_stack_end));
    area.load_descriptors();
    read_start_info(start_info);
    enable_protection(area);
    enable_machine_checks();
    choose_memory_types();
    build_kernel_map(the_boot_information);
    write_cr3(the_boot_information.kernel_root);
    flat_main();
}
