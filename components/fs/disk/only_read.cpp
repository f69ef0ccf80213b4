// SPDX-License-Identifier: BSD-2-Clause
// What formats have in common that are only read: discs, archives.
#include <fs/disk/only_read.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <fs/disk/block_transfer.hpp>
#include <machine/physical.hpp>

namespace flat::fs {

using domain::page_size;

namespace {

constexpr u32 reading = hal::Mmu::read | hal::Mmu::execute;

} // namespace

Outcome<void> OnlyReadVolume::start_blocks(u32 block_bytes) {
    block::Disk::Geometry const geometry = disk_.geometry();
    u64 const bytes = geometry.sectors * geometry.sector_bytes;
    if (bytes == 0) return FsError{FsError::io};
    if (geometry.sector_bytes > block_bytes) return FsError{FsError::not_supported};
    return blocks_.start(block_bytes, bytes / block_bytes, false);
}

Outcome<void> OnlyReadVolume::close() {
    forget_all();
    blocks_.stop();
    return {};
}

void FileInRow::destroy() {
    close_pages();
    volume().dispose(*this);
}

/// The rest of the last page, after the file's last block, is zeros.
void FileInRow::fill(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    BlockTransfer* const reads = BlockTransfer::make(disk_, BlockTransfer::Kind::read,
                                                     {transfer, first_page, count, reading});
    if (!reads) return transfer.ended(first_page, count, 0);
    u64 const block_bytes = disk_.blocks().block_bytes();
    u64 const end = align_up(size_bytes(), block_bytes);
    for (u64 i = 0; i < count; ++i) {
        paddr const frame = frame_in(frames, i);
        u64 const offset = (first_page + i) * page_size;
        u32 const bytes = offset < end ? static_cast<u32>(min(end - offset, page_size)) : 0;
        auto* const memory = static_cast<u8*>(machine::physical_to_virtual(frame));
        memset(memory + bytes, 0, page_size - bytes);
        if (bytes != 0) reads->add(disk_.disk(), first_block_ * block_bytes + offset, frame, bytes);
    }
    reads->start(disk_.disk());
}

/// Nobody gets the right to write.
void FileInRow::upgrade(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), reading);
}

void FileInRow::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), 0);
}

} // namespace flat::fs
