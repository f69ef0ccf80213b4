// SPDX-License-Identifier: BSD-2-Clause
// Files, symbolic links and other nodes of a disc.
#include <fs/iso/iso_nodes.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <fs/disk/block_hold.hpp>
#include <fs/disk/block_transfer.hpp>
#include <machine/physical.hpp>

namespace flat::fs::iso {

namespace {

using domain::page_size;

constexpr u32 reading = hal::Mmu::read | hal::Mmu::execute;

} // namespace

void IsoFile::destroy() {
    close_pages();
    volume().dispose(*this);
}

/// The rest of the last page, after the file's last block, is zeros.
void IsoFile::fill(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    BlockTransfer* const reads = BlockTransfer::make(volume(), BlockTransfer::Kind::read,
                                                     {transfer, first_page, count, reading});
    if (!reads) return transfer.ended(first_page, count, 0);
    u64 const end = align_up(size_bytes(), u64{block_bytes});
    for (u64 i = 0; i < count; ++i) {
        paddr const frame = frame_in(frames, i);
        u64 const offset = (first_page + i) * page_size;
        u32 const bytes = offset < end ? static_cast<u32>(min(end - offset, page_size)) : 0;
        auto* const memory = static_cast<u8*>(machine::physical_to_virtual(frame));
        memset(memory + bytes, 0, page_size - bytes);
        if (bytes != 0)
            reads->add(disc().disk(), u64{first_block_} * block_bytes + offset, frame, bytes);
    }
    reads->start(disc().disk());
}

/// Nobody gets the right to write.
void IsoFile::upgrade(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), reading);
}

void IsoFile::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), 0);
}

Outcome<u32> IsoLink::target(Span<u8> destination) {
    auto const guard = volume().lock();
    BlockHold hold(volume(), disc().blocks());
    RockRidge fields(destination);
    TRY(disc().read_node(number(), hold, fields));
    return fields.target_size();
}

} // namespace flat::fs::iso
