// SPDX-License-Identifier: BSD-2-Clause
// Directories of ext2.
#pragma once

#include <fs/disk/packed_directory.hpp>
#include <fs/ext2/directory_entry.hpp>
#include <fs/ext2/ext2_nodes.hpp>

namespace flat::fs::ext2 {

/// A directory, whose chunks are blocks.
class Ext2Directory final : public StoredAs<PackedDirectory, Ext2Format> {
public:
    using StoredAs::StoredAs;

    Outcome<void> moves_away(Text name, DirectoryNode& to, Text new_name) override;
    u64 size_bytes() override { return storage().size_bytes; }
    void destroy() override { disk().dispose(*this); }

    /// Makes the first block of a new directory.
    Outcome<void> start(u64 parent);

private:
    u32 chunk_bytes() override { return disk().layout().block_bytes; }
    u32 bytes_for(usize name_bytes) override { return DirectoryEntry::bytes_for(name_bytes); }
    Outcome<PackedEntry> read_entry(Span<u8 const> chunk, u32 offset) override;
    void write_entry(Span<u8> chunk, u32 offset, PackedEntry const& entry) override;
    Outcome<u64> unit_of(u64 chunk) override;
    Outcome<void> add_chunk() override;
    void forget_index() override;
    void names_change(u64 unit) override;
};

} // namespace flat::fs::ext2
