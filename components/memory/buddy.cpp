// SPDX-License-Identifier: BSD-2-Clause
// Physical page frames by the buddy system.
#include <memory/buddy.hpp>

#include <core/bits.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::memory {

using domain::page_size;
using domain::page_size_log2;
using hal::PhysicalMemory;

namespace {

constexpr u64 frames_of(u32 order) {
    return bit(order);
}

constexpr paddr address_of_frame(u64 frame) {
    return frame << page_size_log2;
}

/// How many frames the bitmaps for the frames [begin, end) take.
u64 map_frames(u64 begin, u64 end) {
    return divide_up(FreeMap::words_for(begin, end) * sizeof(u64), page_size);
}

/// The whole frames [begin, end) of a region.
struct FrameRange {
    u64 begin;
    u64 end;

    explicit FrameRange(PhysicalMemory::Region const& region)
        : begin(divide_up(region.base, page_size)),
          end((region.base + region.size_bytes) >> page_size_log2) {}

    u64 frames() const { return begin < end ? end - begin : 0; }
};

/// Calls `visit(range)` for each free region that has a whole frame.
template<class Visit>
void for_each_free(PhysicalMemory& memory, Visit visit) {
    for (u32 i = 0; i < memory.region_count(); ++i) {
        auto const region = memory.region(i);
        FrameRange const range(region);
        if (region.kind == PhysicalMemory::Kind::free && range.frames() > 0) visit(range);
    }
}

} // namespace

Buddy::Buddy(Ports const& ports, Attributes const& attributes) : BuddyComponent(ports, attributes) {
    u64 begin = ~u64(0);
    u64 end = 0;
    for_each_free(*memory, [&](FrameRange range) {
        begin = min(begin, range.begin);
        end = max(end, range.end);
    });
    if (begin >= end) panic("there is no free memory");
    auto const free = free_.lock();
    u64 const map_begin = place_map(free->map, begin, end);
    for_each_free(*memory, [&](FrameRange range) {
        free->add(range.begin == map_begin ? map_begin + map_frames(begin, end) : range.begin,
                  range.end);
    });
}

/// Puts the bitmaps for the frames [begin, end) at the beginning of the first free region that has
/// room for them and returns that beginning.
u64 Buddy::place_map(FreeMap& map, u64 begin, u64 end) {
    Maybe<u64> place;
    for_each_free(*memory, [&](FrameRange range) {
        if (!place && range.frames() >= map_frames(begin, end)) place = range.begin;
    });
    if (!place) panic("no free region has room for {} frames of bitmaps", map_frames(begin, end));
    auto* const words = static_cast<u64*>(machine::physical_to_virtual(address_of_frame(*place)));
    map = FreeMap(begin, end, Span<u64>(words, FreeMap::words_for(begin, end)));
    return *place;
}

Result<paddr, MemoryError> Buddy::allocate(u32 order) {
    if (order >= FreeMap::orders) return MemoryError{MemoryError::Code::invalid};
    auto const free = free_.lock();
    u32 found = order;
    while (free->lists[found].is_empty())
        if (++found == FreeMap::orders) return MemoryError{MemoryError::Code::out_of_memory};
    u64 const frame = machine::virtual_to_physical(free->lists[found].first()) >> page_size_log2;
    free->remove(frame, found);
    while (found > order) {
        --found;
        free->insert(frame + frames_of(found), found);
    }
    return address_of_frame(frame);
}

void Buddy::free(paddr base, u32 order) {
    u64 const frame = base >> page_size_log2;
    assert(order < FreeMap::orders && is_aligned(base, page_size << order));
    auto const free = free_.lock();
    assert(frame >= free->map.begin() && frame + frames_of(order) <= free->map.end());
    assert(!free->order_of(frame)); // freed twice
    free->merge(frame, order);
}

Result<void, MemoryError> Buddy::reserve(paddr base, u64 size_bytes) {
    if (size_bytes == 0) return {};
    u64 const begin = base >> page_size_log2;
    u64 const end = divide_up(base + size_bytes, page_size);
    if (end < begin) return MemoryError{MemoryError::Code::invalid};
    auto const free = free_.lock();
    for (u64 frame = begin; frame < end;) {
        Maybe<u32> const order = free->order_of(frame);
        if (!order) return MemoryError{MemoryError::Code::out_of_memory};
        frame = align_down(frame, frames_of(*order)) + frames_of(*order);
    }
    for (u64 frame = begin; frame < end;) {
        u32 const order = *free->order_of(frame);
        u64 const block = align_down(frame, frames_of(order));
        free->remove(block, order);
        free->carve(block, order, begin, end);
        frame = block + frames_of(order);
    }
    return {};
}

u64 Buddy::free_bytes() {
    auto const free = free_.lock();
    return free->frames << page_size_log2;
}

/// Makes the frames [begin, end) free, as the largest blocks possible.
void Buddy::FreeBlocks::add(u64 begin, u64 end) {
    while (begin < end) {
        u32 order = min(log2_floor(end - begin), FreeMap::orders - 1);
        if (begin != 0) order = min(order, lowest_bit(begin));
        merge(begin, order);
        begin += frames_of(order);
    }
}

/// Adds a block to the free ones.
void Buddy::FreeBlocks::insert(u64 frame, u32 order) {
    void* const place = machine::physical_to_virtual(address_of_frame(frame));
    lists[order].push_front(*new (place) Block);
    map.set_free(frame, order);
    frames += frames_of(order);
}

/// Takes a block out of the free ones.
void Buddy::FreeBlocks::remove(u64 frame, u32 order) {
    void* const place = machine::physical_to_virtual(address_of_frame(frame));
    lists[order].remove(*static_cast<Block*>(place));
    map.set_taken(frame, order);
    frames -= frames_of(order);
}

/// Adds a block to the free ones, united with its buddy as long as that is free too.
void Buddy::FreeBlocks::merge(u64 frame, u32 order) {
    while (order + 1 < FreeMap::orders) {
        u64 const buddy = frame ^ frames_of(order);
        if (!map.is_free(buddy, order)) break;
        remove(buddy, order);
        frame = min(frame, buddy);
        ++order;
    }
    insert(frame, order);
}

/// Of a block that is taken, makes free again what lies outside [begin, end).
void Buddy::FreeBlocks::carve(u64 frame, u32 order, u64 begin, u64 end) {
    if (begin <= frame && frame + frames_of(order) <= end) return;
    if (frame + frames_of(order) <= begin || end <= frame) {
        insert(frame, order);
        return;
    }
    carve(frame, order - 1, begin, end);
    carve(frame + frames_of(order - 1), order - 1, begin, end);
}

/// The order of the free block that a frame is part of.
Maybe<u32> Buddy::FreeBlocks::order_of(u64 frame) const {
    for (u32 order = 0; order < FreeMap::orders; ++order)
        if (map.is_free(frame, order)) return order;
    return nothing;
}

} // namespace flat::memory
