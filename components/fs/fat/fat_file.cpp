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

FatFile::FatFile(FatVolume& volume, Place const& place)
    : Stored(volume, place, u64{place.entry.size_bytes}),
      pages_ready_(divide_up<u64>(place.entry.size_bytes, page_size)) {}

void FatFile::fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    auto* const reading =
        BlockTransfer::make(disk(), BlockTransfer::Kind::read,
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
    auto* const writing = BlockTransfer::make(disk(), BlockTransfer::Kind::write,
                                              {transfer, first_page, count, Mmu::read});
    if (!writing) return transfer.ended(first_page, count, 0);
    for (u64 i = 0; i < count; ++i)
        add_page(*writing, first_page + i, frame_in(frames, i));
    writing->start(disk().disk());
}

Outcome<void> FatFile::erase() {
    close_pages();
    return Stored::erase();
}

void FatFile::destroy() {
    close_pages();
    disk().forget(record());
    disk().dispose(*this);
}

u32 FatFile::granted(u64 first_page, u64 count, u32 rights) {
    bool is_granted = disk().is_writable();
    for (u64 i = 0; i < count && is_granted; ++i)
        is_granted = has_space(first_page + i);
    return u32{Mmu::read} | u32{Mmu::execute} | (is_granted ? rights & Mmu::write : 0);
}

/// Whether all of a page, up to the file's end, has clusters with something in them.
bool FatFile::has_space(u64 page) {
    u64 const end = min((page + 1) * page_size, size_bytes());
    return page < pages_ready_.load() &&
           u64{chain().size()} * disk().layout().cluster_bytes() >= end;
}

u32 FatFile::clusters_for(u64 bytes) {
    return static_cast<u32>(divide_up<u64>(bytes, disk().layout().cluster_bytes()));
}

/// Adds what of a page has clusters, up to the end of the file, to a transfer.
void FatFile::add_page(BlockTransfer& to, u64 page, paddr frame) {
    Layout const& layout = disk().layout();
    if (page >= pages_ready_.load()) return;
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

Outcome<FileNode::Space> FatFile::space_of(u64 page) {
    return has_space(page) ? Space::all : Space::none;
}

/// The page is in memory, so whatever else the clusters have is lost.
Outcome<void> FatFile::reserve(u64 page) {
    u64 const end = min((page + 1) * page_size, size_bytes());
    TRY(disk().clusters().extend(chain(), clusters_for(end)));
    pages_ready_.store(max(pages_ready_.load(), page + 1));
    return {};
}

/// Nothing reads as zeros by itself: the disk gets them, for the last page by its own way.
Outcome<void> FatFile::grow(u64 size_bytes) {
    u64 const before = this->size_bytes();
    if (before % page_size != 0) TRY(clear_after(before, Mmu::read | Mmu::write));
    Outcome<void> outcome = disk().clusters().extend(chain(), clusters_for(size_bytes));
    if (outcome.is_ok()) outcome = clear(align_up<u64>(before, page_size), size_bytes);
    if (outcome.is_error()) {
        TRY(disk().clusters().cut(chain(), clusters_for(before)));
        return outcome;
    }
    pages_ready_.store(divide_up<u64>(size_bytes, page_size));
    return {};
}

Outcome<void> FatFile::shrink() {
    pages_ready_.store(min(pages_ready_.load(), divide_up<u64>(size_bytes(), page_size)));
    TRY(disk().clusters().cut(chain(), clusters_for(size_bytes())));
    return save();
}

/// Writes zeros to sectors of the disk, run by run.
Outcome<void> FatFile::clear(u64 begin, u64 end) {
    Layout const& layout = disk().layout();
    u32 const bytes = layout.cluster_bytes();
    while (begin < end) {
        u32 const index = static_cast<u32>(begin / bytes);
        u32 const first = chain().at(index);
        u32 count = 1;
        while (u64{index + count} * bytes < end && chain().at(index + count) == first + count)
            ++count;
        u64 const run_end = min(u64{index + count} * bytes, end);
        u64 const sector = layout.sector_of(first) + begin % bytes / layout.sector_bytes;
        TRY(disk().blocks().clear(sector, divide_up<u64>(run_end - begin, layout.sector_bytes)));
        begin = run_end;
    }
    return {};
}

} // namespace flat::fs::fat
