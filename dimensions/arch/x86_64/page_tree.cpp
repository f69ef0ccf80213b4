// SPDX-License-Identifier: BSD-2-Clause
// A tree of page tables in memory.
#include "page_tree.hpp"

#include <machine/physical.hpp>

namespace flat::arch {

namespace {

constexpr u32 top_level = table_levels - 1;

/// Whether user mode may see pages behind an entry of the top table: below it, and in the kernel
/// window, each page decides.
constexpr bool is_user_entry(u32 top_index) {
    return top_index < user_entries ||
           top_index == table_index(machine::kernel_window_base, top_level);
}

} // namespace

Result<void, hal::MmuError> PageTree::map(vaddr address, PageEntry page, u32 level) {
    bool const user = is_user_entry(table_index(address, top_level));
    PageTable* table = &table_at(root_);
    for (u32 above = top_level; above > level; --above) {
        PageEntry& entry = table->entries[table_index(address, above)];
        if (!entry.is_present()) TRY(make_table(entry, user));
        if (entry.is_page(above)) return hal::MmuError{hal::MmuError::Code::already_mapped};
        table = &table_at(entry.physical());
    }
    PageEntry& entry = table->entries[table_index(address, level)];
    if (entry.is_present()) {
        if (holds_pages(entry, level)) return hal::MmuError{hal::MmuError::Code::already_mapped};
        free_tables(entry, level);
    }
    entry = page;
    return {};
}

Maybe<PageTree::Page> PageTree::find(vaddr address) {
    PageTable* table = &table_at(root_);
    for (u32 level = top_level;; --level) {
        PageEntry& entry = table->entries[table_index(address, level)];
        if (!entry.is_present()) return nothing;
        if (entry.is_page(level)) return Page{&entry, level};
        table = &table_at(entry.physical());
    }
}

Result<void, hal::MmuError> PageTree::populate(u32 top_index) {
    PageEntry& entry = table_at(root_).entries[top_index];
    if (!entry.is_present()) TRY(make_table(entry, is_user_entry(top_index)));
    return {};
}

void PageTree::clear(u32 entries) {
    PageTable& top = table_at(root_);
    for (u32 i = 0; i < entries; ++i) {
        if (top.entries[i].is_present()) free_tables(top.entries[i], top_level);
        top.entries[i] = PageEntry();
    }
}

Result<void, hal::MmuError> PageTree::make_table(PageEntry& entry, bool user) {
    Maybe<paddr> const frame = frames_.take();
    if (!frame) return hal::MmuError{hal::MmuError::Code::out_of_memory};
    for (PageEntry& fresh : table_at(*frame).entries)
        fresh = PageEntry();
    entry = PageEntry::table(*frame, user);
    return {};
}

/// Frees the table behind a present entry of this level, and those below; pages are left alone.
void PageTree::free_tables(PageEntry entry, u32 level) {
    if (entry.is_page(level)) return;
    for (PageEntry const below : table_at(entry.physical()).entries)
        if (below.is_present()) free_tables(below, level - 1);
    frames_.give_back(entry.physical());
}

/// Whether a present entry of this level is a page, or has any below it.
bool PageTree::holds_pages(PageEntry entry, u32 level) {
    if (entry.is_page(level)) return true;
    for (PageEntry const below : table_at(entry.physical()).entries)
        if (below.is_present() && holds_pages(below, level - 1)) return true;
    return false;
}

} // namespace flat::arch
