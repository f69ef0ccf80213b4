// SPDX-License-Identifier: BSD-2-Clause
// A tree of page tables in memory: pure data structure, tested on the host; who uses it flushes
// what the processor has cached of it.
#pragma once

#include <core/maybe.hpp>
#include <core/result.hpp>
#include <core/types.hpp>
#include <flat/hal/mmu_error.hpp>

#include "page_entry.hpp"

namespace flat::arch {

/// Where page tables come from and go to.
class TableFrames {
public:
    /// A frame for a table, contents arbitrary; nothing when none is left.
    virtual Maybe<paddr> take() = 0;

    /// The frame of a table that is no longer used.
    virtual void give_back(paddr frame) = 0;

protected:
    ~TableFrames() = default;
};

/// The tree below one top table.
class PageTree {
public:
    /// A page that was found, by the entry that translates to it.
    struct Page {
        PageEntry* entry;
        u32 level;
    };

    /// The tree of `root`. Physical memory appears at `direct_map`.
    PageTree(paddr root, vaddr direct_map, TableFrames& frames)
        : root_(root), direct_map_(direct_map), frames_(frames) {}

    /// Enters a page, a multiple of its size, and makes the tables on the way. Empty tables in the
    /// place of a large page are freed; used ones and other pages are ALREADY_MAPPED.
    Result<void, hal::MmuError> map(vaddr address, PageEntry page, u32 level);

    /// The page that covers an address.
    Maybe<Page> find(vaddr address);

    /// Makes a table, if there is none, for an entry of the top table.
    Result<void, hal::MmuError> populate(u32 top_index);

    /// Frees all tables behind the first `entries` entries of the top table, and clears those.
    void clear(u32 entries);

private:
    PageTable& table_at(paddr physical) { return *pointer_to<PageTable>(direct_map_ + physical); }
    Result<void, hal::MmuError> make_table(PageEntry& entry, bool user);
    void free_tables(PageEntry entry, u32 level);
    bool holds_pages(PageEntry entry, u32 level);

    paddr root_;
    vaddr direct_map_;
    TableFrames& frames_;
};

} // namespace flat::arch
