// SPDX-License-Identifier: BSD-2-Clause
// A node as the table of System V's file system has it.
#pragma once

#include <core/span.hpp>
#include <fs/nodes/node_base.hpp>
#include <fs/outcome.hpp>
#include <fs/sysv/layout.hpp>

namespace flat::fs::sysv {

/// What a node has besides what nodes of all formats have.
struct Storage {
    static constexpr u32 direct_max = 10;
    static constexpr u32 pointers_max = direct_max + 3;

    u64 size_bytes = 0;
    u64 sectors = 0; // of 512 bytes, as far as is known: the disk does not say it
    u32 pointers[pointers_max] = {};
};

/// Both parts. What the table says may be anything.
struct StoredNode {
    /// NOT_FOUND if there is no such node, CORRUPT if it is of no kind.
    static Outcome<StoredNode> read(Span<u8 const> bytes, u64 number, ByteOrder order);

    Facts facts;
    Storage storage;
};

/// Writes a node to its place in the table.
void store(Facts const& facts, Storage const& storage, ByteOrder order, Span<u8> bytes);

/// Whether there is no node in a place of the table.
bool is_free(Span<u8 const> bytes);

} // namespace flat::fs::sysv
