// SPDX-License-Identifier: BSD-2-Clause
// Kernel memory in pieces of any size.
#include <memory/general.hpp>

#include <core/bits.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::memory {

using domain::page_size;

namespace {

/// How many pieces of a class fit into a page.
constexpr usize pieces_in_page(u32 size_class) {
    return page_size / size_classes::sizes[size_class];
}

} // namespace

Result<vaddr, MemoryError> General::allocate(usize bytes, usize alignment) {
    if (bytes == 0 || !is_power_of_two(alignment)) return MemoryError{MemoryError::Code::invalid};
    domain::LockGuard const guard(lock_);
    if (bytes <= size_classes::largest && alignment <= size_classes::largest)
        return take_piece(size_classes::class_for(bytes, alignment));
    if (Chunk::can_hold(bytes, alignment)) return take_pages(bytes, alignment);
    return take_block(bytes, alignment);
}

void General::free(vaddr address) {
    if (address == 0) return;
    domain::LockGuard const guard(lock_);
    if (is_aligned(address, Chunk::bytes)) { // where chunks have their own page
        give_block(address);
        return;
    }
    Page& page = Chunk::holding(address).page_at(address);
    if (page.run == 0) {
        give_piece(page, address);
        return;
    }
    assert(is_aligned(address, page_size));
    give_pages(page, page.run);
}

Result<vaddr, MemoryError> General::take_piece(u32 size_class) {
    PageList& with_room = with_room_[size_class];
    if (with_room.is_empty()) {
        Page& fresh = *TRY(new_pages(1, page_size));
        fresh.size_class = static_cast<u8>(size_class);
        with_room.push_front(fresh);
    }
    Page& page = *with_room.first();
    vaddr address;
    if (page.first_free) {
        address = address_of(page.first_free);
        page.first_free = page.first_free->next;
    } else {
        address = Chunk::describing(page).address_of_page(page) +
                  usize(page.carved) * size_classes::sizes[size_class];
        ++page.carved;
    }
    ++page.used;
    if (page.used == pieces_in_page(size_class)) with_room.remove(page);
    return address;
}

void General::give_piece(Page& page, vaddr address) {
    PageList& with_room = with_room_[page.size_class];
    assert(page.used > 0 && address % page_size % size_classes::sizes[page.size_class] == 0);
    page.first_free = new (pointer_to<void>(address)) Chunk::Piece{page.first_free};
    if (page.used == pieces_in_page(page.size_class)) with_room.push_front(page);
    --page.used;
    // One empty page stays, so that taking and giving one piece by turns costs no pages.
    bool const is_only_one = with_room.first() == with_room.last();
    if (page.used == 0 && !is_only_one) {
        with_room.remove(page);
        give_pages(page, 1);
    }
}

Result<vaddr, MemoryError> General::take_pages(usize bytes, usize alignment) {
    usize const count = divide_up(bytes, page_size);
    Page& page = *TRY(new_pages(count, max(alignment, page_size)));
    page.run = static_cast<u8>(count);
    return Chunk::describing(page).address_of_page(page);
}

void General::give_pages(Page& page, usize count) {
    Chunk& chunk = Chunk::describing(page);
    chunk.give(page, count);
    bool const is_only_one = chunks_.first() == chunks_.last();
    if (chunk.is_empty() && !is_only_one) {
        chunks_.remove(chunk);
        frames->free(machine::virtual_to_physical(&chunk), Chunk::order);
    }
}

/// Pages in a row from the first chunk that has them; from a new one if need be.
Result<General::Page*, MemoryError> General::new_pages(usize count, usize alignment) {
    for (Chunk& chunk : chunks_)
        if (Maybe<Page*> const page = chunk.take(count, alignment)) return *page;
    paddr const base = TRY(frames->allocate(Chunk::order));
    auto* const chunk = new (machine::physical_to_virtual(base)) Chunk;
    chunks_.push_front(*chunk);
    return *chunk->take(count, alignment);
}

Result<vaddr, MemoryError> General::take_block(usize bytes, usize alignment) {
    usize const rounded = max(max(bytes, alignment), Chunk::bytes);
    u32 const order = log2_ceiling(divide_up(rounded, page_size));
    vaddr const record = TRY(take_piece(size_classes::class_for(sizeof(Block), alignof(Block))));
    auto const base = frames->allocate(order);
    if (base.is_error()) {
        give_piece(Chunk::holding(record).page_at(record), record);
        return base.error();
    }
    vaddr const address = address_of(machine::physical_to_virtual(base.value()));
    blocks_.push_front(*new (pointer_to<void>(record)) Block{{}, address, order});
    return address;
}

void General::give_block(vaddr address) {
    for (Block& block : blocks_) {
        if (block.address != address) continue;
        blocks_.remove(block);
        frames->free(machine::virtual_to_physical(pointer_to<void>(address)), block.order);
        vaddr const record = address_of(&block);
        give_piece(Chunk::holding(record).page_at(record), record);
        return;
    }
    assert(!"a piece that was allocated");
}

} // namespace flat::memory
