// SPDX-License-Identifier: BSD-2-Clause
// Creation of address spaces and the areas that the kernel maps into them itself.
#include <api/spaces.hpp>

#include <abi/user_context.hpp>
#include <api/encodings.hpp>
#include <core/image/object_record.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>
#include <new>

namespace flat::api {

namespace {

constexpr u32 user_read = hal::Mmu::read | hal::Mmu::user;
constexpr u32 user_read_write = user_read | hal::Mmu::write;
constexpr u64 page_mask = domain::page_size - 1;

} // namespace

Spaces::Spaces(Ports const& ports, Attributes const& attributes)
    : SpacesComponent(ports, attributes) {
    for (u32 i = 0; i < memory->region_count(); ++i) {
        auto const region = memory->region(i);
        bool const is_larger = region.size_bytes > user_memory_.size_bytes;
        if (region.kind == hal::PhysicalMemory::Kind::free && is_larger) user_memory_ = region;
    }
    paddr const end = (user_memory_.base + user_memory_.size_bytes) & ~page_mask;
    user_memory_.base = (user_memory_.base + page_mask) & ~page_mask;
    user_memory_.size_bytes = end > user_memory_.base ? end - user_memory_.base : 0;
    if (user_memory_.size_bytes == 0) panic("api.Spaces: there is no memory for user programs");
}

Space* Spaces::create() {
    auto const place = objects->allocate(sizeof(Space));
    if (place.is_error()) return nullptr;
    auto const root = mmu->create_root();
    if (root.is_error()) {
        objects->free(place.value(), sizeof(Space));
        return nullptr;
    }
    Space* const space = new (pointer_to<void>(place.value())) Space();
    space->set_page_root(root.value());
    tell_objects("flat::Space", space);
    return space;
}

void Spaces::destroy(Space& space) {
    dying_.push_back(space);
}

bool Spaces::configure(Space& space, u64 interface_page_area, u64 utcb_area) {
    Fpage const page{interface_page_area};
    Fpage const old = space.interface_page_area();
    auto const mapped = replace(
        space, {page.address(), interface_page->frame(), domain::page_size_log2, user_read});
    if (mapped.is_error()) return false;
    if (space.is_configured() && old.address() != page.address())
        (void)mmu->remove_mapping(space.page_root(), old.address());
    space.configure(page, Fpage{utcb_area});
    return true;
}

bool Spaces::allocate_utcb(Tcb& thread, vaddr location) {
    Space& space = *thread.space();
    vaddr const page = location & ~page_mask;
    auto const present = mmu->get_mapping(space.page_root(), page);
    paddr frame = present.is_ok() ? present.value().physical : 0;
    if (present.is_error()) {
        if (!may_take(space)) return false;
        auto const fresh = frames->allocate(0);
        if (fresh.is_error()) return false;
        frame = fresh.value();
        memset(machine::physical_to_virtual(frame), 0, domain::page_size);
        if (replace(space, {page, frame, domain::page_size_log2, user_read_write}).is_error()) {
            frames->free(frame, 0);
            return false;
        }
        space.charge(1);
    }
    // With a thread in it, the space keeps its areas: their pages are the kernel's.
    space.fix_areas();
    void* const place = machine::physical_to_virtual(frame + (location & page_mask));
    thread.set_utcb(*new (place) Utcb(), location);
    thread.set_local_id(location + __builtin_offsetof(Utcb, message_registers));
    return true;
}

bool Spaces::may_take(Space& space) {
    if (space.is_privileged()) return true;
    return space.kernel_frames() < quota_frames &&
           frames->free_bytes() / domain::page_size >= reserve_frames;
}

void Spaces::charge(Space& space, u64 free_bytes_before) {
    u64 const taken_bytes = free_bytes_before - frames->free_bytes();
    space.charge(static_cast<u32>(taken_bytes / domain::page_size));
}

// What is replaced is the kernel's or sigma0's own, as large as what comes.
Spaces::MmuResult Spaces::replace(Space& space, hal::Mmu::Mapping const& page) {
    if (!may_take(space)) return hal::MmuError{hal::MmuError::Code::out_of_memory};
    (void)mmu->remove_mapping(space.page_root(), page.base);
    return add_page(space, page);
}

} // namespace flat::api
