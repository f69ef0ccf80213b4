// SPDX-License-Identifier: BSD-2-Clause
// Memory for kernel objects, in slabs of equal pieces.
#pragma once

#include <core/containers/list.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <memory/slabs.flat.hpp>

namespace flat::memory {

/// A slab allocator (Bonwick 1994) without constructed caches: a slab is a block of frames that is
/// cut into pieces of one size, a multiple of a cache line. Its first line says what is free, so an
/// object's slab is found by its address and size alone: an object that is freed with another size
/// than it was taken with damages the lists. Objects above a page take whole frames. `frames` is
/// called under the lock, so it must not block.
class Slabs : public SlabsComponent, NonCopyable {
public:
    using SlabsComponent::SlabsComponent;

    Result<vaddr, MemoryError> allocate(usize bytes) override;
    void free(vaddr address, usize bytes) override;

private:
    /// A piece that is free.
    struct Piece {
        Piece* next;
    };

    /// What stands in the first line of a slab.
    struct Slab {
        ListLink<Slab> link; // to others that have free pieces
        Piece* first_free = nullptr;
        u32 used = 0;
        u32 carved = 0; // pieces beyond this one have never been used and are not linked
    };
    static_assert(sizeof(Slab) <= domain::line_size);

    using SlabList = IntrusiveList<Slab, &Slab::link>;
    static constexpr usize sizes = domain::page_size / domain::line_size;

    Result<vaddr, MemoryError> take_piece(usize lines);
    void give_piece(vaddr address, usize lines);
    Result<Slab*, MemoryError> slab_with_room(SlabList& with_room, usize lines);

    /// What has free pieces, by the lines of a piece.
    struct Lists {
        SlabList of_size[sizes];

        SlabList& of(usize lines) { return of_size[lines - 1]; }
    };

    Guarded<Lists> with_room_;
};

} // namespace flat::memory
