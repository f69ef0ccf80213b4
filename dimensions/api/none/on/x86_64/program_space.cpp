// SPDX-License-Identifier: BSD-2-Clause
// One address space with a program in it.
#include <abi/program_space.hpp>

#include <abi/program_spaces.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::abi {

namespace {

constexpr u64 page_size = domain::page_size;

u64 pages_of(u64 bytes) {
    return (bytes + page_size - 1) / page_size;
}

} // namespace

bool ProgramSpace::build(ElfImage const& image) {
    auto const space = owner_.user_spaces->create();
    if (space.is_error()) return false;
    space_ = space.value();
    program_.page_root = space_->root();
    program_.upcall_entry = entry_ + upcall_handler_offset;
    for (u32 i = 0; i < image.segment_count(); ++i)
        if (!add_segment(image.segment(i))) return false;
    return add_stack() && add_call_stacks();
}

bool ProgramSpace::add_segment(ElfImage::Segment const& segment) {
    if (segment.memory_bytes == 0) return true;
    if (segment.address % page_size != 0) return false;
    u64 const pages = pages_of(segment.memory_bytes);
    auto const object = owner_.memory->image(
        *owner_.frames, pages, machine::virtual_to_physical(segment.file), segment.file_bytes);
    if (object.is_error()) return false;
    u32 rights = hal::Mmu::read;
    rights |= segment.is_writable ? hal::Mmu::write : 0;
    rights |= segment.is_executable ? hal::Mmu::execute : 0;
    return show(*object.value(), segment.address, pages, rights);
}

/// As high as it can be, so that what is below is never in its way; an unmapped page ends it.
vaddr ProgramSpace::stack() {
    return machine::user_end - page_size;
}

bool ProgramSpace::add_stack() {
    u64 const pages = owner_.stack_pages;
    auto const object = owner_.memory->zeros(*owner_.frames, pages);
    if (object.is_error()) return false;
    return show(*object.value(), stack() - pages * page_size, pages,
                hal::Mmu::read | hal::Mmu::write);
}

/// Those for calls lie below, an unmapped page below each.
bool ProgramSpace::add_call_stacks() {
    auto const object =
        owner_.memory->zeros(*owner_.frames, machine::call_stacks * call_stack_pages);
    if (object.is_error() || !keep(*object.value())) return false;
    u64 const distance = (call_stack_pages + 1) * page_size;
    vaddr const base =
        stack() - (u64{owner_.stack_pages} + 1) * page_size - machine::call_stacks * distance;
    for (u32 i = 0; i < machine::call_stacks; ++i) {
        auto const place = space_->map(*object.value(), i * call_stack_pages, call_stack_pages,
                                       base + i * distance, hal::Mmu::read | hal::Mmu::write);
        if (place.is_error()) return false;
    }
    program_.first_stack = base + call_stack_pages * page_size;
    program_.stack_distance = distance;
    program_.free_stacks = machine::all_call_stacks;
    return true;
}

/// Keeps an object, to be given back.
bool ProgramSpace::keep(memory::OwnedObject& object) {
    if (parts_count_ == parts_max) {
        object.release();
        return false;
    }
    parts_[parts_count_++] = &object;
    return true;
}

/// Keeps an object and maps it.
bool ProgramSpace::show(memory::OwnedObject& object, vaddr base, u64 pages, u32 rights) {
    return keep(object) && space_->map(object, 0, pages, base, rights).is_ok();
}

bool ProgramSpace::page_fault(vaddr address, u32 access) {
    auto const outcome = space_->resolve(address, access);
    return outcome.is_ok() && outcome.value() == 0;
}

void ProgramSpace::release() {
    if (space_) space_->release();
    for (u32 i = 0; i < parts_count_; ++i)
        parts_[i]->release();
    ProgramSpaces& owner = owner_;
    this->ProgramSpace::~ProgramSpace();
    owner.objects->free(address_of(this), sizeof(ProgramSpace));
}

void* ProgramSpace::narrow(InterfaceId id) {
    if (id == domain::ProgramSpace::interface_id) return static_cast<domain::ProgramSpace*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::abi
