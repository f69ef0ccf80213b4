// SPDX-License-Identifier: BSD-2-Clause
// Files, symbolic links and other nodes in memory.
#include <fs/ram/ram_nodes.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <fs/nodes/volume.hpp>
#include <machine/physical.hpp>

namespace flat::fs {

namespace {

constexpr u32 all_rights = hal::Mmu::read | hal::Mmu::write | hal::Mmu::execute;

} // namespace

u64 RamFile::sectors() {
    return volume().services().pages.count(*this).resident * (domain::page_size / 512);
}

void RamFile::destroy() {
    close_pages();
    volume().dispose(*this);
}

void RamFile::fill(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    for (u64 i = 0; i < count; ++i) {
        paddr frame = 0;
        memcpy(&frame, frames.data() + i * sizeof(paddr), sizeof(paddr));
        memset(machine::physical_to_virtual(frame), 0, domain::page_size);
    }
    transfer.ended(first_page, count, all_rights);
}

void RamFile::upgrade(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), all_rights);
}

/// Fails: a page stays dirty, so that nobody takes it away.
void RamFile::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), 0);
}

Outcome<u32> RamLink::target(Span<u8> destination) {
    return Text::from_bytes(path_).write_to(destination);
}

Outcome<void> RamLink::set_target(Span<u8 const> path) {
    auto const place = volume().services().objects.allocate(path.size());
    if (place.is_error()) return FsError{FsError::out_of_memory};
    path_ = Span<u8>(pointer_to<u8>(place.value()), path.size());
    memcpy(path_.data(), path.data(), path.size());
    return {};
}

void RamLink::destroy() {
    if (!path_.is_empty()) volume().services().objects.free(address_of(path_.data()), path_.size());
    volume().dispose(*this);
}

void RamNode::destroy() {
    volume().dispose(*this);
}

} // namespace flat::fs
