// SPDX-License-Identifier: BSD-2-Clause
// Memory for code that comes at run time, in one address space.
#include <core/machine/code_regions.hpp>

#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/interrupts.hpp>

#include <new>

namespace flat::machine {

using hal::Mmu;
using memory::MappingError;
using Code = MappingError::Code;

Result<void, MappingError> CodeRegion::seal(u64 first_page, u64 pages, bool is_executable) {
    if (pages == 0 || pages > pages_ || first_page > pages_ - pages)
        return MappingError{Code::invalid};
    if (!enter()) return MappingError{Code::unavailable};
    u32 const rights = Mmu::read | (is_executable ? u32{Mmu::execute} : 0);
    auto done = note_seal({first_page, pages});
    if (done.is_ok()) done = space_.protect(base_ + first_page * domain::page_size, pages, rights);
    leave();
    return done;
}

/// Notes pages before they change: what fails half-way must not be writable and sealed again.
Result<void, MappingError> CodeRegion::note_seal(Pages sealed) {
    InterruptGuard const guard;
    for (u32 i = 0; i < seal_count_; ++i) {
        Pages const& other = seals_[i];
        bool const meets =
            sealed.first < other.first + other.count && other.first < sealed.first + sealed.count;
        if (meets) return MappingError{Code::forbidden};
    }
    if (seal_count_ == seals_max) return MappingError{Code::out_of_memory};
    seals_[seal_count_++] = sealed;
    return {};
}

void CodeRegion::release() {
    if (!claim()) return;
    if (owner_) {
        static_cast<void>(space_.unmap(base_, pages_)); // all of it is mapped
        object_.release();
        owner_->give_back(pages_);
        leave();
    }
    free_record();
}

/// Takes it off those of its space, which then stays until `leave`. False if the space is going:
/// whoever takes that down does the rest.
bool CodeRegion::claim() {
    InterruptGuard const guard;
    if (!owner_) return true;
    if (enter()) {
        owner_->regions_.remove(*this);
        return true;
    }
    is_released_ = true;
    return false;
}

void CodeRegion::free_record() {
    memory::Objects& records = records_;
    this->CodeRegion::~CodeRegion();
    records.free(address_of(this), sizeof(CodeRegion));
}

void* CodeRegion::narrow(InterfaceId id) {
    if (id == memory::CodeRegion::interface_id) return static_cast<memory::CodeRegion*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

/// Whether the space is there, which then stays until `leave`.
bool CodeRegion::enter() {
    InterruptGuard const guard;
    return owner_ && (!owner_->guest_ || owner_->guest_->keep());
}

void CodeRegion::leave() {
    InterruptGuard const guard;
    if (owner_->guest_) owner_->guest_->let_go();
}

Result<memory::CodeRegion*, MappingError>
CodeRegions::take(Parts const& parts, memory::AddressSpace& space, u64 pages, u64 limit) {
    if (pages == 0) return MappingError{Code::invalid};
    if (!reserve(pages, limit)) return MappingError{Code::out_of_memory};
    auto const made = make(parts, space, pages);
    if (made.is_error()) give_back(pages);
    return made;
}

bool CodeRegions::reserve(u64 pages, u64 limit) {
    InterruptGuard const guard;
    if (pages > limit || pages_ > limit - pages) return false;
    pages_ += pages;
    return true;
}

Result<memory::CodeRegion*, MappingError>
CodeRegions::make(Parts const& parts, memory::AddressSpace& space, u64 pages) {
    constexpr MappingError out_of_memory{Code::out_of_memory};
    auto const place = parts.records.allocate(sizeof(CodeRegion));
    if (place.is_error()) return out_of_memory;
    auto const object = parts.objects.zeros(parts.frames, pages);
    if (object.is_error()) {
        parts.records.free(place.value(), sizeof(CodeRegion));
        return out_of_memory;
    }
    auto const base = space.map(*object.value(), 0, pages, 0, Mmu::read | Mmu::write);
    if (base.is_error()) {
        object.value()->release();
        parts.records.free(place.value(), sizeof(CodeRegion));
        return base.error();
    }
    auto* const region = new (pointer_to<void>(place.value()))
        CodeRegion(*this, parts.records, space, *object.value(), base.value(), pages);
    InterruptGuard const guard;
    regions_.push_back(*region);
    return region;
}

void CodeRegions::give_back(u64 pages) {
    InterruptGuard const guard;
    pages_ -= pages;
}

void CodeRegions::close() {
    while (CodeRegion* const region = regions_.first()) {
        memory::OwnedObject& object = region->object_;
        bool const has_holder = detach(*region);
        object.release();
        if (!has_holder) region->free_record();
    }
}

/// Whether somebody still has it to release, who then does no more than free its record.
bool CodeRegions::detach(CodeRegion& region) {
    InterruptGuard const guard;
    regions_.remove(region);
    region.owner_ = nullptr;
    return !region.is_released_;
}

} // namespace flat::machine
