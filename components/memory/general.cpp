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
    auto const lists = lists_.lock();
    if (bytes <= size_classes::largest && alignment <= size_classes::largest)
        return take_piece(*lists, size_classes::class_for(bytes, alignment));
    if (Chunk::can_hold(bytes, alignment)) return take_pages(*lists, bytes, alignment);
    return take_block(*lists, bytes, alignment);
}

void General::free(vaddr address) {
    if (address == 0) return;
    auto const lists = lists_.lock();
    if (is_aligned(address, Chunk::bytes)) { // where chunks have their own page
        give_block(*lists, address);
        return;
    }
    Page& page = Chunk::holding(address).page_at(address);
    if (page.run == 0) {
        give_piece(*lists, page, address);
        return;
    }
    assert(is_aligned(address, page_size));
    give_pages(*lists, page, page.run);
}

Result<vaddr, MemoryError> General::take_piece(Lists& lists, u32 size_class) {
    PageList& with_room = lists.with_room[size_class];
    if (with_room.is_empty()) {
        Page& fresh = *TRY(new_pages(lists, 1, page_size));
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

void General::give_piece(Lists& lists, Page& page, vaddr address) {
    PageList& with_room = lists.with_room[page.size_class];
    assert(page.used > 0 && address % page_size % size_classes::sizes[page.size_class] == 0);
    page.first_free = new (pointer_to<void>(address)) Chunk::Piece{page.first_free};
    if (page.used == pieces_in_page(page.size_class)) with_room.push_front(page);
    --page.used;
    // One empty page stays, so that taking and giving one piece by turns costs no pages.
    bool const is_only_one = with_room.first() == with_room.last();
    if (page.used == 0 && !is_only_one) {
        with_room.remove(page);
        give_pages(lists, page, 1);
    }
}

Result<vaddr, MemoryError> General::take_pages(Lists& lists, usize bytes, usize alignment) {
    usize const count = divide_up(bytes, page_size);
    Page& page = *TRY(new_pages(lists, count, max(alignment, page_size)));
    page.run = static_cast<u8>(count);
    return Chunk::describing(page).address_of_page(page);
}

void General::give_pages(Lists& lists, Page& page, usize count) {
    Chunk& chunk = Chunk::describing(page);
    chunk.give(page, count);
    bool const is_only_one = lists.chunks.first() == lists.chunks.last();
    if (chunk.is_empty() && !is_only_one) {
        lists.chunks.remove(chunk);
        frames->free(machine::virtual_to_physical(&chunk), Chunk::order);
    }
}

/// Pages in a row from the first chunk that has them; from a new one if need be.
Result<General::Page*, MemoryError> General::new_pages(Lists& lists, usize count, usize alignment) {
    for (Chunk& chunk : lists.chunks)
        if (Maybe<Page*> const page = chunk.take(count, alignment)) return *page;
    paddr const base = TRY(frames->allocate(Chunk::order));
    auto* const chunk = new (machine::physical_to_virtual(base)) Chunk;
    lists.chunks.push_front(*chunk);
    return *chunk->take(count, alignment);
}

Result<vaddr, MemoryError> General::take_block(Lists& lists, usize bytes, usize alignment) {
    usize const rounded = max(max(bytes, alignment), Chunk::bytes);
    u32 const order = log2_ceiling(divide_up(rounded, page_size));
    vaddr const record =
        TRY(take_piece(lists, size_classes::class_for(sizeof(Block), alignof(Block))));
    auto const base = frames->allocate(order);
    if (base.is_error()) {
        give_piece(lists, Chunk::holding(record).page_at(record), record);
        return base.error();
    }
    vaddr const address = address_of(machine::physical_to_virtual(base.value()));
    lists.blocks.push_front(*new (pointer_to<void>(record)) Block{{}, address, order});
    return address;
}

void General::give_block(Lists& lists, vaddr address) {
    for (Block& block : lists.blocks) {
        if (block.address != address) continue;
        lists.blocks.remove(block);
        frames->free(machine::virtual_to_physical(pointer_to<void>(address)), block.order);
        vaddr const record = address_of(&block);
        give_piece(lists, Chunk::holding(record).page_at(record), record);
        return;
    }
    assert(!"a piece that was allocated");
}

} // namespace flat::memory
