// SPDX-License-Identifier: BSD-2-Clause
// One domain beside the kernel's, as a resource.
#include <domains/running_domain.hpp>

#include <core/assert.hpp>
#include <core/format.hpp>
#include <domain/page.hpp>
#include <domains/manager.hpp>
#include <flat/hal/mmu.hpp>
#include <flat/memory/user_space.hpp>
#include <machine/interrupts.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::domains {

namespace {

constexpr u64 page_size = domain::page_size;

u64 pages_of(u64 bytes) {
    return (bytes + page_size - 1) / page_size;
}

} // namespace

bool RunningDomain::build() {
    auto const file = Span<u8 const>(file_.begin, file_.size_bytes);
    auto const image = ElfImage::parse(file, manager_.user_mode->elf_machine());
    if (image.is_error() || image.value().entry() >= machine::user_end) return false;
    entry_ = image.value().entry();
    auto const space = manager_.spaces->create();
    if (space.is_error()) return false;
    space_ = space.value();
    program_.page_root = space_->root();
    program_.upcall_entry = entry_ + upcall_handler_offset;
    for (u32 i = 0; i < image.value().segment_count(); ++i)
        if (!add_segment(image.value().segment(i))) return false;
    if (!add_stack() || !add_call_stacks()) return false;
    auto const thread = manager_.threads->create({});
    if (thread.is_error()) return false;
    thread_ = narrow_to<thread::Thread>(*thread.value());
    return true;
}

bool RunningDomain::add_segment(ElfImage::Segment const& segment) {
    if (segment.memory_bytes == 0) return true;
    if (segment.address % page_size != 0) return false;
    u64 const pages = pages_of(segment.memory_bytes);
    auto const object = manager_.memory->image(
        *manager_.frames, pages, machine::virtual_to_physical(segment.file), segment.file_bytes);
    if (object.is_error()) return false;
    u32 rights = hal::Mmu::read;
    rights |= segment.is_writable ? hal::Mmu::write : 0;
    rights |= segment.is_executable ? hal::Mmu::execute : 0;
    return show(*object.value(), segment.address, pages, rights);
}

/// As high as it can be, so that what is below is never in its way; an unmapped page ends it.
bool RunningDomain::add_stack() {
    u64 const pages = manager_.stack_pages;
    auto const object = manager_.memory->zeros(*manager_.frames, pages);
    if (object.is_error()) return false;
    stack_top_ = machine::user_end - page_size;
    return show(*object.value(), stack_top_ - pages * page_size, pages,
                hal::Mmu::read | hal::Mmu::write);
}

/// Those for calls lie below, an unmapped page below each.
bool RunningDomain::add_call_stacks() {
    auto const object =
        manager_.memory->zeros(*manager_.frames, machine::call_stacks * call_stack_pages);
    if (object.is_error() || !keep(*object.value())) return false;
    u64 const distance = (call_stack_pages + 1) * page_size;
    vaddr const base =
        stack_top_ - (u64{manager_.stack_pages} + 1) * page_size - machine::call_stacks * distance;
    for (u32 i = 0; i < machine::call_stacks; ++i) {
        auto const place = space_->map(*object.value(), i * call_stack_pages, call_stack_pages,
                                       base + i * distance, hal::Mmu::read | hal::Mmu::write);
        if (place.is_error()) return false;
    }
    program_.first_stack = base + call_stack_pages * page_size;
    program_.stack_distance = distance;
    program_.free_stacks = all_stacks;
    return true;
}

/// Keeps an object, to be given back.
bool RunningDomain::keep(memory::OwnedObject& object) {
    if (parts_count_ == parts_max) {
        object.release();
        return false;
    }
    parts_[parts_count_++] = &object;
    return true;
}

/// Keeps an object and maps it.
bool RunningDomain::show(memory::OwnedObject& object, vaddr base, u64 pages, u32 rights) {
    return keep(object) && space_->map(object, 0, pages, base, rights).is_ok();
}

void RunningDomain::serve() {
    program_.open_stacks = all_stacks;
    manager_.threads->notify_all(address_of(this));
}

void RunningDomain::take_down() {
    if (handles_) {
        handles_->release_all();
        manager_.objects->free(address_of(handles_), sizeof(machine::Handles));
    }
    if (thread_) thread_->release();
    if (space_) {
        manager_.user_mode->forget(*this);
        space_->release();
    }
    for (u32 i = 0; i < parts_count_; ++i)
        parts_[i]->release();
}

void RunningDomain::end(u32 status) {
    if (has_ended_) return;
    has_ended_ = true;
    program_.open_stacks = 0;
    status_ = status;
    manager_.choose(image_);
    manager_.user_mode->expel(*this);
    manager_.threads->notify_all(address_of(this)); // those that wait for it to serve
}

void RunningDomain::start() {
    assert(!is_started_);
    is_started_ = true;
    thread_->start(*this);
}

u32 RunningDomain::join() {
    thread_->join();
    return status_;
}

void RunningDomain::release() {
    end(failed);
    if (is_started_) thread_->join();
    for (;;) {
        u64 const ticket = manager_.threads->ticket();
        if (program_.free_stacks == all_stacks) break;
        manager_.threads->wait(address_of(this), ticket);
    }
    manager_.destroy(*this);
}

void RunningDomain::run() {
    if (!has_ended_) manager_.user_mode->enter(*this, entry_, stack_top_);
}

/// Several of its calls may ask for it at once; one of them makes it.
vaddr RunningDomain::handles() {
    if (!handles_) {
        auto const place = manager_.objects->allocate(sizeof(machine::Handles));
        if (place.is_error()) return 0;
        machine::InterruptGuard const guard;
        if (handles_)
            manager_.objects->free(place.value(), sizeof(machine::Handles));
        else
            handles_ = new (pointer_to<void>(place.value())) machine::Handles;
    }
    return address_of(handles_);
}

bool RunningDomain::page_fault(vaddr address, u32 access) {
    auto const outcome = space_->resolve(address, access);
    return outcome.is_ok() && outcome.value() == 0;
}

/// The program itself says what it was, with the names that only its image has; unless that fails.
vaddr RunningDomain::fault(u32 vector, vaddr instruction, vaddr address) {
    if (!has_failed_) {
        has_failed_ = true;
        return entry_ + fault_handler_offset;
    }
    TextBuffer<120> line;
    format(line, "fails while it fails: exception {} at {x}, accessing {x}", vector, instruction,
           address);
    manager_.say(*this, line.text());
    end(failed);
    return 0;
}

void RunningDomain::refuse(Span<u8 const> why) {
    if (has_ended_) return;
    manager_.say(*this, Text::from_bytes(why));
    end(failed);
}

void RunningDomain::left() {
    manager_.threads->notify_all(address_of(this));
}

void* RunningDomain::narrow(InterfaceId id) {
    if (id == domain::Domain::interface_id) return static_cast<domain::Domain*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == hal::UserMode::Guest::interface_id) return static_cast<hal::UserMode::Guest*>(this);
    if (id == thread::Thread::Body::interface_id) return static_cast<thread::Thread::Body*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(static_cast<domain::Domain*>(this));
    return nullptr;
}

} // namespace flat::domains
