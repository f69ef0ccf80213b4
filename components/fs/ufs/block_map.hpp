// SPDX-License-Identifier: BSD-2-Clause
// Which fragments of the disk a node of FFS consists of.
#pragma once

#include <fs/disk/block_tree.hpp>
#include <fs/ufs/stored_node.hpp>

namespace flat::fs::ufs {

class UfsVolume;

/// Twelve blocks are named by the node itself. The last one, if it is one of these, is only a part
/// of a block on the disk: the tail, which has as many fragments as it takes. What is taken is
/// always a block, of which `trim` gives back what is not needed; before a node becomes longer, a
/// tail is made a whole block again, in its place or in another one.
class BlockMap final : public BlockTree {
public:
    BlockMap(UfsVolume& volume, Storage const& storage);

    Storage& storage() { return storage_; }

    Outcome<u64> find_unit(u64 index, Patience patience);

    /// NO_SPACE also for what a tail does not have.
    Outcome<u64> take_unit(u64 index, u64 near);
    Outcome<bool> trim(u64 size_bytes) override;

    /// Clears, on the disk, the fragments that a node of this size has past its end.
    Outcome<void> clear_after(u64 size_bytes);

    /// Near which fragment the first block of a node should be.
    u64 first_near(u64 number) const;
    Outcome<void> open_fresh(BlockHold& hold, u64 unit) { return hold.open_to_write(unit); }

    /// Whether a node of this size needs more than its tail has.
    bool is_tail_short(u64 size_bytes) const;

    /// Where the tail begins in the node.
    u64 tail_begin() const { return u64{tail_block_} * shape().table_bytes; }

    /// Makes the tail a whole block in its place, if what follows there is free; whether it was.
    Outcome<bool> complete_in_place();

    /// A tail that was, whose contents are still there.
    struct OldTail {
        u64 first;
        u32 fragments;
    };

    /// Makes the tail another block, of zeros; returns where it was.
    Outcome<OldTail> move_tail();
    Outcome<void> give(OldTail const& tail);

    /// The same for a node whose contents are metadata, which are copied.
    Outcome<void> complete_by_copy();

    Span<u8> path_room();
    bool is_path_in_room(u64 bytes) { return bytes < path_room().size(); }
    u64 path_max() const { return 1023; }

private:
    u64 pointer(u32 index) const override;
    void set_pointer(u32 index, u64 block) override;
    bool is_block(u64 block) const override;
    Outcome<u64> take_one(u64 near, bool is_table) override;
    Outcome<void> give_one(u64 block, u64 index) override;

    u32 per_block() const;
    void count(i64 fragments);
    Outcome<u64> take_block(u64 near);
    bool is_tail(u64 block) const { return tail_fragments_ != 0 && block == tail_block_; }
    u32 needed(u64 size_bytes, u64 block) const;

    UfsVolume& volume_;
    Storage storage_;
    u32 tail_block_ = 0;
    u32 tail_fragments_ = 0; // 0: all blocks are whole
};

} // namespace flat::fs::ufs
