// SPDX-License-Identifier: BSD-2-Clause
// How ranges of a process' memory are moved, forgotten, told and brought to disks.
#include <unix/program_memory.hpp>

#include <domain/page.hpp>
#include <unix/fs_errno.hpp>
#include <unix/layout.hpp>

namespace flat::unix {

using domain::page_size;

/// Moves an area, with all that its pages are, to where nothing is.
Result<void, Errno> ProgramMemory::move(Area& area, u64 to) {
    Extent moved = area.part(0, area.pages);
    moved.first = to;
    TRY(show(moved));
    if (!area.is_direct() && pages_->move(area.first, area.pages, to).is_error()) {
        (void)space_->unmap(to * page_size, area.pages);
        return Errno::enomem;
    }
    (void)space_->unmap(area.first * page_size, area.pages);
    areas_.remove(area);
    area.first = to;
    areas_.insert(area);
    return {};
}

/// Shows so many pages more after an area, where nothing is, as its own.
Result<void, Errno> ProgramMemory::widen(Area& area, u64 pages) {
    Extent more = area.part(area.pages, pages);
    if (!may_have(more.first, pages)) return Errno::enomem;
    u64 const before = more.file_page * page_size;
    u64 const size = more.node ? more.node->attributes().size_bytes : 0;
    more.file_bytes = min(max(size, before) - before, pages * page_size);
    TRY(begin(more));
    TRY(show(more));
    areas_.remove(area); // its key changes
    area.pages += pages;
    area.file_bytes += more.file_bytes;
    areas_.insert(area);
    return {};
}

Result<vaddr, Errno> ProgramMemory::resize(vaddr base, u64 pages, u64 new_pages, bool may_move,
                                           vaddr to) {
    Guard const guard(lock_);
    u64 const first = base / page_size;
    u64 const end = first + pages;
    Area const* const whole = area_in(first, end);
    if (!whole || whole->first > first || whole->last_page() + 1 < end) return Errno::efault;
    if (whole->zeros && new_pages > pages) return Errno::efault; // they have no more
    if (new_pages > pages && !may_have(layout::end_page, new_pages - pages)) return Errno::enomem;
    u64 const target = to / page_size;
    bool const is_apart = target + new_pages <= first || end <= target;
    if (to != 0 && !is_apart) return Errno::einval;
    if (to != 0) TRY(choose(to, new_pages, Placement::fixed));
    if (to != 0) TRY(clear(target, new_pages));
    if (new_pages < pages) TRY(clear(first + new_pages, pages - new_pages));
    u64 const kept = min(pages, new_pages);
    u64 const grown_end = first + new_pages;
    bool const is_last = area_in(first, first + kept)->last_page() + 1 == first + kept;
    bool const fits = new_pages <= pages ||
                      (is_last && grown_end <= layout::end_page && !area_in(end, grown_end));
    if (!fits && to == 0 && !may_move) return Errno::enomem;
    u64 place = first;
    if (to != 0 || !fits) {
        place = to != 0 ? target : TRY(find_room(new_pages));
        TRY(split(first, first + kept));
        TRY(move(*area_in(first, first + kept), place));
    }
    if (new_pages > pages) TRY(widen(*area_in(place, place + kept), new_pages - pages));
    return place * page_size;
}

ProgramMemory::Place ProgramMemory::shared_place(vaddr address) {
    Guard const guard(lock_);
    u64 const page = address / page_size;
    Area const* const area = area_in(page, page + 1);
    if (!area || !area->is_shared) return {address_of(this), address};
    u64 const file_page = page - area->first + area->file_page;
    return {address_of(area->file), file_page * page_size + address % page_size};
}

ProgramMemory::Shown ProgramMemory::area_after(vaddr address) {
    Guard const guard(lock_);
    Area const* const area = areas_.first_from(address / page_size);
    if (!area) return {};
    vaddr const base = area->first * page_size;
    bool const is_heap = !area->node && heap_base_ <= base && base < heap_end_;
    return {base,
            base + area->pages * page_size,
            area->rights,
            area->is_shared,
            area->node ? area->file_page * page_size : 0,
            area->node ? area->node->attributes().number : 0,
            is_heap};
}

ProgramMemory::Size ProgramMemory::size(memory::ResidentPages& resident) {
    Guard const guard(lock_);
    u64 pages = 0;
    for (Area const* each = areas_.first(); each; each = areas_.first_above(each->last_page()))
        pages += each->pages;
    return {pages, resident.count(*pages_).resident};
}

Result<void, Errno> ProgramMemory::forget(vaddr base, u64 pages) {
    Guard const guard(lock_);
    u64 const first = base / page_size;
    u64 const end = first + pages;
    auto const outcome = for_areas(first, end, [this, first, end](Area& area) {
        if (area.is_direct()) return Result<void, Errno>();
        u64 const from = max(first, area.first);
        Extent const part = area.part(from - area.first, min(end, area.last_page() + 1) - from);
        pages_->forget(part.first, part.pages);
        return begin(part);
    });
    if (outcome.is_error()) return outcome;
    return covers(first, end) ? Result<void, Errno>() : Errno::enomem;
}

Result<void, Errno> ProgramMemory::sync(vaddr base, u64 pages) {
    Guard const guard(lock_);
    u64 const first = base / page_size;
    u64 const end = first + pages;
    TRY(for_areas(first, end, [](Area& area) -> Result<void, Errno> {
        if (!area.node || !area.is_shared) return {};
        auto const outcome = area.node->sync();
        return outcome.is_ok() ? Result<void, Errno>() : errno_of(outcome.error());
    }));
    return covers(first, end) ? Result<void, Errno>() : Errno::enomem;
}

} // namespace flat::unix
