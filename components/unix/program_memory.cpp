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

bool ProgramMemory::Extent::is_direct() const {
    return file && (is_shared || (rights & Mmu::write) == 0);
}

ProgramMemory::Extent ProgramMemory::Extent::part(u64 skipped, u64 count) const {
    Extent part;
    part.first = first + skipped;
    part.pages = count;
    part.rights = rights;
    part.rights_max = rights_max;
    part.is_shared = is_shared;
    part.file = file;
    part.file_page = file_page + skipped;
    part.file_bytes = min(bytes_after(file_bytes, skipped), count * page_size);
    part.node = node;
    part.zeros = zeros;
    return part;
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
    Guard const guard(lock_);
    other->pages_->release();
    other->pages_ = nullptr;
    auto const pages = pages_->copy();
    if (pages.is_ok()) other->pages_ = pages.value();
    other->heap_base_ = heap_base_;
    other->heap_end_ = heap_end_;
    other->pages_max_ = pages_max_;
    bool is_done = pages.is_ok();
    for (Area* each = areas_.first(); each && is_done; each = areas_.first_above(each->last_page()))
        is_done = other->add(*each).is_ok();
    if (is_done) return other;
    other->release();
    return Errno::enomem;
}

void ProgramMemory::let_go() {
    if (keepers_.fetch_subtract(1) == 1) release();
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

/// The record of a range, which keeps what it is of.
Result<ProgramMemory::Area*, Errno> ProgramMemory::make_area(Extent const& extent) {
    auto const place = means_.records.allocate(sizeof(Area));
    if (place.is_error()) return Errno::enomem;
    Area& area = *new (pointer_to<void>(place.value())) Area(extent);
    if (area.node) area.node->hold();
    if (area.zeros) area.zeros->keep();
    return &area;
}

/// Makes the record of a range, and has the space show it.
Result<void, Errno> ProgramMemory::add(Extent const& extent) {
    Area& area = *TRY(make_area(extent));
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
    if (area.zeros) area.zeros->let_go();
    means_.records.free(address_of(&area), sizeof(Area));
}

/// Has the space show a range; of a file, those pages that it has now.
Result<void, Errno> ProgramMemory::show(Extent const& extent) {
    memory::MemoryObject* object = pages_;
    u64 from = extent.first;
    u64 pages = extent.pages;
    if (extent.is_direct()) {
        object = extent.file;
        from = extent.file_page;
        pages = min(pages, max(extent.file->pages(), from) - from);
    }
    if (pages == 0) return {};
    u32 const rights = extent.rights != 0 ? extent.rights | Mmu::read : 0;
    auto const place = space_->map(*object, from, pages, extent.first * page_size, rights);
    return place.is_ok() ? Result<void, Errno>() : Errno::enomem;
}

/// Has private pages begin as those of a file.
Result<void, Errno> ProgramMemory::begin(Extent const& extent) {
    if (!extent.file || extent.is_direct()) return {};
    auto const begun = pages_->begin(extent.first, extent.pages, *extent.file, extent.file_page,
                                     extent.file_bytes);
    return begun.is_ok() ? Result<void, Errno>() : Errno::enomem;
}

/// Whether so much may be mapped besides what is not replaced by it.
bool ProgramMemory::may_have(u64 first, u64 pages) const {
    if (pages_max_ == no_limit / page_bytes) return true;
    u64 total = pages;
    for (Area const* each = areas_.first(); each; each = areas_.first_above(each->last_page())) {
        u64 const from = max(each->first, first);
        u64 const end = min(each->first + each->pages, first + pages);
        total += each->pages - (from < end ? end - from : 0);
    }
    return total <= pages_max_;
}

/// Shows a range in place of what was there.
Result<void, Errno> ProgramMemory::put(Extent const& extent) {
    if (!may_have(extent.first, extent.pages)) return Errno::enomem;
    TRY(clear(extent.first, extent.pages));
    TRY(begin(extent));
    return add(extent);
}

Result<void, Errno> ProgramMemory::map(Range const& range) {
    return map(range, Placement::fixed).is_ok() ? Result<void, Errno>() : Errno::enomem;
}

Result<vaddr, Errno> ProgramMemory::map(Range range, Placement placement) {
    Guard const guard(lock_);
    u64 const first = TRY(choose(range.base, range.pages, placement));
    Extent area;
    area.first = first;
    area.pages = range.pages;
    area.rights = range.rights;
    area.rights_max = range.rights_max;
    area.is_shared = range.is_shared;
    area.file = range.file;
    area.file_page = range.file_page;
    area.file_bytes = min(range.file_bytes, range.pages * page_size);
    area.node = range.node;
    TRY(put(area));
    return first * page_size;
}

Result<vaddr, Errno> ProgramMemory::map_shared_zeros(Range range, Placement placement) {
    auto const made =
        SharedZeros::make({means_.records, means_.objects, means_.frames}, range.pages);
    SharedZeros& zeros = *TRY(made);
    auto const shown = map_zeros(zeros, range, placement);
    zeros.let_go(); // the area has kept it
    return shown;
}

Result<vaddr, Errno> ProgramMemory::map_zeros(SharedZeros& zeros, Range const& range,
                                              Placement placement) {
    Extent area;
    area.pages = range.pages;
    area.rights = range.rights;
    area.rights_max = range.rights_max;
    area.is_shared = true;
    area.file = &zeros.object();
    area.zeros = &zeros;
    Guard const guard(lock_);
    area.first = TRY(choose(range.base, range.pages, placement));
    TRY(put(area));
    return area.first * page_size;
}

Result<SharedZeros*, Errno> ProgramMemory::unmap_zeros(vaddr base) {
    Guard const guard(lock_);
    u64 const first = base / page_size;
    Area const* const at = base % page_size == 0 ? area_in(first, first + 1) : nullptr;
    bool const begins = at && at->first == first && at->zeros && at->file_page == 0;
    if (!begins || !at->zeros->is_owned()) return Errno::einval;
    SharedZeros& zeros = *at->zeros;
    zeros.keep();
    u64 const end = first + zeros.object().pages();
    for (Area* each = area_in(first, end); each;) {
        Area* const next = areas_.first_above(each->last_page());
        if (each->zeros == &zeros && each->first - each->file_page == first) remove(*each);
        each = next && next->first < end ? next : nullptr;
    }
    return &zeros;
}

/// The first page of where a range is to go.
Result<u64, Errno> ProgramMemory::choose(vaddr wanted, u64 pages, Placement placement) const {
    u64 const first = wanted / page_size;
    bool const is_within =
        first != 0 && pages != 0 && first < layout::end_page && pages <= layout::end_page - first;
    bool const is_free = is_within && !area_in(first, first + pages);
    if (placement == Placement::anywhere) return is_free ? first : find_room(pages);
    if (!is_within) return Errno::enomem;
    if (placement == Placement::fixed_if_free && !is_free) return Errno::eexist;
    return first;
}

/// The highest place for so many pages that is free.
Result<u64, Errno> ProgramMemory::find_room(u64 pages) const {
    u64 end = layout::mapping_end / page_size;
    while (pages != 0 && end > pages + layout::mapping_base / page_size) {
        Area const* last = nullptr;
        for (Area const* each = area_in(end - pages, end); each && each->first < end;
             each = areas_.first_above(each->last_page()))
            last = last ? last : each;
        if (!last) return end - pages;
        end = last->first;
    }
    return Errno::enomem;
}

/// Makes a page the first one of its area.
Result<void, Errno> ProgramMemory::split(u64 page) {
    Area* const area = areas_.first_from(page);
    if (!area || area->first >= page) return {};
    u64 const kept = page - area->first;
    Area& rest = *TRY(make_area(area->part(kept, area->pages - kept)));
    areas_.remove(*area); // its key changes
    area->pages = kept;
    area->file_bytes = min(area->file_bytes, kept * page_size);
    areas_.insert(*area);
    areas_.insert(rest);
    return {};
}

Result<void, Errno> ProgramMemory::split(u64 first, u64 end) {
    TRY(split(first));
    return split(end);
}

void ProgramMemory::remove(Area& area) {
    (void)space_->unmap(area.first * page_size, area.pages);
    pages_->forget(area.first, area.pages);
    areas_.remove(area);
    dispose(area);
}

Result<void, Errno> ProgramMemory::unmap(vaddr base, u64 pages) {
    Guard const guard(lock_);
    return clear(base / page_size, pages);
}

Result<void, Errno> ProgramMemory::clear(u64 first, u64 pages) {
    u64 const end = first + pages;
    if (!area_in(first, end)) return {};
    TRY(split(first, end));
    while (Area* const each = area_in(first, end))
        remove(*each);
    return {};
}

/// Whether all of a range is mapped.
bool ProgramMemory::covers(u64 first, u64 end) const {
    while (first < end) {
        Area const* const each = area_in(first, end);
        if (!each || each->first > first) return false;
        first = each->last_page() + 1;
    }
    return true;
}

bool ProgramMemory::is_mapped(vaddr base, u64 pages) {
    Guard const guard(lock_);
    return covers(base / page_size, base / page_size + pages);
}

Result<void, Errno> ProgramMemory::protect(vaddr base, u64 pages, u32 rights) {
    Guard const guard(lock_);
    u64 const first = base / page_size;
    u64 const end = first + pages;
    if (!covers(first, end)) return Errno::enomem;
    TRY(split(first, end));
    return for_areas(first, end, [this, rights](Area& area) -> Result<void, Errno> {
        if ((rights & ~area.rights_max) != 0) return Errno::eacces;
        return change(area, rights);
    });
}

/// Gives an area other rights. A file that was shown itself is copied where it may be written to;
/// what once was copied stays so.
Result<void, Errno> ProgramMemory::change(Area& area, u32 rights) {
    bool const was_direct = area.is_direct();
    area.rights = rights;
    if (was_direct && !area.is_direct()) {
        (void)space_->unmap(area.first * page_size, area.pages);
        TRY(begin(area));
        area.file = nullptr;
        return show(area);
    }
    if (!was_direct) area.file = nullptr;
    u32 const shown = rights != 0 ? rights | Mmu::read : 0;
    auto const outcome = space_->protect(area.first * page_size, area.pages, shown);
    bool const is_done =
        outcome.is_ok() || outcome.error().code == memory::MappingError::not_mapped;
    return is_done ? Result<void, Errno>() : Errno::enomem; // a file may be empty
}

Result<u64, memory::MappingError> ProgramMemory::resolve_waiting(vaddr address, u32 access) {
    auto const outcome = resolve(address, access);
    if (outcome.is_ok()) return outcome;
    Guard const guard(lock_);
    u64 const page = address / page_size;
    Area* const area = area_in(page, page + 1);
    bool const has_grown =
        area && area->is_direct() && page - area->first + area->file_page < area->file->pages();
    if (has_grown && outcome.error().code == memory::MappingError::not_mapped) {
        (void)space_->unmap(area->first * page_size, area->pages);
        if (show(*area).is_error())
            return memory::MappingError{memory::MappingError::out_of_memory};
    }
    return resolve(address, access);
}

ProgramMemory::Reason ProgramMemory::reason(vaddr address, u32 access) {
    Guard const guard(lock_);
    u64 const page = address / page_size;
    Area const* const area = area_in(page, page + 1);
    if (!area) return Reason::not_mapped;
    bool const may_be = (access & ~area->rights) == 0;
    return may_be ? Reason::beyond_file : Reason::forbidden;
}

vaddr ProgramMemory::set_heap_end(vaddr end) {
    Guard const guard(lock_);
    u64 const old_end = divide_up(heap_end_, page_size);
    u64 const new_end = divide_up(end, page_size);
    if (end < heap_base_ || end >= layout::mapping_base) return heap_end_;
    if (new_end < old_end && clear(new_end, old_end - new_end).is_error()) return heap_end_;
    if (new_end > old_end) {
        Extent more;
        more.rights = Mmu::read | Mmu::write;
        if (area_in(old_end, new_end)) return heap_end_;
        Area* const last = heap_end_ > heap_base_ ? area_in(old_end - 1, old_end) : nullptr;
        bool const is_heap = last && !last->file && last->rights == more.rights;
        u64 const pages = new_end - old_end;
        more.first = old_end;
        more.pages = pages;
        auto const shown = is_heap ? widen(*last, pages) : put(more);
        if (shown.is_error()) return heap_end_;
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
