// SPDX-License-Identifier: BSD-2-Clause
// The metadata of a disk's file system as pages of a memory object.
#include <fs/disk/block_pages.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <fs/disk/block_transfer.hpp>
#include <machine/physical.hpp>

namespace flat::fs {

using domain::page_size;
using hal::Mmu;

Outcome<void> BlockPages::start(u32 block_bytes, u64 blocks, bool is_writable) {
    block_bytes_ = block_bytes;
    blocks_ = blocks;
    if (!is_writable) return {};
    return changed_.start(blocks);
}

void BlockPages::stop() {
    memory::ResidentPages& resident = volume_.services().pages;
    for (;;) {
        u64 const ticket = volume_.services().threads.ticket();
        if (resident.close(*this)) break;
        volume_.wait(resident.count(*this).condition, ticket);
    }
    changed_.end();
}

Outcome<void> BlockPages::write(u64 block) {
    u64 const begin = block * block_bytes_;
    memory::ResidentPages& resident = volume_.services().pages;
    auto const held = resident.hold(*this, begin / page_size, Mmu::read);
    // What was changed is in memory until it is written.
    if (held.is_error() || held.value().condition != 0) return FsError{FsError::io};
    paddr const place = held.value().frame + begin % page_size;
    DiskRequest::Segment const segment{static_cast<u8*>(machine::physical_to_virtual(place)), place,
                                       block_bytes_};
    WaitingRequest request(volume_.services().threads);
    request.set_write(begin / disk_.geometry().sector_bytes,
                      Span<DiskRequest::Segment const>(&segment, 1));
    bool const is_written = run(request);
    resident.let_go(*this, begin / page_size, Mmu::read);
    if (!is_written) return FsError{FsError::io};
    set_changed(block, false);
    return {};
}

Outcome<void> BlockPages::clean(u64 first_block, u64 blocks) {
    memory::ResidentPages& resident = volume_.services().pages;
    u64 const first_page = first_block * block_bytes_ / page_size;
    u64 const end_page = divide_up<u64>((first_block + blocks) * block_bytes_, page_size);
    resident.clean(*this, first_page, end_page - first_page);
    for (;;) {
        u64 const ticket = volume_.services().threads.ticket();
        auto const counts = resident.count(*this);
        bool const is_all = blocks == blocks_;
        if (counts.busy == 0 && counts.dirty != 0 && is_all) return FsError{FsError::io};
        if (counts.busy == 0) return {};
        volume_.wait(counts.condition, ticket);
    }
}

Outcome<void> BlockPages::clear(u64 first_block, u64 blocks) {
    constexpr u32 segments_max = 16;
    memory::Frames& frames = volume_.services().frames;
    auto const frame = frames.allocate(0);
    if (frame.is_error()) return FsError{FsError::out_of_memory};
    auto* const zeros = static_cast<u8*>(machine::physical_to_virtual(frame.value()));
    memset(zeros, 0, page_size);
    block::Disk::Geometry const geometry = disk_.geometry();
    u64 const bytes_max = min(geometry.segments_max, segments_max) * page_size;
    u64 const end = (first_block + blocks) * block_bytes_;
    WaitingRequest request(volume_.services().threads);
    bool is_ok = true;
    for (u64 begin = first_block * block_bytes_; begin < end && is_ok;) {
        u64 const bytes = min(end - begin, bytes_max);
        DiskRequest::Segment segments[segments_max];
        u32 count = 0;
        for (u64 done = 0; done < bytes; done += page_size)
            segments[count++] = {zeros, frame.value(),
                                 static_cast<u32>(min(bytes - done, page_size))};
        request.set_write(begin / geometry.sector_bytes,
                          Span<DiskRequest::Segment>(segments, count));
        is_ok = run(request);
        begin += bytes;
    }
    frames.free(frame.value(), 0);
    return is_ok ? Outcome<void>() : FsError{FsError::io};
}

Outcome<void> BlockPages::flush() {
    WaitingRequest request(volume_.services().threads);
    request.set_flush();
    return run(request) ? Outcome<void>() : FsError{FsError::io};
}

/// Blocks until a request has ended; whether it has succeeded.
bool BlockPages::run(WaitingRequest& request) {
    bool const is_ok = request.run(disk_).is_ok();
    volume_.disk_faults().note(request);
    return is_ok;
}

u64 BlockPages::pages() {
    return divide_up<u64>(disk_bytes(), page_size);
}

memory::Frames& BlockPages::frames() {
    return volume_.services().frames;
}

void BlockPages::fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    auto* const reading = BlockTransfer::make(volume_, DiskRequest::Kind::read,
                                              {transfer, first_page, count, granted(rights)});
    if (!reading) return transfer.ended(first_page, count, 0);
    for (u64 i = 0; i < count; ++i) {
        u64 const begin = (first_page + i) * page_size;
        u64 const bytes = min(page_size, disk_bytes() - begin);
        paddr const frame = frame_in(frames, i);
        memset(machine::physical_to_virtual(frame + bytes), 0, page_size - bytes);
        reading->add(disk_, begin, frame, static_cast<u32>(bytes));
    }
    reading->start(disk_);
}

void BlockPages::upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), granted(rights));
}

void BlockPages::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    auto* const writing = BlockTransfer::make(volume_, DiskRequest::Kind::write,
                                              {transfer, first_page, count, Mmu::read, this});
    if (!writing) return transfer.ended(first_page, count, 0);
    u64 const blocks_in_page = page_size / block_bytes_;
    for (u64 i = 0; i < count * blocks_in_page; ++i) {
        u64 const block = first_page * blocks_in_page + i;
        paddr const frame = frame_in(frames, i / blocks_in_page);
        if (is_changed(block))
            writing->add(disk_, block * block_bytes_, frame + i % blocks_in_page * block_bytes_,
                         block_bytes_);
    }
    writing->start(disk_);
}

void BlockPages::set_written(u64 first_page, u64 pages) {
    u64 const blocks_in_page = page_size / block_bytes_;
    u64 const end = min((first_page + pages) * blocks_in_page, blocks_);
    for (u64 block = first_page * blocks_in_page; block < end; ++block)
        if (changed_.at(block)) set_changed(block, false);
}

void* BlockPages::narrow(InterfaceId id) {
    if (id == memory::FilledObject::interface_id) return static_cast<memory::FilledObject*>(this);
    if (id == memory::MemoryObject::interface_id) return static_cast<memory::MemoryObject*>(this);
    return nullptr;
}

u64 BlockPages::disk_bytes() {
    block::Disk::Geometry const geometry = disk_.geometry();
    return geometry.sector_bytes > page_size ? 0 : geometry.sectors * geometry.sector_bytes;
}

u32 BlockPages::granted(u32 rights) const {
    return u32{Mmu::read} | (changed_.is_started() ? rights & Mmu::write : 0);
}

paddr frame_in(Span<u8 const> frames, u64 index) {
    paddr frame = 0;
    memcpy(&frame, frames.data() + index * sizeof(paddr), sizeof(paddr));
    return frame;
}

} // namespace flat::fs
