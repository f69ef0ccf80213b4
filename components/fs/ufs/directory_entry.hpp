// SPDX-License-Identifier: BSD-2-Clause
// An entry of a directory of FFS.
#pragma once

#include <fs/disk/byte_order.hpp>
#include <fs/disk/packed_directory.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::ufs {

/// How entries lie in the chunks of a directory, none of which leaves its own: a number, a length,
/// a type, and a name that ends with a byte of 0.
struct DirectoryEntry {
    static constexpr u32 chunk_bytes = 512;

    /// How much an entry with such a name takes.
    static constexpr u32 bytes_for(usize name_bytes) {
        return static_cast<u32>((8 + name_bytes + 1 + 3) / 4 * 4);
    }

    /// The entry at an offset of a chunk. CORRUPT if it leaves the chunk, or its name itself.
    static Outcome<PackedEntry> read(Span<u8 const> chunk, u32 offset, ByteOrder order);

    /// Writes an entry to an offset of a chunk that it fits into; its name may lie there already.
    static void write(Span<u8> chunk, u32 offset, PackedEntry const& entry, ByteOrder order);
};

} // namespace flat::fs::ufs
