// SPDX-License-Identifier: BSD-2-Clause
// Files of FAT.
#include <fs/fat/fat_file.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::fs::fat {

using domain::page_size;
using hal::Mmu;

void FatFile::fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    auto* const reading =
        BlockTransfer::make(disk().services().objects, BlockTransfer::Kind::read,
                            {transfer, first_page, count, granted(first_page, count, rights)});
    if (!reading) return transfer.ended(first_page, count, 0);
    u64 const size = size_bytes();
    for (u64 i = 0; i < count; ++i) {
        u64 const begin = (first_page + i) * page_size;
        paddr const frame = frame_in(frames, i);
        auto* const place = static_cast<u8*>(machine::physical_to_virtual(frame));
        memset(place, 0, page_size);
        add_page(*reading, first_page + i, frame);
        if (size > begin && size - begin < page_size)
            reading->clear_at_end(Span<u8>(place, page_size).after(size - begin));
    }
    reading->start(disk().disk());
}

void FatFile::upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    transfer.ended(first_page, count, granted(first_page, count, rights));
}

void FatFile::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    auto* const writing = BlockTransfer::make(disk().services().objects, BlockTransfer::Kind::write,
                                              {transfer, first_page, count, Mmu::read});
    if (!writing) return transfer.ended(first_page, count, 0);
    for (u64 i = 0; i < count; ++i)
        add_page(*writing, first_page + i, frame_in(frames, i));
    writing->start(disk().disk());
}

void FatFile::destroy() {
    close_pages();
    disk().forget(record());
    disk().dispose(*this);
}

u32 FatFile::granted(u64 first_page, u64 count, u32 rights) {
    u64 const bytes = min((first_page + count) * page_size, size_bytes());
    bool const has_space = u64{chain().size()} * disk().layout().cluster_bytes() >= bytes;
    u32 const writing = disk().is_writable() && has_space ? rights & Mmu::write : 0;
    return u32{Mmu::read} | u32{Mmu::execute} | writing;
}

/// Adds what of a page has clusters, up to the end of the file, to a transfer.
void FatFile::add_page(BlockTransfer& to, u64 page, paddr frame) {
    Layout const& layout = disk().layout();
    u64 const begin = page * page_size;
    u64 const end = align_up<u64>(min(size_bytes(), begin + page_size), layout.sector_bytes);
    for (u64 offset = begin; offset < end;) {
        u32 const cluster = chain().at(static_cast<u32>(offset / layout.cluster_bytes()));
        if (cluster == 0) return;
        u64 const in_cluster = offset % layout.cluster_bytes();
        u64 const bytes = min(layout.cluster_bytes() - in_cluster, end - offset);
        u64 const place = u64{layout.sector_of(cluster)} * layout.sector_bytes + in_cluster;
        to.add(disk().disk(), place, frame + (offset - begin), static_cast<u32>(bytes));
        offset += bytes;
    }
}

Outcome<FileNode::Space> FatFile::space_of(u64) {
    return Space::all;
}

Outcome<void> FatFile::reserve(u64) {
    return FsError{FsError::read_only};
}

Outcome<void> FatFile::shrink() {
    return FsError{FsError::read_only};
}

} // namespace flat::fs::fat
