// SPDX-License-Identifier: BSD-2-Clause
// Directories of ext2.
#pragma once

#include <fs/directory_node.hpp>
#include <fs/ext2/directory_entry.hpp>
#include <fs/ext2/ext2_nodes.hpp>

namespace flat::fs::ext2 {

/// A directory: entries in blocks, one after the other. The place of an iteration is an offset;
/// what is removed becomes room of the entry before, so others stay where they are.
class Ext2Directory final : public Stored<DirectoryNode> {
public:
    using Stored::Stored;

    Outcome<u64> find(Text name) override;
    Outcome<void> add_name(Text name, NodeBase& node) override;
    Outcome<void> remove_name(Text name) override;
    Outcome<void> change_name(Text name, NodeBase& node) override;
    Outcome<void> moves_away(Text name, DirectoryNode& to, Text new_name) override;
    Outcome<bool> is_empty() override;
    Outcome<Entry> entry_at(u64 place, Span<u8> name) override;
    u64 size_bytes() override { return storage().size_bytes; }
    void destroy() override { disk().dispose(*this); }

    /// Makes the first block of a new directory.
    Outcome<void> start(u64 parent);

private:
    /// An entry and where it was found.
    struct Found {
        DirectoryEntry entry;
        u64 block;    // of the disk
        u32 offset;   // in it
        u32 previous; // offset of the entry before, or its own
        u64 place;    // in the directory
    };

    Outcome<void> put_entry(Found const& place, Text name, NodeBase& node);
    Outcome<void> open_names(BlockHold& hold, u64 block);
    Outcome<u64> add_block();
    Outcome<Found> find_entry(Text name);
    u64 block_count();
    Outcome<u64> hold_block(u64 index, BlockHold& hold);

    /// Visits entries from the first of a block on, until `visit` says that it has what it wants;
    /// whether it has. The entry is valid as long as the hold.
    template<class Visit>
    Outcome<bool> visit_from(u64 index, BlockHold& hold, Visit visit);
};

} // namespace flat::fs::ext2
