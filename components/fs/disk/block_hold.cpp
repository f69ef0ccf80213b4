// SPDX-License-Identifier: BSD-2-Clause
// A block of metadata that is held in memory until the end of a block.
#include <fs/disk/block_hold.hpp>

#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::fs {

using domain::page_size;
using hal::Mmu;

Outcome<void> BlockHold::open(u64 block, Patience patience) {
    return hold(block, Mmu::read, patience);
}

Outcome<void> BlockHold::open_to_write(u64 block) {
    TRY(hold(block, Mmu::read | Mmu::write, Patience::waits));
    blocks_.set_changed(block, true);
    return {};
}

void BlockHold::close() {
    if (rights_ != 0) volume_.services().pages.let_go(blocks_, page_, rights_);
    rights_ = 0;
}

Outcome<void> BlockHold::hold(u64 block, u32 rights, Patience patience) {
    close();
    if (block >= blocks_.blocks()) return FsError{FsError::corrupt};
    u64 const begin = block * blocks_.block_bytes();
    Volume::Services& services = volume_.services();
    for (;;) {
        u64 const ticket = services.threads.ticket();
        auto const held = services.pages.hold(blocks_, begin / page_size, rights);
        if (held.is_error()) return error_of(held.error());
        if (held.value().condition == 0) {
            auto* const page = static_cast<u8*>(machine::physical_to_virtual(held.value().frame));
            bytes_ = Span<u8>(page + begin % page_size, blocks_.block_bytes());
            page_ = begin / page_size;
            rights_ = rights;
            return {};
        }
        if (patience == Patience::does_not_wait) return FsError{FsError::busy};
        volume_.wait(held.value().condition, ticket);
    }
}

} // namespace flat::fs
