// SPDX-License-Identifier: BSD-2-Clause
// An entry of a directory of ext2.
#pragma once

#include <core/maybe.hpp>
#include <core/text.hpp>
#include <flat/fs/node.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::ext2 {

/// A number, a name and room up to the next entry. Entries fill each block of a directory, those of
/// number 0 are free. Blocks of a directory's index look like such entries to implementations
/// without indexes.
struct DirectoryEntry {
    static constexpr u32 header_bytes = 8;

    /// How much an entry with such a name takes.
    static constexpr u32 bytes_for(usize name_bytes) {
        return static_cast<u32>((header_bytes + name_bytes + 3) / 4 * 4);
    }

    /// The entry at an offset of a block. CORRUPT if it leaves the block, or its name itself.
    static Outcome<DirectoryEntry> read(Span<u8 const> block, u32 offset);

    /// The number by which entries say that a node is of a kind.
    static u8 type_of(Node::Kind kind);

    /// Writes an entry to an offset of a block that it fits into.
    static void write(Span<u8> block, u32 offset, DirectoryEntry const& entry);

    /// What the entry says about the kind, if it does.
    Maybe<Node::Kind> kind() const;

    u32 number;
    u32 bytes;
    u8 type;
    Text name;
};

} // namespace flat::fs::ext2
