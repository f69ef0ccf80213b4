// SPDX-License-Identifier: BSD-2-Clause
// Physical page frames by the buddy system.
#pragma once

#include <core/containers/list.hpp>
#include <core/guarded.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <memory/buddy.flat.hpp>
#include <memory/free_map.hpp>

namespace flat::memory {

/// A binary buddy system (Knowlton 1965) over all free regions of physical memory. Free blocks are
/// linked through their own first bytes; a bitmap for each order says which blocks are free, so
/// that freed memory is only touched when its buddy is free too. The bitmaps, two bits for each
/// frame, lie in the first region that has room for them. Never blocks, and is for interrupt
/// handlers, too. A block is freed with the order that it was taken with.
class Buddy : public BuddyComponent, NonCopyable {
public:
    /// Takes over the free regions. Panics when no region has room for the bitmaps.
    Buddy(Ports const& ports, Attributes const& attributes);

    Result<paddr, MemoryError> allocate(u32 order) override;
    void free(paddr base, u32 order) override;
    Result<void, MemoryError> reserve(paddr base, u64 size_bytes) override;
    u64 free_bytes() override;

private:
    /// What a free block holds.
    struct Block {
        ListLink<Block> link;
    };
    using BlockList = IntrusiveList<Block, &Block::link>;

    /// The free frames: bitmaps and lists say the same of each block.
    struct FreeBlocks {
        void add(u64 begin, u64 end);
        void insert(u64 frame, u32 order);
        void remove(u64 frame, u32 order);
        void merge(u64 frame, u32 order);
        void carve(u64 frame, u32 order, u64 begin, u64 end);
        Maybe<u32> order_of(u64 frame) const;

        FreeMap map;
        BlockList lists[FreeMap::orders];
        u64 frames = 0;
    };

    u64 place_map(FreeMap& map, u64 begin, u64 end);

    Guarded<FreeBlocks> free_;
};

} // namespace flat::memory
