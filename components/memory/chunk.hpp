// SPDX-License-Identifier: BSD-2-Clause
// 64 pages from which the general allocator serves requests.
#pragma once

#include <core/bits.hpp>
#include <core/containers/list.hpp>
#include <core/maybe.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>

namespace flat::memory {

/// A block of frames, aligned to its size. Its first page describes the others, so that no piece
/// has a header before it and powers of two stay what they are (Choices 1991, on allocating
/// memory). Callers hold the lock of its allocator.
class Chunk {
public:
    static constexpr u32 order = 6;
    static constexpr usize pages = usize(1) << order;
    static constexpr usize bytes = pages * domain::page_size;

    /// Whether an empty chunk has room for a run of pages after its header.
    static constexpr bool can_hold(usize run_bytes, usize alignment) {
        if (run_bytes > bytes || alignment > bytes) return false;
        usize const first = max(alignment, domain::page_size);
        return first + align_up(run_bytes, domain::page_size) <= bytes;
    }

    /// A piece of memory of a small size that is free.
    struct Piece {
        Piece* next;
    };

    /// What a page holds: small pieces of one class, or the beginning of a run of pages.
    struct Page {
        ListLink<Page> link; // to pages of the class that have free pieces
        Piece* first_free = nullptr;
        u16 used = 0;
        u16 carved = 0;    // pieces beyond this one have never been used and are not linked
        u8 size_class = 0; // of small pieces
        u8 run = 0;        // pages in the run that begins here; 0: small pieces
    };

    /// The chunk that holds an address.
    static Chunk& holding(vaddr address) { return *pointer_to<Chunk>(align_down(address, bytes)); }

    /// The chunk that holds the description of a page.
    static Chunk& describing(Page const& page) { return holding(address_of(&page)); }

    /// Takes `count` pages in a row whose first address is a multiple of `alignment`.
    Maybe<Page*> take(usize count, usize alignment);

    /// Gives the pages from `page` on back.
    void give(Page& page, usize count);

    bool is_empty() const { return free_ == all_free; }

    Page& page_at(vaddr address) {
        return pages_[(address - address_of(this)) / domain::page_size];
    }
    vaddr address_of_page(Page const& page) const {
        return address_of(this) + static_cast<usize>(&page - pages_) * domain::page_size;
    }

    /// The chunk's place among all chunks.
    ListLink<Chunk> link;

private:
    static constexpr u64 all_free = ~u64(1); // the first page is this one

    u64 free_ = all_free; // bit n: page n is free
    Page pages_[pages];
};
static_assert(sizeof(Chunk) <= domain::page_size);

} // namespace flat::memory
