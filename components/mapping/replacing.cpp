// SPDX-License-Identifier: BSD-2-Clause
// The bound of pages in memory whose contents lie elsewhere, and what leaves when it is reached.
#include <mapping/mappings.hpp>

namespace flat::mapping {

namespace {

/// How many pages are looked at to find one that can leave.
constexpr u32 looks_max = 64;

/// Such a part of the pages that may be in memory can be filled ahead at once, so that those that
/// are being read do not leave for them.
constexpr u32 ahead_share = 4;

} // namespace

void Mappings::enter_cache(ResidentPage& page) {
    replacement->add(page);
    ++replacements_.resident;
}

void Mappings::leave_cache(ResidentPage& page) {
    replacement->remove(page);
    --replacements_.resident;
}

/// Has a page leave that is clean. If there is none, dirty ones are cleaned first; returns the
/// condition to wait on for that, or 0. If nothing can be cleaned, the bound does not hold.
u64 Mappings::make_room(Bound& bound) {
    KnownObject* cleaned = nullptr;
    Batch batch;
    {
        auto const known = known_.lock();
        Victims const found = look_for_victims();
        if (found.has_left) return 0;
        if (found.dirty) {
            cleaned = found.dirty->object;
            u64 position = found.dirty->number;
            collect(*cleaned, position, position + Batch::pages_max, batch);
            replacements_.cleaned += batch.pages;
        } else if (found.busy) {
            return address_of(found.busy);
        } else {
            bound = Bound::exceeded;
            return 0;
        }
    }
    // It cannot end before the transfer, which it has not begun yet.
    hand_over(*cleaned->filled, *cleaned, batch);
    return address_of(cleaned);
}

/// Callers hold the lock.
Mappings::Victims Mappings::look_for_victims() {
    Victims found;
    for (u32 i = 0; i < looks_max; ++i) {
        CachedPage* const next = replacement->next();
        if (!next) break;
        auto& page = static_cast<ResidentPage&>(*next);
        if (page.holds != 0) continue;
        if (page.is_busy()) {
            found.busy = page.object;
        } else if (page.is_dirty) {
            if (!page.is_stuck && !page.object->is_closing && !found.dirty) found.dirty = &page;
        } else if (drop_all(page)) {
            let_go(page);
            ++replacements_.left;
            found.has_left = true;
            break;
        }
    }
    return found;
}

/// Adds pages that are filled ahead to one that is, if it goes on where the last ones ended: a
/// window that doubles as long as it does. They take room, too, but are worth no waiting. Callers
/// hold the lock.
void Mappings::plan_ahead(KnownObject& object, u64 page, Batch& batch) {
    bool const goes_on = page == object.ahead_end;
    object.ahead_window = goes_on ? min(max(2 * object.ahead_window, u32{1}), ahead_max) : 0;
    while (batch.pages <= object.ahead_window && batch.pages < Batch::pages_max) {
        if (!add_ahead(object, page + batch.pages, batch)) break;
    }
    object.ahead_end = page + batch.pages;
    ++replacements_.filled;
    replacements_.filled_ahead += batch.pages - 1;
}

/// Adds a page to those that are filled ahead, if it is not in memory and there is room.
bool Mappings::add_ahead(KnownObject& object, u64 page, Batch& batch) {
    if (object.pages.find(page) || (is_full() && !look_for_victims().has_left)) return false;
    auto const brought = bring_in(object, page);
    if (brought.is_error()) return false;
    ResidentPage& ahead = *brought.value();
    ahead.state = ResidentPage::State::filling;
    ahead.wanted = 0; // a failure is not reported
    ++object.counts.busy;
    batch.frames[batch.pages++] = ahead.frame;
    return true;
}

void Mappings::fill_ahead(memory::FilledObject& object, u64 first_page, u64 pages) {
    u64 const end = first_page + min<u64>(pages, max(cache_pages / ahead_share, u32{1}));
    for (u64 position = first_page; position < end;) {
        Batch batch;
        KnownObject* const known = ahead_step(object, position, end, batch);
        if (!known) return;
        Span<u8 const> const frames = bytes_of(Span<paddr const>(batch.frames).first(batch.pages));
        object.fill(batch.first, frames, hal::Mmu::read, *known);
    }
}

/// The next pages in a row that are not in memory, of an object that is null if there are none.
KnownObject* Mappings::ahead_step(memory::FilledObject& object, u64& position, u64 end,
                                  Batch& batch) {
    auto const known = known_.lock();
    auto const found = know(*known, object);
    if (found.is_error()) return nullptr;
    KnownObject& of = *found.value();
    while (position < end && of.pages.find(position))
        ++position;
    batch.first = position;
    while (position < end && batch.pages < Batch::pages_max && add_ahead(of, position, batch))
        ++position;
    replacements_.filled_ahead += batch.pages;
    if (batch.pages != 0) {
        of.ahead_end = position; // who comes there goes on in a row
        return &of;
    }
    forget_if_unused(*known, of);
    return nullptr;
}

Mappings::Replacements Mappings::replacements() {
    auto const known = known_.lock();
    return replacements_;
}

/// Ends the mappings of a page, or as many as one step may; whether all have ended.
bool Mappings::drop_all(ResidentPage& page) {
    for (u32 step = 0; step < step_max; ++step) {
        Mapping* const mapping = page.mappings.first();
        if (!mapping) return true;
        drop(*mapping);
    }
    return page.mappings.is_empty();
}

} // namespace flat::mapping
