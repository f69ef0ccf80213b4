// SPDX-License-Identifier: BSD-2-Clause
// Kernel memory in pieces of any size.
#pragma once

#include <core/containers/list.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <memory/chunk.hpp>
#include <memory/general.flat.hpp>
#include <memory/size_classes.hpp>

namespace flat::memory {

/// An allocator with the alignment rules of Choices (1991, on allocating memory): pieces above half
/// a page begin on pages; small ones have no header, so that powers of two are aligned to
/// themselves and take no more than themselves. Pages of small pieces and runs of pages come from
/// chunks; what exceeds a chunk takes frames of its own. `frames` is called under the lock, so
/// it must not block.
class General : public GeneralComponent, NonCopyable {
public:
    using GeneralComponent::GeneralComponent;

    Result<vaddr, MemoryError> allocate(usize bytes, usize alignment) override;
    void free(vaddr address) override;

private:
    using Page = Chunk::Page;
    using PageList = IntrusiveList<Page, &Page::link>;
    using ChunkList = IntrusiveList<Chunk, &Chunk::link>;

    /// A piece with frames of its own; itself a small piece.
    struct Block {
        ListLink<Block> link;
        vaddr address;
        u32 order;
    };
    using BlockList = IntrusiveList<Block, &Block::link>;

    struct Lists {
        PageList with_room[size_classes::count]; // pages with free pieces, by their class
        ChunkList chunks;
        BlockList blocks;
    };

    // All work under the lock that their caller holds.
    Result<vaddr, MemoryError> take_piece(Lists& lists, u32 size_class);
    Result<vaddr, MemoryError> take_pages(Lists& lists, usize bytes, usize alignment);
    Result<vaddr, MemoryError> take_block(Lists& lists, usize bytes, usize alignment);
    void give_piece(Lists& lists, Page& page, vaddr address);
    void give_pages(Lists& lists, Page& page, usize count);
    void give_block(Lists& lists, vaddr address);
    Result<Page*, MemoryError> new_pages(Lists& lists, usize count, usize alignment);

    Guarded<Lists> lists_;
};

} // namespace flat::memory
