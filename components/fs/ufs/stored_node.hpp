// SPDX-License-Identifier: BSD-2-Clause
// A node as FFS' tables have it.
#pragma once

#include <core/span.hpp>
#include <fs/nodes/node_base.hpp>
#include <fs/outcome.hpp>
#include <fs/ufs/layout.hpp>

namespace flat::fs::ufs {

/// What a node has besides what nodes of all formats have. Its pointers stay as the disk has them,
/// for there may be a path instead.
struct Storage {
    static constexpr u32 direct_max = 12;
    static constexpr u32 pointers_max = direct_max + 3;

    u64 size_bytes = 0;
    u64 sectors = 0; // of 512 bytes, tables of blocks included
    u8 pointers[pointers_max * sizeof(u64)] = {};
};

/// Both parts. What the tables say may be anything.
struct StoredNode {
    /// NOT_FOUND if there is no such node, CORRUPT if it is of no kind.
    static Outcome<StoredNode> read(Span<u8 const> bytes, u64 number, Layout const& layout);

    Facts facts;
    Storage storage;
};

/// Writes a node to its place in a table; what is not known of it stays.
void store(Facts const& facts, Storage const& storage, Layout const& layout, Span<u8> bytes);

/// Whether there is no node in a place of a table.
bool is_free(Span<u8 const> bytes);

/// Clears a place of a table, but for the number that tells one node of the place from the next.
void clear(Layout const& layout, Span<u8> bytes);

} // namespace flat::fs::ufs
