// SPDX-License-Identifier: BSD-2-Clause
// Files whose pages lie in units of a disk, anywhere on it.
#include <fs/disk/mapped_file.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::fs {

using domain::page_size;
using hal::Mmu;

FileNode::Space MappedFile::PageUnits::space() const {
    u32 found = 0;
    for (u32 i = 0; i < count; ++i)
        if (units[i] != 0) ++found;
    if (found == count) return Space::all;
    return found == 0 ? Space::none : Space::some;
}

void MappedFile::fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    for (u64 i = 0; i < frames.size() / sizeof(paddr); ++i)
        begin({transfer, first_page + i, frame_in(frames, i), rights, false});
}

void MappedFile::upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    for (u64 i = 0; i < frames.size() / sizeof(paddr); ++i)
        begin({transfer, first_page + i, frame_in(frames, i), rights, true});
}

void MappedFile::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    u64 const count = frames.size() / sizeof(paddr);
    auto* const writing = BlockTransfer::make(disk_, BlockTransfer::Kind::write,
                                              {transfer, first_page, count, Mmu::read});
    if (!writing) return transfer.ended(first_page, count, 0);
    for (u64 i = 0; i < count; ++i)
        if (add_page(*writing, first_page + i, frame_in(frames, i)).is_error()) writing->fail();
    writing->start(disk_.disk());
}

void MappedFile::carry_out(DelayedTransfer& delayed) {
    WantedPage const& wanted = delayed.wanted;
    if (transfer_page(wanted, Patience::waits).is_error()) wanted.transfer.ended(wanted.page, 1, 0);
    disk_.dispose(delayed);
}

/// Transfers a page now, or as soon as somebody can wait for what it takes.
void MappedFile::begin(WantedPage const& wanted) {
    Outcome<void> const outcome = transfer_page(wanted, Patience::does_not_wait);
    if (outcome.is_ok()) return;
    if (outcome.error().code == FsError::busy) {
        auto const later = disk_.make<DelayedTransfer>(*this, wanted);
        if (later.is_ok()) return disk_.delay(*later.value());
    }
    wanted.transfer.ended(wanted.page, 1, 0);
}

/// Fills a page, or says what may be done with it. An error: nothing was begun.
Outcome<void> MappedFile::transfer_page(WantedPage const& wanted, Patience patience) {
    PageUnits const found = TRY(units_of(wanted.page, patience));
    bool const writes = disk_.is_writable() && wanted.rights & Mmu::write && found.count != 0;
    bool const needs_space = writes && found.space() != Space::all;
    if (needs_space && patience == Patience::does_not_wait) return FsError{FsError::busy};
    if (needs_space) TRY(take_space(wanted.page)); // what is new is filled with zeros nevertheless
    u32 const rights = Mmu::read | Mmu::execute | (writes ? u32{Mmu::write} : 0);
    if (wanted.is_filled) {
        wanted.transfer.ended(wanted.page, 1, rights);
        return {};
    }
    auto* const reading = BlockTransfer::make(disk_, BlockTransfer::Kind::read,
                                              {wanted.transfer, wanted.page, 1, rights});
    if (!reading) return FsError{FsError::out_of_memory};
    memset(machine::physical_to_virtual(wanted.frame), 0, page_size);
    u32 const bytes = disk_.blocks().block_bytes();
    for (u32 i = 0; i < found.count; ++i)
        if (found.units[i] != 0)
            reading->add(disk_.disk(), found.units[i] * bytes, wanted.frame + u64{i} * bytes,
                         bytes);
    reading->start(disk_.disk());
    return {};
}

/// Adds those parts of a page that have units to a transfer to the disk. Past the end are zeros.
Outcome<void> MappedFile::add_page(BlockTransfer& to, u64 page, paddr frame) {
    u64 const end = min(size_bytes() - page * page_size, page_size);
    memset(machine::physical_to_virtual(frame + end), 0, page_size - end);
    PageUnits const found = TRY(units_of(page, Patience::does_not_wait));
    u32 const bytes = disk_.blocks().block_bytes();
    for (u32 i = 0; i < found.count; ++i)
        if (found.units[i] != 0)
            to.add(disk_.disk(), found.units[i] * bytes, frame + u64{i} * bytes, bytes);
    return {};
}

Outcome<MappedFile::PageUnits> MappedFile::units_of(u64 page, Patience patience) {
    u32 const bytes = disk_.blocks().block_bytes();
    u64 const begin = page * page_size;
    u64 const size = size_bytes();
    PageUnits found = {};
    if (begin >= size) return found;
    found.count = static_cast<u32>(divide_up<u64>(min(size - begin, page_size), bytes));
    for (u32 i = 0; i < found.count; ++i)
        found.units[i] = TRY(find_unit(begin / bytes + i, patience));
    return found;
}

Outcome<FileNode::Space> MappedFile::space_of(u64 page) {
    return TRY(units_of(page, Patience::waits)).space();
}

Outcome<void> MappedFile::reserve(u64 page) {
    u32 const bytes = disk_.blocks().block_bytes();
    PageUnits const found = TRY(units_of(page, Patience::waits));
    u64 const first = page * page_size / bytes;
    u64 near = first_near();
    if (first != 0) near = max(near, TRY(find_unit(first - 1, Patience::waits)) + 1);
    Outcome<void> outcome;
    for (u32 i = 0; i < found.count && outcome.is_ok(); ++i) {
        auto const unit = take_unit(first + i, near);
        if (unit.is_ok()) near = unit.value() + 1;
        outcome = unit.is_ok() ? Outcome<void>() : unit.error();
    }
    TRY(save());
    return outcome;
}

/// Units that the node names itself are known.
Outcome<void> MappedFile::prepare(u64 page) {
    if ((page + 1) * page_size <= direct_bytes()) return {};
    auto const guard = disk_.lock();
    TRY(units_of(page, Patience::waits));
    return {};
}

} // namespace flat::fs
