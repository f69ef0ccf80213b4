// SPDX-License-Identifier: BSD-2-Clause
// One address space of page tables and frames, with a program in it.
#include <abi/plain_space.hpp>

#include <abi/plain_spaces.hpp>
#include <core/bits.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::abi {

namespace {

using domain::page_size;

constexpr u32 stack_rights = hal::Mmu::read | hal::Mmu::write;

u32 rights_of(ProgramImage::Part const& part) {
    u32 rights = hal::Mmu::read;
    rights |= part.is_writable ? hal::Mmu::write : 0;
    rights |= part.is_executable ? hal::Mmu::execute : 0;
    return rights;
}

} // namespace

PlainSpace::PlainSpace(PlainSpaces& owner, Span<u8 const> file, ProgramImage const& image,
                       memory::Frames& frames, paddr root, machine::Program& program)
    : owner_(owner), frames_(frames), root_(root), entry_(image.entry()),
      is_of_the_kit_(image.calls_digest().has_value()) {
    program.upcall_entry = entry_ + upcall_handler_offset;
    program.set_place(root, entry_ + signal_handler_offset);
    for (ProgramImage::Part const& part : image.parts())
        add({part.base, part.pages, file.after(part.offset).first(part.bytes), rights_of(part)});
    u64 const pages = owner.stack_pages;
    add({stack_end - pages * page_size, pages, {}, stack_rights});
    if (is_of_the_kit_) add_call_stacks(program);
}

void PlainSpace::add_call_stacks(machine::Program& program) {
    vaddr const base = call_stacks_base(owner_.stack_pages);
    for (u32 i = 0; i < machine::call_stacks; ++i)
        add({base + i * call_stack_distance, call_stack_pages, {}, stack_rights});
    program.set_stacks(base + call_stack_pages * page_size, call_stack_distance,
                       windows_base(owner_.stack_pages), window_bytes);
}

bool PlainSpace::page_fault(vaddr address, u32 access) {
    for (Area const& area : areas())
        if (address >= area.base && address - area.base < area.pages * page_size)
            return (access & ~area.rights) == 0 && fill(area, align_down(address, page_size));
    return false;
}

/// False if there is no memory, or the page is there already.
bool PlainSpace::fill(Area const& area, vaddr page) {
    auto const frame = frames_.allocate(0);
    if (frame.is_error()) return false;
    auto* const bytes = static_cast<u8*>(machine::physical_to_virtual(frame.value()));
    Span<u8 const> const rest = area.contents.after(min(page - area.base, area.contents.size()));
    usize const copied = min<usize>(rest.size(), page_size);
    memcpy(bytes, rest.data(), copied);
    memset(bytes + copied, 0, page_size - copied); // what was there before is nobody's business
    u32 const rights = area.rights | hal::Mmu::user;
    auto const mapped =
        owner_.mmu->add_mapping(root_, page, frame.value(), domain::page_size_log2, rights);
    if (mapped.is_error()) frames_.free(frame.value(), 0);
    return mapped.is_ok();
}

void PlainSpace::release() {
    for (Area const& area : areas())
        for (u64 i = 0; i < area.pages; ++i) {
            auto const gone = owner_.mmu->remove_mapping(root_, area.base + i * page_size);
            if (gone.is_ok()) frames_.free(gone.value().physical, 0);
        }
    owner_.mmu->destroy_root(root_);
    PlainSpaces& owner = owner_;
    this->PlainSpace::~PlainSpace();
    owner.objects->free(address_of(this), sizeof(PlainSpace));
}

void* PlainSpace::narrow(InterfaceId id) {
    if (id == domain::ProgramSpace::interface_id) return static_cast<domain::ProgramSpace*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

} // namespace flat::abi
