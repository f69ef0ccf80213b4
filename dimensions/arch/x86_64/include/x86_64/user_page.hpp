// SPDX-License-Identifier: BSD-2-Clause
// Where the kernel sees what a program can write, in an address space that need not be active.
#pragma once

#include <core/bits.hpp>
#include <core/types.hpp>

#include <x86_64/page_entry.hpp>

namespace flat::arch {

/// The byte at an address below `user_end`, up to the end of its page of 4 KiB; null where user
/// mode cannot write. True until a translation changes. Physical memory appears at `direct_map`.
inline u8* user_page(paddr root, vaddr address, vaddr direct_map) {
    auto const entry_at = [&](paddr table, u32 level) {
        return pointer_to<PageTable const>(direct_map + table)
            ->entries[table_index(address, level)];
    };
    auto const byte = [&](PageEntry entry, u32 level) {
        return pointer_to<u8>(direct_map + entry.page(level)) +
               bit_field(address, 0, level_bits(level));
    };
    paddr table = root;
    for (u32 level = table_levels - 1; level != 0; --level) {
        PageEntry const entry = entry_at(table, level);
        if (!entry.is_table_to_write()) [[unlikely]]
            return entry.may_user_write() ? byte(entry, level) : nullptr;
        table = entry.table();
    }
    PageEntry const entry = entry_at(table, 0);
    return entry.may_user_write() ? byte(entry, 0) : nullptr;
}

/// The entry of a page of 4 KiB, present or not; null where there is no table for it.
inline PageEntry* user_entry(paddr root, vaddr address, vaddr direct_map) {
    paddr table = root;
    for (u32 level = table_levels - 1; level != 0; --level) {
        PageEntry const entry =
            pointer_to<PageTable const>(direct_map + table)->entries[table_index(address, level)];
        if (!entry.is_table_to_write()) [[unlikely]]
            return nullptr;
        table = entry.table();
    }
    return &pointer_to<PageTable>(direct_map + table)->entries[table_index(address, 0)];
}

} // namespace flat::arch
