// SPDX-License-Identifier: BSD-2-Clause
// Memory for kernel objects, in slabs of equal pieces.
#include <memory/slabs.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::memory {

using domain::line_size;
using domain::page_size;

namespace {

constexpr usize slab_bytes(u32 order) {
    return page_size << order;
}

/// How many pieces fit after the slab's first line.
constexpr usize pieces_in(u32 order, usize lines) {
    return (slab_bytes(order) - line_size) / (lines * line_size);
}

/// The smallest slab that wastes at most an eighth.
constexpr u32 slab_order(usize lines) {
    u32 order = 0;
    while (slab_bytes(order) - pieces_in(order, lines) * lines * line_size > slab_bytes(order) / 8)
        ++order;
    return order;
}

static_assert(slab_order(1) == 0);
static_assert(slab_order(page_size / line_size) == 3);

/// The order of the frames for an object that has no slab.
u32 frames_order(usize bytes) {
    return log2_ceiling(divide_up(bytes, page_size));
}

} // namespace

Result<vaddr, MemoryError> Slabs::allocate(usize bytes) {
    if (bytes == 0) return MemoryError{MemoryError::Code::invalid};
    vaddr address;
    if (bytes <= page_size) {
        address = TRY(take_piece(divide_up(bytes, line_size)));
    } else {
        paddr const page = TRY(frames->allocate(frames_order(bytes)));
        address = address_of(machine::physical_to_virtual(page));
    }
    memset(pointer_to<void>(address), 0, align_up(bytes, line_size));
    return address;
}

void Slabs::free(vaddr address, usize bytes) {
    assert(bytes > 0 && is_aligned(address, line_size));
    if (bytes <= page_size)
        give_piece(address, divide_up(bytes, line_size));
    else
        frames->free(machine::virtual_to_physical(pointer_to<void>(address)), frames_order(bytes));
}

Result<vaddr, MemoryError> Slabs::take_piece(usize lines) {
    auto const lists = with_room_.lock();
    SlabList& with_room = lists->of(lines);
    Slab& slab = *TRY(slab_with_room(with_room, lines));
    vaddr address;
    if (slab.first_free) {
        address = address_of(slab.first_free);
        slab.first_free = slab.first_free->next;
    } else {
        address = address_of(&slab) + line_size + slab.carved * lines * line_size;
        ++slab.carved;
    }
    ++slab.used;
    if (slab.used == pieces_in(slab_order(lines), lines)) with_room.remove(slab);
    return address;
}

void Slabs::give_piece(vaddr address, usize lines) {
    auto const lists = with_room_.lock();
    u32 const order = slab_order(lines);
    Slab& slab = *pointer_to<Slab>(align_down(address, slab_bytes(order)));
    SlabList& with_room = lists->of(lines);
    assert(slab.used > 0);
    slab.first_free = new (pointer_to<void>(address)) Piece{slab.first_free};
    if (slab.used == pieces_in(order, lines)) with_room.push_front(slab);
    --slab.used;
    // One empty slab stays, so that taking and giving one piece by turns costs no frames.
    bool const is_only_one = with_room.first() == with_room.last();
    if (slab.used == 0 && !is_only_one) {
        with_room.remove(slab);
        frames->free(machine::virtual_to_physical(&slab), order);
    }
}

/// A slab for pieces of this many lines that has a free one; a new one if need be.
Result<Slabs::Slab*, MemoryError> Slabs::slab_with_room(SlabList& with_room, usize lines) {
    if (!with_room.is_empty()) return with_room.first();
    paddr const base = TRY(frames->allocate(slab_order(lines)));
    auto* const slab = new (machine::physical_to_virtual(base)) Slab;
    with_room.push_front(*slab);
    return slab;
}

} // namespace flat::memory
