// SPDX-License-Identifier: BSD-2-Clause
// Whose each byte of physical memory is: sigma0's whole state.
#include "memory_map.hpp"

#include <core/utility.hpp>

namespace sigma0 {

using l4::Fpage;
using l4::Rights;
using l4::ThreadId;
using l4::usize;
using l4::Word;

namespace {

constexpr unsigned page_size_log2 = 12;
constexpr Word page_mask = (Word{1} << page_size_log2) - 1;
constexpr Word top = ~Word{0};

Use use_of(l4::MemoryType type) {
    switch (type) {
    case l4::MemoryType::conventional:
        return Use::free;
    case l4::MemoryType::shared:
        return Use::shared;
    case l4::MemoryType::dedicated:
    case l4::MemoryType::boot_loader:
    case l4::MemoryType::architecture:
        return Use::device;
    case l4::MemoryType::undefined:
    case l4::MemoryType::reserved:
        return Use::forbidden;
    }
    return Use::forbidden;
}

} // namespace

void MemoryMap::describe(l4::MemoryDescriptor descriptor) {
    if (descriptor.is_virtual() || descriptor.first() > descriptor.last()) return;
    auto const use = use_of(descriptor.type());
    if (use != Use::free) {
        set(descriptor.first() & ~page_mask, descriptor.last() | page_mask, use, ThreadId::nil());
        return;
    }
    // Inwards: the rest of a page that is partly conventional may be anything.
    Word const first = (descriptor.first() + page_mask) & ~page_mask;
    Word const end = (descriptor.last() + 1) & ~page_mask;
    if (first < end) set(first, end - 1, use, ThreadId::nil());
}

void MemoryMap::give(Word first, Word last, ThreadId owner) {
    set(first & ~page_mask, last | page_mask, Use::owned, owner);
}

Fpage MemoryMap::take(Fpage region, ThreadId thread) {
    if (region.is_complete() || region.size_log2() < page_size_log2) return Fpage::nil();
    Word const first = region.address();
    Word const last = first + (region.size_bytes() - 1);
    auto const& around = regions_[index_of(first)];
    bool const is_shared = around.use == Use::shared && last <= last_of(index_of(first));
    if (!is_shared) {
        if (!may_take(first, last, thread) || !has_room()) return Fpage::nil();
        clear_free(first, last);
        set(first, last, Use::owned, thread);
    }
    return region.with(Rights::all);
}

Fpage MemoryMap::take_by_fault(Word address, ThreadId thread) {
    if (regions_[index_of(address)].use == Use::device) return Fpage::nil();
    return take(Fpage::around(address, page_size_log2), thread);
}

Fpage MemoryMap::take_anywhere(unsigned size_log2, ThreadId thread) {
    if (size_log2 < page_size_log2) return Fpage::nil();
    Word const size_mask = (Word{1} << size_log2) - 1;
    for (usize index = count_; index-- > 0;) {
        if (regions_[index].use != Use::free) continue;
        // The last byte of the highest aligned part; the addition wraps to 0 at the very top.
        Word const last = ((last_of(index) + 1) & ~size_mask) - 1;
        if (last > last_of(index) || last < size_mask || last - size_mask < regions_[index].first)
            continue;
        return take(Fpage::around(last, size_log2), thread);
    }
    return Fpage::nil();
}

usize MemoryMap::index_of(Word address) const {
    usize index = count_ - 1;
    while (regions_[index].first > address)
        --index;
    return index;
}

Word MemoryMap::last_of(usize index) const {
    return index + 1 < count_ ? regions_[index + 1].first - 1 : top;
}

/// Gives a stretch one use and owner. Changes nothing when there is no room.
void MemoryMap::set(Word first, Word last, Use use, ThreadId owner) {
    if (!has_room()) return;
    usize const index = begin_region_at(first);
    usize const next = last == top ? count_ : begin_region_at(last + 1);
    regions_[index].use = use;
    regions_[index].owner = owner;
    remove(index + 1, next - index - 1);
    if (index + 1 < count_ && regions_[index + 1].is_like(regions_[index])) remove(index + 1, 1);
    if (index > 0 && regions_[index].is_like(regions_[index - 1])) remove(index, 1);
}

/// Splits the region around `address` there, unless it begins there. Returns the later part.
usize MemoryMap::begin_region_at(Word address) {
    usize const index = index_of(address);
    if (regions_[index].first == address) return index;
    for (usize moved = count_++; moved > index + 1; --moved)
        regions_[moved] = regions_[moved - 1];
    regions_[index + 1] = regions_[index];
    regions_[index + 1].first = address;
    return index + 1;
}

void MemoryMap::remove(usize index, usize how_many) {
    for (usize moved = index + how_many; moved < count_; ++moved)
        regions_[moved - how_many] = regions_[moved];
    count_ -= how_many;
}

bool MemoryMap::may_take(Word first, Word last, ThreadId thread) const {
    for (usize index = index_of(first); index < count_ && regions_[index].first <= last; ++index) {
        auto const& region = regions_[index];
        bool const is_mine = region.use == Use::owned && region.owner == thread;
        if (region.use != Use::free && region.use != Use::device && !is_mine) return false;
    }
    return true;
}

void MemoryMap::clear_free(Word first, Word last) const {
    for (usize index = index_of(first); index < count_ && regions_[index].first <= last; ++index)
        if (regions_[index].use == Use::free)
            clear_(flat::max(first, regions_[index].first), flat::min(last, last_of(index)));
}

} // namespace sigma0
