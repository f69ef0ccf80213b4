// SPDX-License-Identifier: BSD-2-Clause
// What files of all formats have in common: they are read and written through their pages.
#include <fs/nodes/file_node.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <fs/nodes/volume.hpp>
#include <machine/physical.hpp>

namespace flat::fs {

using domain::page_size;
using hal::Mmu;

namespace {

constexpr u32 writing = Mmu::read | Mmu::write;
constexpr u64 at_end = static_cast<u64>(File::end);

/// The part of a page that begins at an offset of its file, up to `bytes`.
u64 part_of_page(u64 offset, u64 bytes) {
    return min(page_size - offset % page_size, bytes);
}

} // namespace

Outcome<usize> FileNode::read(u64 offset, Span<u8> destination) {
    u64 const size = size_.load();
    if (offset >= size) return usize(0);
    Span<u8> const wanted = destination.first(min<u64>(destination.size(), size - offset));
    usize const copied = volume().services().pages.copy_out(*this, offset, wanted);
    return copied == wanted.size() ? Outcome<usize>(usize(copied))
                                   : read_missing(offset, wanted, copied);
}

Outcome<usize> FileNode::write(u64 offset, Span<u8 const> source) {
    auto const guard = volume().lock();
    TRY(volume().check_writable());
    u64 const before = size_.load();
    if (offset == at_end) offset = before;
    u64 const end_max = volume().limits().file_bytes_max;
    if (source.is_empty()) return usize(0);
    if (offset >= end_max) return FsError{FsError::file_too_big};
    Span<u8 const> const wanted = source.first(min<u64>(source.size(), end_max - offset));
    // Who may write to a page up to the file's end needs no more space for it.
    usize done = 0;
    if (offset < before)
        done = volume().services().pages.copy_in(
            *this, offset, wanted.first(min<u64>(wanted.size(), before - offset)));
    if (done != wanted.size()) done = TRY(write_missing(offset, wanted, done));
    TRY(touch(true));
    return usize(done);
}

Outcome<void> FileNode::truncate(u64 size_bytes) {
    auto const guard = volume().lock();
    TRY(volume().check_writable());
    if (size_bytes > volume().limits().file_bytes_max) return FsError{FsError::file_too_big};
    if (size_bytes < this->size_bytes())
        TRY(cut(size_bytes));
    else
        TRY(extend(size_bytes));
    return touch(true);
}

Outcome<void> FileNode::sync() {
    auto const guard = volume().lock();
    TRY(write_back());
    return volume().write_back();
}

u64 FileNode::late_failure() {
    auto const counts = volume().services().pages.count(*this);
    return counts.stuck != 0 ? counts.last_failure : 0;
}

u64 FileNode::pages() {
    return divide_up<u64>(size_bytes(), page_size);
}

memory::Frames& FileNode::frames() {
    return volume().services().frames;
}

void* FileNode::narrow(InterfaceId id) {
    if (id == File::interface_id) return static_cast<File*>(this);
    if (id == memory::FilledObject::interface_id) return static_cast<memory::FilledObject*>(this);
    if (id == memory::MemoryObject::interface_id) return static_cast<memory::MemoryObject*>(this);
    return NodeBase::narrow(id);
}

Outcome<void> FileNode::clean_pages() {
    memory::ResidentPages& resident = volume().services().pages;
    resident.clean(*this, 0, ~u64(0));
    for (;;) {
        u64 const ticket = volume().services().threads.ticket();
        auto const counts = resident.count(*this);
        if (counts.busy == 0 && counts.dirty != 0) return FsError{FsError::io};
        if (counts.busy == 0) return {};
        wait(counts.condition, ticket);
    }
}

void FileNode::close_pages() {
    memory::ResidentPages& resident = volume().services().pages;
    for (;;) {
        u64 const ticket = volume().services().threads.ticket();
        if (resident.close(*this)) return;
        wait(resident.count(*this).condition, ticket);
    }
}

/// Blocks until a transfer may have ended. A caller that has the lock does what others would need
/// it for.
void FileNode::wait(u64 condition, u64 ticket, Lock lock) {
    if (lock == Lock::is_ours && volume().serve()) return;
    volume().wait(condition, ticket);
}

Outcome<u8*> FileNode::hold_page(u64 page, u32 rights, Lock lock) {
    Volume::Services& services = volume().services();
    auto held = services.pages.hold(*this, page, rights);
    while (held.is_ok() && held.value().condition != 0) {
        u64 const ticket = services.threads.ticket();
        held = services.pages.hold(*this, page, rights); // it may have come before the ticket
        if (held.is_ok() && held.value().condition != 0) wait(held.value().condition, ticket, lock);
    }
    if (held.is_error()) return error_of(held.error());
    return static_cast<u8*>(machine::physical_to_virtual(held.value().frame));
}

void FileNode::let_page_go(u64 page, u32 rights) {
    volume().services().pages.let_go(*this, page, rights);
}

/// Goes on after `done` bytes, where a page is not in memory; the one after it may be.
Outcome<usize> FileNode::read_missing(u64 offset, Span<u8> destination, usize done) {
    while (done < destination.size()) {
        u64 const position = offset + done;
        u64 const page = position / page_size;
        TRY(prepare(page));
        auto const place = hold_page(page, Mmu::read, Lock::is_not_ours);
        if (place.is_error()) {
            // It may have become shorter meanwhile.
            bool const is_gone = position >= size_bytes();
            return done != 0 || is_gone ? Outcome<usize>(usize(done)) : place.error();
        }
        u64 const part = part_of_page(position, destination.size() - done);
        memcpy(destination.data() + done, place.value() + position % page_size, part);
        let_page_go(page, Mmu::read);
        done += part;
        done += volume().services().pages.copy_out(*this, offset + done, destination.after(done));
    }
    return usize(done);
}

/// Goes on after `done` bytes, with pages that have no space yet, or are not in memory. What was
/// written before an error stays.
Outcome<usize> FileNode::write_missing(u64 offset, Span<u8 const> source, usize done) {
    u64 const before = size_bytes();
    if (offset > before) TRY(extend(offset));
    Outcome<void> outcome;
    while (done < source.size() && outcome.is_ok()) {
        u64 const part = part_of_page(offset + done, source.size() - done);
        outcome = write_page((offset + done) / page_size, (offset + done) % page_size,
                             source.part(done, part));
        if (outcome.is_ok()) done += part;
    }
    u64 const written_end = done != 0 ? max(before, offset + done) : before;
    if (size_bytes() > written_end) TRY(cut(written_end));
    if (done == 0) TRY(outcome);
    return usize(done);
}

/// Writes a part of a page, with which the file may grow.
Outcome<void> FileNode::write_page(u64 page, u64 offset, Span<u8 const> source) {
    u64 const end = page * page_size + offset + source.size();
    if (end > size_bytes()) {
        TRY(complete_tail(end));
        size_.store(end);
        count();
    }
    u8* const place = TRY(hold_to_write(page));
    memcpy(place + offset, source.data(), source.size());
    let_page_go(page, writing);
    return {};
}

/// Holds a page for which there is space then. What is new in it has been filled with zeros before
/// it got space, so that nobody sees what was there.
Outcome<u8*> FileNode::hold_to_write(u64 page) {
    if (TRY(space_of(page)) == Space::all) return hold_page(page, writing);
    TRY(hold_page(page, Mmu::read));
    Outcome<void> const outcome = take_space(page);
    auto const place = outcome.is_ok() ? hold_page(page, writing) : outcome.error();
    let_page_go(page, Mmu::read);
    return place;
}

Outcome<void> FileNode::take_space(u64 page) {
    if (volume().space_rule()) {
        u64 const bytes = min(size_bytes() - page * page_size, page_size);
        // How much of a page has space is not told: where some has, one unit has to be left.
        bool const has_none = TRY(space_of(page)) == Space::none;
        TRY(check_space(has_none ? divide_up<u64>(bytes, 512) : 1));
    }
    Outcome<void> const outcome = reserve(page);
    count();
    return outcome;
}

/// Makes it longer. A mapping of its last page may have written past the end, and may do so no more
/// before what is new there has space.
Outcome<void> FileNode::extend(u64 size_bytes) {
    u64 const before = this->size_bytes();
    if (before % page_size != 0) {
        volume().services().pages.revoke_writing(*this, before / page_size, 1);
        TRY(clear_after(before, Mmu::read)); // on the disk there are zeros already
    }
    TRY(complete_tail(size_bytes));
    TRY(grow(size_bytes));
    size_.store(size_bytes);
    count();
    return {};
}

/// Makes it shorter: first for everybody, then for those who show its pages, then on the disk.
Outcome<void> FileNode::cut(u64 size_bytes) {
    size_.store(size_bytes);
    discard_from(divide_up<u64>(size_bytes, page_size));
    Outcome<void> const outcome = shrink();
    count();
    TRY(outcome);
    if (size_bytes % page_size == 0) return {};
    bool const is_hole = TRY(space_of(size_bytes / page_size)) == Space::none;
    return clear_after(size_bytes, is_hole ? u32{Mmu::read} : writing);
}

Outcome<void> FileNode::clear_after(u64 size_bytes, u32 rights) {
    u64 const page = size_bytes / page_size;
    u8* const place = TRY(rights == writing ? hold_to_write(page) : hold_page(page, rights));
    memset(place + size_bytes % page_size, 0, page_size - size_bytes % page_size);
    let_page_go(page, rights);
    return {};
}

void FileNode::discard_from(u64 page) {
    memory::ResidentPages& resident = volume().services().pages;
    for (;;) {
        u64 const ticket = volume().services().threads.ticket();
        if (resident.discard(*this, page, ~u64(0)) == 0) return;
        auto const counts = resident.count(*this);
        if (counts.busy != 0)
            wait(counts.condition, ticket);
        else
            volume().services().threads.yield(); // a reader holds one for a moment
    }
}

} // namespace flat::fs
