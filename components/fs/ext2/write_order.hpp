// SPDX-License-Identifier: BSD-2-Clause
// In which order changed blocks of metadata reach the disk.
#pragma once

#include <core/utility.hpp>
#include <fs/disk/bit_plane.hpp>
#include <fs/disk/block_pages.hpp>

namespace flat::fs::ext2 {

/// What is named is on the disk before its name is, and a name is there anew before it is gone: the
/// rules of soft updates (Ganger, McKusick et al. 2000, section 2), for all that was changed since
/// it was last written, in stages between which the disk is flushed:
///
/// 1. tables of blocks, and blocks that directories have got;
/// 2. nodes, but for those that have no name any more;
/// 3. names, but for blocks out of which a name has moved to another block;
/// 4. these.
///
/// What is free then, bitmaps and counts, comes last. A block is taken to be written whole or not
/// at all. Callers hold the volume's lock.
class WriteOrder : NonCopyable {
public:
    WriteOrder(memory::Objects& objects, BlockPages& blocks)
        : blocks_(blocks), low_(objects), high_(objects) {}

    Outcome<void> start();
    void end();

    enum class Stage : u8 { rest, fresh, nodes, names };

    /// A block that was changed belongs to a stage. A fresh one stays that.
    void set(u64 block, Stage stage);

    /// A name moves from one block to another, where it is already. FALSE if all has to be written
    /// first, before it is gone from the one.
    bool move(u64 from, u64 to);

    /// Writes all stages, each on the medium before the next. Blocks.
    Outcome<void> write();

    /// Writes all that was changed besides. Blocks.
    Outcome<void> write_rest();

private:
    /// Few blocks.
    struct Blocks {
        static constexpr u32 max = 16;

        bool has(u64 block) const;
        bool add(u64 block);

        u64 numbers[max] = {};
        u32 count = 0;
    };

    Stage stage_of(u64 block) const;
    void put(u64 block, Stage stage);
    template<class Wanted>
    Outcome<void> write_if(Wanted const& wanted);

    BlockPages& blocks_;
    BitPlane low_; // both bits of the stage
    BitPlane high_;
    Blocks left_;    // names have moved away
    Blocks entered_; // names have moved there
};

} // namespace flat::fs::ext2
