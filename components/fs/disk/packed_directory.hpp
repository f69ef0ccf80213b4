// SPDX-License-Identifier: BSD-2-Clause
// Directories whose entries have lengths of their own, one after the other.
#pragma once

#include <core/maybe.hpp>
#include <fs/disk/block_hold.hpp>
#include <fs/disk/disk_volume.hpp>
#include <fs/nodes/directory_node.hpp>

namespace flat::fs {

/// A number, a name and room up to the next entry. Those of number 0 are free.
struct PackedEntry {
    u64 number;
    u32 bytes;
    Maybe<Node::Kind> kind; // if the disk says it
    Text name;
};

/// A directory. Entries fill each of its chunks, which is a unit of the volume or lies in one. The
/// place of an iteration is an offset; what is removed becomes room of the entry before, so others
/// stay where they are.
class PackedDirectory : public DirectoryNode {
public:
    PackedDirectory(DiskVolume& volume, Facts const& facts)
        : DirectoryNode(volume, facts), disk_(volume) {}

    Outcome<u64> find(Text name) override;
    Outcome<void> add_name(Text name, NodeBase& node) override;
    Outcome<void> remove_name(Text name) override;
    Outcome<void> change_name(Text name, NodeBase& node) override;
    Outcome<bool> is_empty() override;
    Outcome<Entry> entry_at(u64 place, Span<u8> name) override;

protected:
    ~PackedDirectory() = default;

    // What formats do differently.

    virtual u32 chunk_bytes() = 0;

    /// How much an entry with such a name takes.
    virtual u32 bytes_for(usize name_bytes) = 0;

    /// The entry at an offset of a chunk. CORRUPT if it leaves the chunk, or its name itself.
    virtual Outcome<PackedEntry> read_entry(Span<u8 const> chunk, u32 offset) = 0;

    /// Writes an entry to an offset of a chunk that it fits into; its name may lie there already.
    virtual void write_entry(Span<u8> chunk, u32 offset, PackedEntry const& entry) = 0;

    /// The unit with a chunk of this index.
    virtual Outcome<u64> unit_of(u64 chunk) = 0;

    /// Adds a chunk of zeros to the end.
    virtual Outcome<void> add_chunk() = 0;

    /// Names are about to be changed.
    virtual void forget_index() {}

    /// Names of this unit are changed.
    virtual void names_change(u64 unit) { static_cast<void>(unit); }

    /// The unit in which a name lies. NOT_FOUND.
    Outcome<u64> unit_with(Text name);

    /// Writes both own names into the first chunk, which is there.
    Outcome<void> write_own_names(u64 parent);

private:
    /// An entry and where it was found.
    struct Found {
        PackedEntry entry;
        u64 chunk;
        u32 offset;   // in it
        u32 previous; // offset of the entry before, or its own
    };

    /// Visits entries from the first of a chunk on, until `visit` says that it has what it wants;
    /// whether it has. The entry is valid as long as the hold.
    template<class Visit>
    Outcome<bool> visit_from(u64 chunk, BlockHold& hold, Visit visit);

    Span<u8> chunk_in(BlockHold const& hold, u64 chunk);
    Outcome<Span<u8>> open_to_write(BlockHold& hold, u64 chunk);
    u32 room_in(PackedEntry const& entry);
    Outcome<void> put_entry(Found const& place, Text name, NodeBase& node);
    Outcome<Found> find_entry(Text name);

    DiskVolume& disk_;
};

} // namespace flat::fs
