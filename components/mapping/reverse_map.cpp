// SPDX-License-Identifier: BSD-2-Clause
// From the pages of objects to their mappings: ending them, cleaning and discarding pages.
#include <mapping/mappings.hpp>

#include <domain/page.hpp>

namespace flat::mapping {

using domain::page_size;
using hal::Mmu;

namespace {

/// The page after the last of some, however many somebody says there are.
u64 end_of(u64 first_page, u64 pages) {
    return pages <= ~u64{0} - first_page ? first_page + pages : ~u64{0};
}

} // namespace

Mappings::Counts Mappings::count(memory::MemoryObject& object) {
    auto const known = known_.lock();
    KnownObject const* const found = known->find(object);
    return found ? found->counts : Counts{};
}

void Mappings::revoke(memory::MemoryObject& object, u64 first_page, u64 pages) {
    u64 position = first_page;
    while (revoke_step(object, position, end_of(first_page, pages), Revoked::all)) {
    }
}

void Mappings::revoke_writing(memory::MemoryObject& object, u64 first_page, u64 pages) {
    u64 position = first_page;
    while (revoke_step(object, position, end_of(first_page, pages), Revoked::writing)) {
    }
}

u64 Mappings::withdraw(memory::FilledObject& object, u64 first_page, u64 pages, u32 left) {
    u64 position = first_page;
    u64 held = 0;
    while (withdraw_step(object, position, end_of(first_page, pages), left, held)) {
    }
    if (left & Mmu::read)
        revoke_writing(object, first_page, pages);
    else
        revoke(object, first_page, pages);
    return held;
}

void Mappings::clean(memory::FilledObject& object, u64 first_page, u64 pages) {
    u64 position = first_page;
    u64 const end = end_of(first_page, pages);
    while (position < end) {
        Batch batch;
        KnownObject* const known = batch_step(object, position, end, batch);
        if (!known) return;
        if (batch.pages != 0) hand_over(object, *known, batch);
    }
}

/// Has an object clean pages that were collected. A writer now waits for the end of the transfer;
/// so that all writers are noticed, their right to write ends first.
void Mappings::hand_over(memory::FilledObject& object, KnownObject& known, Batch const& batch) {
    u64 written = batch.first;
    while (revoke_step(object, written, batch.first + batch.pages, Revoked::writing)) {
    }
    Span<paddr const> const frames = Span<paddr const>(batch.frames).first(batch.pages);
    object.clean(batch.first, bytes_of(frames), known);
    wake_writers();
}

u64 Mappings::discard(memory::FilledObject& object, u64 first_page, u64 pages) {
    u64 position = first_page;
    u64 left = 0;
    while (discard_step(object, position, end_of(first_page, pages), left)) {
    }
    return left;
}

bool Mappings::close(memory::MemoryObject& object) {
    {
        auto const known = known_.lock();
        KnownObject* const found = known->find(object);
        if (!found) return true;
        found->is_closing = true;
    }
    u64 position = 0;
    u64 left = 0;
    while (discard_step(object, position, ~u64{0}, left)) {
    }
    if (left != 0) return false;
    while (detach_step(object)) {
    }
    return true;
}

/// Puts a mapping into the list of its page: those that write are first.
void Mappings::link(Mapping& mapping) {
    if (mapping.rights & Mmu::write)
        mapping.page->mappings.push_front(mapping);
    else
        mapping.page->mappings.push_back(mapping);
}

void Mappings::change_rights(Mapping& mapping, u32 rights) {
    if (mapping.rights == rights) return;
    vaddr const address = mapping.space_page * page_size;
    (void)mmu->remove_mapping(mapping.space->root, address).value();
    mmu->add_mapping(mapping.space->root, address, mapping.page->frame, domain::page_size_log2,
                     rights)
        .value(); // its table is there
    mapping.page->mappings.remove(mapping);
    mapping.rights = rights;
    link(mapping);
}

/// Ends a mapping. Nobody needs the record of a page that is not mapped and has its frame from
/// elsewhere.
void Mappings::drop(Mapping& mapping) {
    ResidentPage& page = *mapping.page;
    (void)mmu->remove_mapping(mapping.space->root, mapping.space_page * page_size).value();
    mapping.space->mappings.remove(mapping);
    page.mappings.remove(mapping);
    dispose(mapping);
    if (!page.object->filled && page.mappings.is_empty()) let_go(page);
}

/// Ends the stay of a page in memory, which is not in use.
void Mappings::let_go(ResidentPage& page) {
    KnownObject& object = *page.object;
    assert(!page.is_in_use());
    set_dirty(page, false);
    set_stuck(page, false);
    if (object.is_replaceable) leave_cache(page);
    object.pages.remove(page);
    --object.counts.resident;
    if (object.filled) object.frames->free(page.frame, 0);
    dispose(page);
}

/// Sets what an object grants for a page. What may be written to is dirty until it was cleaned.
void Mappings::grant(ResidentPage& page, u32 rights) {
    page.granted = static_cast<u8>(rights);
    if (page.object->filled && rights & Mmu::write) set_dirty(page, true);
}

void Mappings::set_dirty(ResidentPage& page, bool is_dirty) {
    if (is_dirty == page.is_dirty) return;
    page.is_dirty = is_dirty;
    KnownObject& object = *page.object;
    object.counts.dirty += is_dirty ? 1 : ~u64{0};
    if (!object.is_stored || page.is_stuck) return;
    if (is_dirty)
        enlist(page);
    else
        delist(page);
}

/// Cleaning it has failed, or has succeeded since.
void Mappings::set_stuck(ResidentPage& page, bool is_stuck) {
    page.object->counts.stuck += u64{is_stuck} - u64{page.is_stuck};
    page.is_stuck = is_stuck;
    if (is_stuck) page.object->counts.last_failure = ++dirty_.failures;
}

/// Forgets an object that no region shows and that has no page in memory.
void Mappings::forget_if_unused(Known& known, KnownObject& object) {
    if (!object.regions.is_empty() || !object.pages.is_empty() || object.is_closing) return;
    known.remove(object);
    dispose(object);
}

/// Ends some of the mappings of pages from `position` on, or their right to write; whether there
/// may be more.
bool Mappings::revoke_step(memory::MemoryObject& object, u64& position, u64 end, Revoked revoked) {
    auto const known = known_.lock();
    KnownObject* const found = known->find(object);
    if (!found) return false;
    for (u32 step = 0; step < step_max; ++step) {
        ResidentPage* const page = found->pages.first_from(position);
        if (!page || page->number >= end) return false;
        position = page->number;
        if (revoked == Revoked::writing && page->writers == 0)
            grant(*page, page->granted & ~u32{Mmu::write});
        Mapping* const mapping = page->mappings.first();
        if (mapping && revoked == Revoked::all)
            drop(*mapping);
        else if (mapping && mapping->rights & Mmu::write)
            change_rights(*mapping, mapping->rights & ~u32{Mmu::write});
        else
            ++position;
    }
    return true;
}

/// Reduces what was granted for some pages from `position` on, before their mappings follow, and
/// counts those that are held with more; whether there may be more.
bool Mappings::withdraw_step(memory::FilledObject& object, u64& position, u64 end, u32 left,
                             u64& held) {
    auto const known = known_.lock();
    KnownObject* const found = known->find(object);
    if (!found) return false;
    u32 const kept = left & Mmu::read ? ~u32{Mmu::write} : 0;
    for (u32 step = 0; step < step_max; ++step) {
        ResidentPage* const page = found->pages.first_from(position);
        if (!page || page->number >= end) return false;
        position = page->number + 1;
        grant(*page, page->granted & kept);
        if (page->writers != 0 || (kept == 0 && page->holds != 0)) ++held;
    }
    return true;
}

/// Gives some pages from `position` on back and counts those that are in transfer; whether there
/// may be more.
bool Mappings::discard_step(memory::MemoryObject& object, u64& position, u64 end, u64& left) {
    auto const known = known_.lock();
    KnownObject* const found = known->find(object);
    if (!found) return false;
    for (u32 step = 0; step < step_max; ++step) {
        ResidentPage* const page = found->pages.first_from(position);
        if (!page || page->number >= end) {
            forget_if_unused(*known, *found);
            return false;
        }
        position = page->number;
        if (Mapping* const mapping = page->mappings.first()) {
            drop(*mapping);
        } else {
            if (page->is_in_use())
                ++left;
            else
                let_go(*page);
            ++position;
        }
    }
    return true;
}

/// Collects the next dirty pages in a row from `position` on, which are being cleaned from now on;
/// null when the object is not known.
KnownObject* Mappings::batch_step(memory::FilledObject& object, u64& position, u64 end,
                                  Batch& batch) {
    auto const known = known_.lock();
    KnownObject* const found = known->find(object);
    if (found) collect(*found, position, end, batch);
    return found;
}

/// The same; callers hold the lock.
void Mappings::collect(KnownObject& object, u64& position, u64 end, Batch& batch) {
    for (u32 step = 0; step < step_max && batch.pages < Batch::pages_max; ++step) {
        ResidentPage* const page = object.pages.first_from(position);
        bool const is_there = page && page->number < end;
        bool const is_next = batch.pages == 0 || (is_there && page->number == position);
        if (!is_there || !is_next) {
            if (!is_there) position = end;
            break;
        }
        bool const is_for_it = page->is_dirty && !page->is_busy() && page->writers == 0;
        if (!is_for_it && batch.pages != 0) break;
        position = page->number + 1;
        if (!is_for_it) continue;
        if (batch.pages == 0) batch.first = page->number;
        batch.frames[batch.pages++] = page->frame;
        page->state = ResidentPage::State::cleaning;
        grant(*page, page->granted & ~u32{Mmu::write});
        set_dirty(*page, false);
        ++object.counts.busy;
        if (object.is_stored) ++dirty_.leaving;
    }
}

/// Parts some regions from an object that is closed, and after the last of them forgets it; whether
/// there may be more.
bool Mappings::detach_step(memory::MemoryObject& object) {
    auto const known = known_.lock();
    KnownObject* const found = known->find(object);
    if (!found) return false;
    for (u32 step = 0; step < step_max; ++step) {
        Region* const region = found->regions.pop_front();
        if (!region) {
            found->is_closing = false;
            forget_if_unused(*known, *found);
            return false;
        }
        region->object = nullptr;
    }
    return true;
}

} // namespace flat::mapping
