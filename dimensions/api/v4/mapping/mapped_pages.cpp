// SPDX-License-Identifier: BSD-2-Clause
// Looking mappings up by address, and the memory of their nodes.
#include <api/mapping/mapped_pages.hpp>

#include <core/compiler.hpp>
#include <new>

namespace flat::api {

namespace {

constexpr vaddr large_base(vaddr address) {
    return address & ~(large_page_bytes - 1);
}

constexpr vaddr small_base(vaddr address) {
    return address & ~u64{domain::page_size - 1};
}

Mapping* before(Mapping* mapping, vaddr end) {
    return mapping && mapping->base < end ? mapping : nullptr;
}

} // namespace

FLAT_INLINE_CALLS Mapping* MappedPages::find(vaddr address) {
    if (Mapping* const small = find_small(small_base(address))) return small;
    return large_.find(large_base(address));
}

bool MappedPages::has_small(vaddr base, u64 bytes) {
    return before(small().first_from(base), base + bytes);
}

Mapping* MappedPages::first_small(vaddr base, vaddr end) {
    return before(small().first_from(base), end);
}

Mapping* MappedPages::first_large(vaddr base, vaddr end) {
    return before(large_.first_from(base), end);
}

vaddr MappedPages::first_mapped(vaddr address) {
    Mapping const* const first = small().first_from(address);
    Mapping const* const large = large_.first_from(large_base(address));
    if (large && (!first || large->base < first->base))
        return large->base < address ? address : large->base;
    return first ? first->base : ~vaddr{0};
}

void MappedPages::put_recent() {
    is_recent_alone_ = false;
    small_.insert(*recent_);
}

void MappedPages::insert(Mapping& mapping) {
    if (mapping.is_large()) return large_.insert(mapping);
    if (is_recent_alone_) put_recent();
    recent_ = &mapping;
    is_recent_alone_ = true;
}

void MappedPages::remove(Mapping& mapping) {
    if (mapping.is_large()) return large_.remove(mapping);
    bool const is_alone = is_recent_alone_ && recent_ == &mapping;
    if (recent_ == &mapping) recent_ = nullptr;
    if (is_alone)
        is_recent_alone_ = false;
    else
        small_.remove(mapping);
}

void MappedPages::add_frame(void* frame) {
    Frame& fresh = *new (frame) Frame;
    u8* const begin = static_cast<u8*>(frame);
    constexpr usize first = (sizeof(Frame) + alignof(Mapping) - 1) / alignof(Mapping);
    for (usize at = first * alignof(Mapping); at + sizeof(Mapping) <= domain::page_size;
         at += sizeof(Mapping))
        fresh.free = new (begin + at) Slot{fresh.free};
    with_room_.push_front(fresh);
}

void* MappedPages::take() {
    Frame& frame = *with_room_.first();
    Slot* const slot = frame.free;
    frame.free = slot->next;
    ++frame.used;
    if (!frame.free) {
        with_room_.remove(frame);
        full_.push_back(frame);
    }
    return slot;
}

void* MappedPages::dispose(Mapping& mapping) {
    Frame& frame = *pointer_to<Frame>(small_base(address_of(&mapping)));
    if (!frame.free) {
        full_.remove(frame);
        with_room_.push_back(frame);
    }
    mapping.~Mapping();
    frame.free = new (&mapping) Slot{frame.free};
    --frame.used;
    // One stays, so that a page that comes and goes does not take and give a frame each time.
    bool const is_last = with_room_.first() == with_room_.last();
    if (frame.used != 0 || is_last) return nullptr;
    with_room_.remove(frame);
    return &frame;
}

void* MappedPages::take_empty_frame() {
    for (Frame& frame : with_room_)
        if (frame.used == 0) {
            with_room_.remove(frame);
            return &frame;
        }
    return nullptr;
}

} // namespace flat::api
