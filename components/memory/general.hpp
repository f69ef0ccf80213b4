// SPDX-License-Identifier: BSD-2-Clause
// Kernel memory in pieces of any size.
#pragma once

#include <core/list.hpp>
#include <core/utility.hpp>
#include <domain/lock.hpp>
#include <memory/chunk.hpp>
#include <memory/general.flat.hpp>
#include <memory/size_classes.hpp>

namespace flat::memory {

/// An allocator with the alignment rules of Choices (1991, on allocating memory): pieces above half
/// a page begin on pages; small ones have no header, so that powers of two are aligned to
/// themselves and take no more than themselves. Pages of small pieces and runs of pages come from
/// chunks; what exceeds a chunk takes frames of its own.
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

    Result<vaddr, MemoryError> take_piece(u32 size_class);
    Result<vaddr, MemoryError> take_pages(usize bytes, usize alignment);
    Result<vaddr, MemoryError> take_block(usize bytes, usize alignment);
    void give_piece(Page& page, vaddr address);
    void give_pages(Page& page, usize count);
    void give_block(vaddr address);
    Result<Page*, MemoryError> new_pages(usize count, usize alignment);

    domain::Lock lock_;
    PageList with_room_[size_classes::count];
    ChunkList chunks_;
    BlockList blocks_;
};

} // namespace flat::memory
