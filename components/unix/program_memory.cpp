// SPDX-License-Identifier: BSD-2-Clause
// The memory of a process: what is mapped where, and what of it a fork shares.
#include <unix/program_memory.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/interrupts.hpp>
#include <machine/physical.hpp>
#include <unix/layout.hpp>

#include <new>

namespace flat::unix {

using domain::page_size;
using hal::Mmu;

namespace {

/// Where a page of an area is in what it shows.
u64 bytes_after(u64 bytes, u64 pages) {
    return bytes > pages * page_size ? bytes - pages * page_size : 0;
}

} // namespace

bool ProgramMemory::Area::is_direct() const {
    return file && (is_shared || (rights & Mmu::write) == 0);
}

Result<ProgramMemory*, Errno> ProgramMemory::make(Means const& means) {
    auto const place = means.records.allocate(sizeof(ProgramMemory));
    if (place.is_error()) return Errno::enomem;
    auto* const made = new (pointer_to<void>(place.value())) ProgramMemory(means);
    auto const space = means.spaces.create();
    if (space.is_ok()) made->space_ = space.value();
    auto const pages = means.privates.create();
    if (pages.is_ok()) made->pages_ = pages.value();
    if (space.is_ok() && pages.is_ok()) return made;
    made->release();
    return Errno::enomem;
}

Result<ProgramMemory*, Errno> ProgramMemory::copy() {
    ProgramMemory* const other = TRY(make(means_));
    other->pages_->release();
    other->pages_ = nullptr;
    auto const pages = pages_->copy();
    if (pages.is_ok()) other->pages_ = pages.value();
    other->heap_base_ = heap_base_;
    other->heap_end_ = heap_end_;
    bool is_done = pages.is_ok();
    for (Area* each = areas_.first(); each && is_done; each = areas_.first_above(each->last_page()))
        is_done = other->add(*each).is_ok();
    if (is_done) return other;
    other->release();
    return Errno::enomem;
}

void ProgramMemory::let_go() {
    if (--keepers_ == 0) release();
}

void ProgramMemory::release() {
    if (space_) space_->release();
    if (pages_) pages_->release();
    while (Area* const each = areas_.first()) {
        areas_.remove(*each);
        dispose(*each);
    }
    memory::Objects& records = means_.records;
    this->ProgramMemory::~ProgramMemory();
    records.free(address_of(this), sizeof(ProgramMemory));
}

/// The first area that has pages from `first` on and before `end`.
ProgramMemory::Area* ProgramMemory::area_in(u64 first, u64 end) const {
    Area* const area = areas_.first_from(first);
    return area && area->first < end ? area : nullptr;
}

/// Makes the record of a range, and has the space show it.
Result<void, Errno> ProgramMemory::add(Area const& values) {
    auto const place = means_.records.allocate(sizeof(Area));
    if (place.is_error()) return Errno::enomem;
    Area& area = *new (pointer_to<void>(place.value())) Area();
    area.first = values.first;
    area.pages = values.pages;
    area.rights = values.rights;
    area.is_shared = values.is_shared;
    area.file = values.file;
    area.file_page = values.file_page;
    area.file_bytes = values.file_bytes;
    area.node = values.node;
    if (area.node) area.node->hold();
    auto const shown = show(area);
    if (shown.is_ok())
        areas_.insert(area);
    else
        dispose(area);
    return shown;
}

/// Ends the record of a range.
void ProgramMemory::dispose(Area& area) {
    if (area.node) area.node->release();
    means_.records.free(address_of(&area), sizeof(Area));
}

Result<void, Errno> ProgramMemory::show(Area const& area) {
    memory::MemoryObject* object = pages_;
    if (area.is_direct()) object = area.file;
    u64 const from = area.is_direct() ? area.file_page : area.first;
    u32 const rights = area.rights != 0 ? area.rights | Mmu::read : 0;
    auto const place = space_->map(*object, from, area.pages, area.first * page_size, rights);
    return place.is_ok() ? Result<void, Errno>() : Errno::enomem;
}

Result<void, Errno> ProgramMemory::map(Range const& range) {
    u64 const first = range.base / page_size;
    bool const is_within = first != 0 && range.pages != 0 && first < layout::end_page &&
                           range.pages <= layout::end_page - first;
    if (!is_within) return Errno::enomem;
    TRY(unmap(range.base, range.pages));
    Area area;
    area.first = first;
    area.pages = range.pages;
    area.rights = range.rights;
    area.is_shared = range.is_shared;
    area.file = range.file;
    area.file_page = range.file_page;
    area.file_bytes = min(range.file_bytes, range.pages * page_size);
    area.node = range.node;
    if (area.file && !area.is_direct() &&
        pages_->begin(first, area.pages, *area.file, area.file_page, area.file_bytes).is_error())
        return Errno::enomem;
    return add(area);
}

Result<vaddr, Errno> ProgramMemory::find_room(u64 pages) const {
    u64 end = layout::mapping_end / page_size;
    while (pages != 0 && end > pages + layout::mapping_base / page_size) {
        Area const* last = nullptr;
        for (Area const* each = area_in(end - pages, end); each && each->first < end;
             each = areas_.first_above(each->last_page()))
            last = last ? last : each;
        if (!last) return (end - pages) * page_size;
        end = last->first;
    }
    return Errno::enomem;
}

/// Makes a page the first one of its area.
Result<void, Errno> ProgramMemory::split(u64 page) {
    Area* const area = areas_.first_from(page);
    if (!area || area->first >= page) return {};
    auto const place = means_.records.allocate(sizeof(Area));
    if (place.is_error()) return Errno::enomem;
    Area& rest = *new (pointer_to<void>(place.value())) Area();
    u64 const kept = page - area->first;
    rest.first = page;
    rest.pages = area->pages - kept;
    rest.rights = area->rights;
    rest.is_shared = area->is_shared;
    rest.file = area->file;
    rest.file_page = area->file_page + kept;
    rest.file_bytes = bytes_after(area->file_bytes, kept);
    rest.node = area->node;
    if (rest.node) rest.node->hold();
    areas_.remove(*area); // its key changes
    area->pages = kept;
    area->file_bytes = min(area->file_bytes, kept * page_size);
    areas_.insert(*area);
    areas_.insert(rest);
    return {};
}

void ProgramMemory::remove(Area& area) {
    (void)space_->unmap(area.first * page_size, area.pages);
    pages_->forget(area.first, area.pages);
    areas_.remove(area);
    dispose(area);
}

Result<void, Errno> ProgramMemory::unmap(vaddr base, u64 pages) {
    u64 const first = base / page_size;
    u64 const end = first + pages;
    if (!area_in(first, end)) return {};
    TRY(split(first));
    TRY(split(end));
    while (Area* const each = area_in(first, end))
        remove(*each);
    return {};
}

Result<void, Errno> ProgramMemory::protect(vaddr base, u64 pages, u32 rights) {
    u64 const first = base / page_size;
    u64 const end = first + pages;
    u64 position = first;
    while (position < end) {
        Area const* const each = area_in(position, end);
        if (!each || each->first > position) return Errno::enomem;
        position = each->last_page() + 1;
    }
    TRY(split(first));
    TRY(split(end));
    for (Area* each = area_in(first, end); each;) {
        position = each->last_page() + 1;
        TRY(change(*each, rights));
        each = area_in(position, end);
    }
    return {};
}

/// Gives an area other rights. A file that was shown itself is copied where it may be written to;
/// what once was copied stays so.
Result<void, Errno> ProgramMemory::change(Area& area, u32 rights) {
    bool const was_direct = area.is_direct();
    area.rights = rights;
    if (was_direct && !area.is_direct()) {
        (void)space_->unmap(area.first * page_size, area.pages);
        if (pages_->begin(area.first, area.pages, *area.file, area.file_page, area.file_bytes)
                .is_error())
            return Errno::enomem;
        area.file = nullptr;
        return show(area);
    }
    if (!was_direct) area.file = nullptr;
    u32 const shown = rights != 0 ? rights | Mmu::read : 0;
    auto const outcome = space_->protect(area.first * page_size, area.pages, shown);
    return outcome.is_ok() ? Result<void, Errno>() : Errno::enomem;
}

vaddr ProgramMemory::set_heap_end(vaddr end) {
    u64 const old_end = divide_up(heap_end_, page_size);
    u64 const new_end = divide_up(end, page_size);
    if (end < heap_base_ || end >= layout::mapping_base) return heap_end_;
    if (new_end < old_end && unmap(new_end * page_size, old_end - new_end).is_error())
        return heap_end_;
    if (new_end > old_end) {
        if (area_in(old_end, new_end)) return heap_end_;
        Range const more{old_end * page_size, new_end - old_end, Mmu::read | Mmu::write};
        if (map(more).is_error()) return heap_end_;
    }
    return heap_end_ = end;
}

Result<void, Errno> ProgramMemory::write(vaddr place, Span<u8 const> bytes) {
    while (!bytes.is_empty()) {
        u64 const here = place % page_size;
        u64 const count = min<u64>(bytes.size(), page_size - here);
        auto const loan = pages_->lend(place / page_size, Mmu::read | Mmu::write);
        if (loan.is_error() || loan.value().rights == 0) return Errno::enomem;
        memcpy(static_cast<u8*>(machine::physical_to_virtual(loan.value().frame)) + here,
               bytes.data(), count);
        bytes = bytes.after(count);
        place += count;
    }
    return {};
}

} // namespace flat::unix
