// SPDX-License-Identifier: BSD-2-Clause
// The host's mappings of the process as a memory management unit.
#include <arch/page_tables.hpp>

#include <core/bits.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

#include <sys/mman.h>

namespace flat::arch {

namespace {

using Code = hal::MmuError::Code;
using hal::Mmu;
using hal::MmuError;

constexpr u64 page_size = domain::page_size;
constexpr u64 window_pages = machine::kernel_window_bytes / page_size;
constexpr u32 memory_types = Mmu::uncached | Mmu::combined;
constexpr u32 possible_rights = Mmu::read | Mmu::write | Mmu::execute | memory_types;
constexpr u32 writable_code = Mmu::write | Mmu::execute;

/// Marks an entry: a page may have no right at all.
constexpr u64 is_present = 1u << 11;

bool is_window(vaddr address) {
    return address >= machine::kernel_window_base &&
           address - machine::kernel_window_base < machine::kernel_window_bytes;
}

int protection(u32 rights) {
    int allowed = PROT_NONE;
    allowed |= rights & Mmu::read ? PROT_READ : 0;
    allowed |= rights & Mmu::write ? PROT_WRITE : 0;
    allowed |= rights & Mmu::execute ? PROT_EXEC : 0;
    return allowed;
}

} // namespace

PageTables::PageTables(Ports const& ports, Attributes const& attributes)
    : PageTablesComponent(ports, attributes) {
    void* const place = mmap(nullptr, window_pages * sizeof(u64), PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) panic("the host has no addresses for a table of pages");
    entries_ = static_cast<u64*>(place);
}

PageTables::~PageTables() {
    munmap(pointer_to<void>(machine::kernel_window_base), machine::kernel_window_bytes);
    munmap(entries_, window_pages * sizeof(u64));
}

Result<paddr, MmuError> PageTables::create_root() {
    return MmuError{Code::out_of_memory};
}

/// The host makes a second mapping of shared memory when it is asked to move none of it
/// (mremap(2), `old_size` 0).
Result<void, MmuError> PageTables::add_mapping(paddr root, vaddr virtual_base, paddr physical,
                                               u8 size_log2, u32 rights) {
    bool const is_possible =
        root == kernel_root() && supports(size_log2) && is_window(virtual_base) &&
        is_aligned(virtual_base | physical, page_size) && !(rights & ~possible_rights) &&
        (rights & writable_code) != writable_code;
    if (!is_possible) return MmuError{Code::invalid};
    u64& place = entry(virtual_base);
    if (place) return MmuError{Code::already_mapped};
    void* const here = pointer_to<void>(virtual_base);
    if (mremap(machine::physical_to_virtual(physical), 0, page_size, MREMAP_MAYMOVE | MREMAP_FIXED,
               here) != here)
        return MmuError{Code::invalid};
    mprotect(here, page_size, protection(rights));
    place = physical | is_present | rights;
    return {};
}

Result<Mmu::Mapping, MmuError> PageTables::remove_mapping(paddr root, vaddr virtual_address) {
    Mapping const mapping = TRY(get_mapping(root, virtual_address));
    munmap(pointer_to<void>(mapping.base), page_size);
    entry(virtual_address) = 0;
    return mapping;
}

Result<Mmu::Mapping, MmuError> PageTables::get_mapping(paddr root, vaddr virtual_address) {
    if (root != kernel_root() || !is_window(virtual_address)) return MmuError{Code::invalid};
    u64 const known = entry(virtual_address);
    if (!known) return MmuError{Code::not_mapped};
    return Mapping{align_down(virtual_address, page_size), align_down(known, page_size),
                   static_cast<u8>(domain::page_size_log2),
                   static_cast<u32>(known & possible_rights)};
}

Result<void, MmuError> PageTables::split(paddr, vaddr) {
    return MmuError{Code::invalid};
}

Result<Mmu::Mapping, MmuError> PageTables::access(paddr, vaddr, u32) {
    return MmuError{Code::not_mapped};
}

bool PageTables::supports(u8 size_log2) {
    return size_log2 == domain::page_size_log2;
}

u64& PageTables::entry(vaddr address) {
    return entries_[(address - machine::kernel_window_base) / page_size];
}

} // namespace flat::arch
