// SPDX-License-Identifier: BSD-2-Clause
// The memory management unit with 4-level page tables.
#include <arch/page_tables.hpp>

#include <core/compiler.hpp>
#include <machine/physical.hpp>
#include <x86_64/instructions.hpp>

#include <x86_64/boot_information.hpp>

namespace flat::arch {

namespace {

using Code = hal::MmuError::Code;
using hal::Mmu;
using hal::MmuError;

constexpr u32 memory_types =
    Mmu::uncached | Mmu::combined | Mmu::written_through | Mmu::write_protected;
constexpr u32 all_rights =
    Mmu::read | Mmu::write | Mmu::execute | Mmu::user | Mmu::noted | memory_types;
constexpr paddr physical_end = 1ull << 52;

bool is_user(vaddr address) {
    return address < user_end;
}

bool is_window(vaddr address) {
    return address >= machine::kernel_window_base &&
           address - machine::kernel_window_base < machine::kernel_window_bytes;
}

bool has_huge_pages() {
    return cpuid(0x8000'0001).edx & 1u << 26;
}

/// Whether a range of this size may be mapped so; both addresses are multiples of the size.
bool is_valid(vaddr base, paddr physical, u64 size_bytes, u32 rights) {
    if (rights & ~all_rights || physical >= physical_end) return false;
    u32 const type = rights & memory_types;
    if ((type & (type - 1)) != 0) return false;
    if (is_user(base)) return rights & Mmu::user && size_bytes <= user_end - base;
    u32 const excluded = Mmu::write | (rights & Mmu::user ? 0 : Mmu::execute);
    return (rights & excluded) != excluded && is_window(base);
}

/// What a page that covers an address translates.
Mmu::Mapping mapping_of(TreePage const& page, vaddr address) {
    u32 const size_log2 = level_bits(page.level);
    return {align_down(address, 1ull << size_log2), page.entry->page(page.level),
            static_cast<u8>(size_log2), page.entry->rights(page.level)};
}

u32 level_of(u8 size_log2) {
    return (size_log2 - domain::page_size_log2) / table_bits;
}

} // namespace

Result<paddr, MmuError> PageTables::create_root() {
    paddr const root = TRY(take_root());
    auto& table = *static_cast<PageTable*>(machine::physical_to_virtual(root));
    auto const& kernel =
        *static_cast<PageTable const*>(machine::physical_to_virtual(kernel_root()));
    for (u32 i = 0; i < table_entries; ++i)
        table.entries[i] = i < user_entries ? PageEntry() : kernel.entries[i];
    return root;
}

Result<paddr, MmuError> PageTables::take_root() {
    if (isolation) return isolation->create_roots();
    Maybe<paddr> const root = take();
    if (!root) return MmuError{Code::out_of_memory};
    return *root;
}

void PageTables::destroy_root(paddr root) {
    tree(root).clear(user_entries);
    if (isolation) return isolation->destroy_roots(root);
    give_back(root);
}

bool PageTables::prune(paddr root) {
    bool const is_pruned = !tree(root).free_one(user_entries);
    if (isolation) isolation->follow_all(root);
    return is_pruned;
}

void PageTables::activate(paddr root) {
    write_cr3(root);
}

paddr PageTables::kernel_root() {
    return boot_information().kernel_root;
}

Result<void, MmuError> PageTables::add_mapping(paddr root, vaddr virtual_base, paddr physical,
                                               u8 size_log2, u32 rights) {
    if (!supports(size_log2)) return MmuError{Code::invalid};
    u64 const size_bytes = 1ull << size_log2;
    if (!is_aligned(virtual_base | physical, size_bytes)) return MmuError{Code::invalid};
    if (!is_valid(virtual_base, physical, size_bytes, rights)) return MmuError{Code::invalid};
    u32 const level = level_of(size_log2);
    bool const global = !is_user(virtual_base);
    TRY(tree(root).map(virtual_base, PageEntry::page(physical, level, rights, global), level));
    forget(root, virtual_base); // empty tables may have been in its place
    if (!isolation) return {};
    auto const isolated = isolate(root, virtual_base, physical, size_log2, rights);
    if (isolated.is_error()) (void)remove_mapping(root, virtual_base); // as if it had not been
    return isolated;
}

Result<void, MmuError> PageTables::isolate(paddr root, vaddr virtual_base, paddr physical,
                                           u8 size_log2, u32 rights) {
    if (is_user(virtual_base)) {
        isolation->follow(root, virtual_base);
        return {};
    }
    if (!(rights & Mmu::user)) return {};
    return isolation->show(virtual_base, physical, size_log2, rights);
}

Result<Mmu::Mapping, MmuError> PageTables::remove_mapping(paddr root, vaddr virtual_address) {
    if (!is_user(virtual_address) && !is_window(virtual_address)) return MmuError{Code::invalid};
    Maybe<TreePage> const page = tree(root).find(virtual_address);
    if (!page) return MmuError{Code::not_mapped};
    Mapping const mapping = mapping_of(*page, virtual_address);
    *page->entry = PageEntry();
    forget(root, virtual_address);
    if (isolation && !is_user(virtual_address)) isolation->hide(virtual_address);
    return mapping;
}

Result<Mmu::Mapping, MmuError> PageTables::get_mapping(paddr root, vaddr virtual_address) {
    if (!is_user(virtual_address) && virtual_address < direct_map_base)
        return MmuError{Code::invalid};
    Maybe<TreePage> const page = tree(root).find(virtual_address);
    if (!page) return MmuError{Code::not_mapped};
    return mapping_of(*page, virtual_address);
}

Result<void, MmuError> PageTables::split(paddr root, vaddr virtual_address) {
    if (!is_user(virtual_address) && !is_window(virtual_address)) return MmuError{Code::invalid};
    Maybe<TreePage> const page = tree(root).find(virtual_address);
    if (!page) return MmuError{Code::not_mapped};
    TRY(tree(root).split(*page, is_user_entry(table_index(virtual_address, top_level))));
    forget(root, virtual_address);
    return {};
}

// The processor remembers nothing of where nothing is: there is nothing to forget.
u64 PageTables::fill(paddr root, vaddr virtual_base, paddr physical, u32 rights) {
    if (!is_user(virtual_base)) return 0;
    PageEntry* const entry = tree(root).small_entry(virtual_base);
    if (!entry || entry->is_present()) return 0;
    *entry = PageEntry::user_page(physical, rights);
    return address_of(entry);
}

u64 PageTables::share(u64 place, paddr root, vaddr virtual_base, u32 withheld) {
    if (!is_user(virtual_base)) return 0;
    PageEntry* const entry = tree(root).small_entry(virtual_base);
    if (!entry || entry->is_present()) return 0;
    *entry = pointer_to<PageEntry>(place)->reduced(withheld);
    return address_of(entry);
}

// A table in which something is present stays where it is.
u64 PageTables::place(paddr root, vaddr virtual_base) {
    if (!is_user(virtual_base)) return 0;
    PageEntry* const entry = tree(root).small_entry(virtual_base);
    return entry && entry->is_present() ? address_of(entry) : 0;
}

FLAT_INLINE_CALLS u32 PageTables::reduce_at(u64 place, paddr root, vaddr virtual_base,
                                            u32 revoked) {
    return reduce_entry(*pointer_to<PageEntry>(place), root, virtual_base, revoked);
}

Result<Mmu::Mapping, MmuError> PageTables::access(paddr root, vaddr virtual_address, u32 rights) {
    if (!is_user(virtual_address)) return MmuError{Code::not_mapped};
    Maybe<TreePage> const page = tree(root).find(virtual_address);
    if (!page || (rights & ~page->entry->rights(page->level)) != 0)
        return MmuError{Code::not_mapped};
    *page->entry = page->entry->accessed(rights);
    return mapping_of(*page, virtual_address);
}

u32 PageTables::reduce(paddr root, vaddr virtual_address, u32 revoked) {
    if (!is_user(virtual_address)) return 0;
    Maybe<TreePage> const page = tree(root).find(virtual_address);
    return page ? reduce_entry(*page->entry, root, virtual_address, revoked) : 0;
}

// Of a user page.
u32 PageTables::reduce_entry(PageEntry& entry, paddr root, vaddr address, u32 revoked) {
    PageEntry const old = entry;
    if (revoked == 0 && old.accesses() == 0) return 0;
    PageEntry const left = old.reduced(revoked);
    if (left == old) return 0;
    entry = left;
    if (read_cr3() == root) invalidate_page(address);
    return old.accesses();
}

bool PageTables::supports(u8 size_log2) {
    if (size_log2 == level_bits(2)) return has_huge_pages();
    return size_log2 == level_bits(0) || size_log2 == level_bits(1);
}

Maybe<paddr> PageTables::take() {
    Result<paddr, memory::MemoryError> const frame = frames->allocate(0);
    if (frame.is_error()) return nothing;
    return frame.value();
}

void PageTables::give_back(paddr frame) {
    frames->free(frame, 0);
}

/// Makes the processor forget what it may remember of a changed translation.
void PageTables::forget(paddr root, vaddr address) {
    if (!is_user(address) || read_cr3() == root) invalidate_page(address);
}

} // namespace flat::arch
