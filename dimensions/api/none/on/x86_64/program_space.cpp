// SPDX-License-Identifier: BSD-2-Clause
// One address space with a program in it.
#include <abi/program_space.hpp>

#include <abi/program_spaces.hpp>
#include <core/machine/first_stack.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::abi {

namespace {

using Code = domain::ProgramError::Code;
using domain::page_size;

} // namespace

Result<void, ProgramFault> ProgramSpace::build(Span<u8 const> file, ProgramImage const& image,
                                               Span<u8 const> arguments) {
    ProgramFault const exhausted{Code::exhausted, "there is no room for it"};
    auto const space = owner_.user_spaces->create();
    if (space.is_error()) return exhausted;
    space_ = space.value();
    program_.upcall_entry = entry_ + upcall_handler_offset;
    program_.set_place(space_->root(), entry_ + signal_handler_offset);
    for (ProgramImage::Part const& part : image.parts())
        if (!add_part(file, part)) return exhausted;
    if (!add_stack() || (is_of_the_kit_ && !add_call_stacks())) return exhausted;
    if (!arguments.is_empty() && !add_arguments(arguments))
        return ProgramFault{Code::invalid, "its arguments do not fit, or the last has no end"};
    return {};
}

bool ProgramSpace::add_part(Span<u8 const> file, ProgramImage::Part const& part) {
    paddr const source = machine::virtual_to_physical(file.data() + part.offset);
    auto const object = owner_.memory->image(frames_, part.pages, source, part.bytes);
    if (object.is_error()) return false;
    u32 rights = hal::Mmu::read;
    rights |= part.is_writable ? hal::Mmu::write : 0;
    rights |= part.is_executable ? hal::Mmu::execute : 0;
    return show(*object.value(), part.base, part.pages, rights);
}

bool ProgramSpace::add_stack() {
    u64 const pages = owner_.stack_pages;
    auto const object = owner_.memory->zeros(frames_, pages);
    if (object.is_error()) return false;
    stack_ = stack_end;
    return show(*object.value(), stack_end - pages * page_size, pages,
                hal::Mmu::read | hal::Mmu::write);
}

bool ProgramSpace::add_arguments(Span<u8 const> arguments) {
    auto const frame = frames_.allocate(0);
    if (frame.is_error()) return false;
    arguments_ = static_cast<u8*>(machine::physical_to_virtual(frame.value()));
    memset(arguments_, 0, page_size); // what was there before is nobody's business
    auto const start = write_arguments(Span<u8>(arguments_, page_size), stack_end, arguments);
    if (!start) return false;
    stack_ = stack_end + *start;
    auto const object = owner_.memory->image(frames_, 1, frame.value(), page_size);
    return object.is_ok() && show(*object.value(), stack_end, 1, hal::Mmu::read | hal::Mmu::write);
}

/// Those for calls lie below, an unmapped page below each.
bool ProgramSpace::add_call_stacks() {
    auto const object = owner_.memory->zeros(frames_, machine::call_stacks * call_stack_pages);
    if (object.is_error() || !keep(*object.value())) return false;
    vaddr const base = call_stacks_base(owner_.stack_pages);
    for (u32 i = 0; i < machine::call_stacks; ++i) {
        auto const place =
            space_->map(*object.value(), i * call_stack_pages, call_stack_pages,
                        base + i * call_stack_distance, hal::Mmu::read | hal::Mmu::write);
        if (place.is_error()) return false;
    }
    program_.set_stacks(base + call_stack_pages * page_size, call_stack_distance,
                        windows_base(owner_.stack_pages), window_bytes);
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

vaddr ProgramSpace::show(paddr base, u64 pages) {
    if (!owner_.physical) return 0;
    program_.sees_memory_of_others = true;
    return space_
        ->map(*owner_.physical, base / page_size, pages, 0, hal::Mmu::read | hal::Mmu::write)
        .value_or(0);
}

void ProgramSpace::hide(vaddr address, u64 pages) {
    static_cast<void>(space_->unmap(address, pages)); // the program may have done so itself
}

/// All of it is filled at once, so that whoever has it does not end for lack of memory later.
Result<memory::CodeRegion*, memory::MappingError> ProgramSpace::take_code(u64 pages, u64 limit) {
    machine::CodeRegions::Parts const parts{*owner_.objects, *owner_.memory, frames_};
    memory::CodeRegion& region = *TRY(code_.take(parts, *space_, pages, limit));
    for (u64 i = 0; i < pages; ++i) {
        vaddr const page = region.base() + i * page_size;
        auto const filled = space_->resolve(page, hal::Mmu::read | hal::Mmu::write);
        if (filled.is_ok()) continue;
        region.release();
        return memory::MappingError{memory::MappingError::Code::out_of_memory};
    }
    return &region;
}

bool ProgramSpace::page_fault(vaddr address, u32 access) {
    auto const outcome = space_->resolve(address, access);
    return outcome.is_ok() && outcome.value() == 0;
}

void ProgramSpace::release() {
    code_.close();
    if (space_) space_->release();
    for (u32 i = 0; i < parts_count_; ++i)
        parts_[i]->release();
    if (arguments_) frames_.free(machine::virtual_to_physical(arguments_), 0);
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
