// SPDX-License-Identifier: BSD-2-Clause
// Which blocks of a disk a node consists of, in the way of UNIX.
#pragma once

#include <core/utility.hpp>
#include <fs/disk/byte_order.hpp>
#include <fs/disk/disk_volume.hpp>

namespace flat::fs {

/// Some blocks are named by the node itself, others by one, two or three levels of tables. A block
/// is known by its first unit; 0 is none.
class BlockTree : NonCopyable {
public:
    static constexpr u32 levels_max = 3;

    /// What differs between formats in numbers.
    struct Shape {
        u32 direct;        // blocks that the node itself names
        u32 pointer_bytes; // of tables: 4 or 8
        u32 table_bytes;   // as blocks
        ByteOrder order;

        u32 per_table() const { return table_bytes / pointer_bytes; }

        /// How many blocks one pointer of a table of some level stands for.
        u64 covered_by(u32 level) const {
            u64 covered = 1;
            for (u32 i = 1; i < level; ++i)
                covered *= per_table();
            return covered;
        }

        /// How many blocks a node can name.
        u64 blocks_max() const { return direct + covered_by(2) + covered_by(3) + covered_by(4); }
    };

    BlockTree(DiskVolume& volume, Shape const& shape) : volume_(volume), shape_(shape) {}

    Shape const& shape() const { return shape_; }

    /// The block of an index; 0 if there is none, which is a hole. BUSY if a table would have to be
    /// waited for and is not.
    Outcome<u64> find(u64 index, Patience patience);

    // Callers of what follows hold the lock, and save the node.

    /// The block of an index, which is taken, near `near`, if there is none; its contents are what
    /// the format makes of them. NO_SPACE.
    Outcome<u64> take(u64 index, u64 near);

    /// Gives all blocks from an index on back, and tables that are empty then.
    Outcome<void> cut(u64 index);

    /// Gives back what a node of this size does not need, if the format takes space in advance;
    /// whether there was anything.
    virtual Outcome<bool> trim(u64 size_bytes) {
        static_cast<void>(size_bytes);
        return false;
    }

protected:
    ~BlockTree() = default;

    // What formats do differently.

    /// A pointer of the node: first those to blocks, then those to tables of each level.
    virtual u64 pointer(u32 index) const = 0;
    virtual void set_pointer(u32 index, u64 block) = 0;

    /// Whether there is such a block.
    virtual bool is_block(u64 block) const = 0;

    /// Takes a block, and counts it. A table begins with zeros.
    virtual Outcome<u64> take_one(u64 near, bool is_table) = 0;

    /// Gives back the block of an index, or a table: `index` says which.
    virtual Outcome<void> give_one(u64 block, u64 index) = 0;
    static constexpr u64 is_table = ~u64(0);

    /// Holds a unit of a table to change it.
    virtual Outcome<void> open_table(BlockHold& hold, u64 unit) { return hold.open_to_write(unit); }

private:
    /// The way to an index: which pointer of the node, and which of each table after it.
    struct Way {
        u32 levels;
        u32 first;
        u32 in_table[levels_max];
    };

    /// Where a pointer of a table lies.
    struct Place {
        u64 unit;
        u32 offset;
    };

    /// What of a table is cut: from `first` on, as its blocks are counted, the first of which is
    /// that of `index` in the node.
    struct Cut {
        u64 table;
        u32 level;
        u64 first;
        u64 index;
    };

    Outcome<void> cut_table(Cut const& cut);
    Place place_in(u64 table, u32 index) const;
    u64 load(u8 const* place) const;
    void store(u8* place, u64 block) const;
    Outcome<Way> way_to(u64 index) const;
    Outcome<u64> checked(u64 block) const;

    DiskVolume& volume_;
    Shape shape_;
};

} // namespace flat::fs
