// SPDX-License-Identifier: BSD-2-Clause
// A node as ext2's tables have it.
#pragma once

#include <core/span.hpp>
#include <fs/nodes/node_base.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::ext2 {

/// What a node has besides what nodes of all formats have.
struct Storage {
    static constexpr u32 pointers_max = 15;

    u64 size_bytes = 0;
    u64 sectors = 0; // of 512 bytes, tables of blocks included
    u32 flags = 0;
    u32 attributes_block = 0; // of extended attributes, which are counted and kept
    u32 pointers[pointers_max] = {};
};

/// Both parts. What the tables say may be anything.
struct StoredNode {
    /// NOT_FOUND if there is no such node, CORRUPT if it is of no kind.
    static Outcome<StoredNode> read(Span<u8 const> bytes, u64 number);

    Facts facts;
    Storage storage;
};

/// A node that lost its last name while it was held.
struct Orphan {
    /// As `StoredNode::read`, whether it has names or not.
    static Outcome<Orphan> read(Span<u8 const> bytes, u64 number);

    StoredNode node;
    u32 next; // of their list
};

/// Writes a node to its place in a table.
void store(Facts const& facts, Storage const& storage, Span<u8> bytes);

/// Writes which orphan follows on one.
void store_orphan(u32 next, Span<u8> bytes);

/// Writes that there is no node any more, since `seconds`.
void store_end(u32 seconds, Span<u8> bytes);

} // namespace flat::fs::ext2
