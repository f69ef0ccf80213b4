// SPDX-License-Identifier: BSD-2-Clause
// Memory that begins as a copy of bytes and goes on with zeros, and lives in frames alone.
#include <mapping/anonymous_object.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::mapping {

using domain::page_size;

namespace {

constexpr u32 all_rights = hal::Mmu::read | hal::Mmu::write | hal::Mmu::execute;

} // namespace

void AnonymousObject::fill(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    for (u64 i = 0; i < count; ++i) {
        paddr frame = 0;
        memcpy(&frame, frames.data() + i * sizeof(paddr), sizeof(paddr));
        fill_page(first_page + i, machine::physical_to_virtual(frame));
    }
    transfer.ended(first_page, count, all_rights);
}

void AnonymousObject::upgrade(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), all_rights);
}

void AnonymousObject::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), 0);
}

void AnonymousObject::release() {
    bool const is_closed = resident_.close(*this);
    assert(is_closed); // no transfer outlasts its call
    static_cast<void>(is_closed);
    memory::Objects& memory = memory_;
    this->AnonymousObject::~AnonymousObject();
    memory.free(address_of(this), sizeof(AnonymousObject));
}

void* AnonymousObject::narrow(InterfaceId id) {
    if (id == memory::OwnedObject::interface_id) return static_cast<memory::OwnedObject*>(this);
    if (id == memory::FilledObject::interface_id) return static_cast<memory::FilledObject*>(this);
    if (id == memory::MemoryObject::interface_id) return static_cast<memory::MemoryObject*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    return nullptr;
}

void AnonymousObject::fill_page(u64 page, void* frame) const {
    u64 const begin = page * page_size;
    u64 const copied = begin < source_.bytes ? min<u64>(source_.bytes - begin, page_size) : 0;
    if (copied != 0) memcpy(frame, machine::physical_to_virtual(source_.base + begin), copied);
    memset(static_cast<u8*>(frame) + copied, 0, page_size - copied);
}

} // namespace flat::mapping
