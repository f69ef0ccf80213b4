// SPDX-License-Identifier: BSD-2-Clause
// A tree of page tables in memory: pure data structure, tested on the host; its user must flush
// what the processor has cached of it.
#pragma once

#include <core/maybe.hpp>
#include <core/result.hpp>
#include <core/types.hpp>
#include <flat/hal/mmu_error.hpp>
#include <machine/physical.hpp>

#include <x86_64/page_entry.hpp>

namespace flat::arch {

inline constexpr u32 top_level = table_levels - 1;

/// Whether user mode may see pages that an entry of the top table leads to: below it, and in the
/// kernel window, each page decides.
constexpr bool is_user_entry(u32 top_index) {
    return top_index < user_entries ||
           top_index == table_index(machine::kernel_window_base, top_level);
}

/// Where page tables come from and go to.
template<typename Frames>
concept TableFrames = requires(Frames& frames, paddr frame) {
    /// A frame for a table, contents arbitrary; nothing when none is left.
    Maybe<paddr>(frames.take());

    /// The frame of a table that is no longer used.
    frames.give_back(frame);
};

/// A page that was found in a tree, by the entry that translates to it.
struct TreePage {
    PageEntry* entry;
    u32 level;
};

/// The tree below one top table. Its frames are known when it is compiled: the path of a page that
/// one thread maps to another has no indirect call.
template<TableFrames Frames>
class PageTree {
public:
    /// The tree of `root`. Physical memory appears at `direct_map`.
    PageTree(paddr root, vaddr direct_map, Frames& frames)
        : root_(root), direct_map_(direct_map), frames_(frames) {}

    /// Enters a page, a multiple of its size, and makes the tables on the way. Empty tables in the
    /// place of a large page are freed; used ones and other pages are ALREADY_MAPPED.
    Result<void, hal::MmuError> map(vaddr address, PageEntry page, u32 level);

    /// The page that covers an address.
    Maybe<TreePage> find(vaddr address);

    /// The entry of the smallest page at an address; null where there is no table for it.
    PageEntry* small_entry(vaddr address);

    /// Makes of a page above level 0 pages of the next smaller size, which a new table holds.
    Result<void, hal::MmuError> split(TreePage page, bool user);

    /// Makes a table, if there is none, for an entry of the top table.
    Result<void, hal::MmuError> populate(u32 top_index);

    /// Frees all tables that the first `entries` entries of the top table lead to, and clears
    /// those.
    void clear(u32 entries);

    /// Frees one table, without others below it, that these entries lead to, and clears its entry.
    /// Returns whether there was one.
    bool free_one(u32 entries);

private:
    PageEntry* first_table(PageTable& table, u32 entries, u32 level);
    PageTable& table_at(paddr physical) { return *pointer_to<PageTable>(direct_map_ + physical); }
    Result<void, hal::MmuError> make_table(PageEntry& entry, bool user);
    void free_tables(PageEntry entry, u32 level);
    bool holds_pages(PageEntry entry, u32 level);

    paddr root_;
    vaddr direct_map_;
    Frames& frames_;
};

template<TableFrames Frames>
Result<void, hal::MmuError> PageTree<Frames>::map(vaddr address, PageEntry page, u32 level) {
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

template<TableFrames Frames>
Maybe<TreePage> PageTree<Frames>::find(vaddr address) {
    PageTable* table = &table_at(root_);
#pragma GCC unroll 4
    for (u32 level = top_level; level > 0; --level) {
        PageEntry& entry = table->entries[table_index(address, level)];
        if (!entry.is_table()) {
            if (!entry.is_present()) return nothing;
            return TreePage{&entry, level};
        }
        table = &table_at(entry.table());
    }
    PageEntry& entry = table->entries[table_index(address, 0)];
    if (!entry.is_present()) return nothing;
    return TreePage{&entry, 0};
}

template<TableFrames Frames>
[[gnu::always_inline]] inline PageEntry* PageTree<Frames>::small_entry(vaddr address) {
    PageTable* table = &table_at(root_);
#pragma GCC unroll 4
    for (u32 level = top_level; level > 0; --level) {
        PageEntry const entry = table->entries[table_index(address, level)];
        if (!entry.is_table()) return nullptr;
        table = &table_at(entry.table());
    }
    return &table->entries[table_index(address, 0)];
}

template<TableFrames Frames>
Result<void, hal::MmuError> PageTree<Frames>::split(TreePage page, bool user) {
    if (page.level == 0) return hal::MmuError{hal::MmuError::Code::invalid};
    Maybe<paddr> const frame = frames_.take();
    if (!frame) return hal::MmuError{hal::MmuError::Code::out_of_memory};
    u32 index = 0;
    for (PageEntry& part : table_at(*frame).entries)
        part = page.entry->part(page.level, index++);
    *page.entry = PageEntry::table(*frame, user);
    return {};
}

template<TableFrames Frames>
Result<void, hal::MmuError> PageTree<Frames>::populate(u32 top_index) {
    PageEntry& entry = table_at(root_).entries[top_index];
    if (!entry.is_present()) TRY(make_table(entry, is_user_entry(top_index)));
    return {};
}

template<TableFrames Frames>
void PageTree<Frames>::clear(u32 entries) {
    PageTable& top = table_at(root_);
    for (u32 i = 0; i < entries; ++i) {
        if (top.entries[i].is_present()) free_tables(top.entries[i], top_level);
        top.entries[i] = PageEntry();
    }
}

template<TableFrames Frames>
bool PageTree<Frames>::free_one(u32 entries) {
    u32 level = top_level;
    PageEntry* entry = first_table(table_at(root_), entries, level);
    if (!entry) return false;
    while (--level > 0) {
        PageEntry* const below = first_table(table_at(entry->physical()), table_entries, level);
        if (!below) break;
        entry = below;
    }
    frames_.give_back(entry->physical());
    *entry = PageEntry();
    return true;
}

/// The first entry of a table of this level that leads to another table.
template<TableFrames Frames>
PageEntry* PageTree<Frames>::first_table(PageTable& table, u32 entries, u32 level) {
    for (u32 i = 0; i < entries; ++i) {
        PageEntry& entry = table.entries[i];
        if (entry.is_present() && !entry.is_page(level)) return &entry;
    }
    return nullptr;
}

template<TableFrames Frames>
Result<void, hal::MmuError> PageTree<Frames>::make_table(PageEntry& entry, bool user) {
    Maybe<paddr> const frame = frames_.take();
    if (!frame) return hal::MmuError{hal::MmuError::Code::out_of_memory};
    for (PageEntry& fresh : table_at(*frame).entries)
        fresh = PageEntry();
    entry = PageEntry::table(*frame, user);
    return {};
}

/// Frees the table that a present entry of this level leads to, and those below; pages are left
/// alone.
template<TableFrames Frames>
void PageTree<Frames>::free_tables(PageEntry entry, u32 level) {
    if (entry.is_page(level)) return;
    for (PageEntry const below : table_at(entry.physical()).entries)
        if (below.is_present()) free_tables(below, level - 1);
    frames_.give_back(entry.physical());
}

/// Whether a present entry of this level is a page, or has any below it.
template<TableFrames Frames>
bool PageTree<Frames>::holds_pages(PageEntry entry, u32 level) {
    if (entry.is_page(level)) return true;
    for (PageEntry const below : table_at(entry.physical()).entries)
        if (below.is_present() && holds_pages(below, level - 1)) return true;
    return false;
}

} // namespace flat::arch
