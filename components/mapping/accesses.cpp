// SPDX-License-Identifier: BSD-2-Clause
// Accesses to pages that are not mapped yet: whose page it is, and how it is brought in.
#include <mapping/mappings.hpp>

#include <core/top.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>

namespace flat::mapping {

using domain::page_size;
using Code = MappingError::Code;
using hal::Mmu;

Result<u64, MappingError> Mappings::resolve_in(SpaceRecord& space, vaddr address, u32 access) {
    if (access == 0 || access & ~any_access) return MappingError{Code::invalid};
    u32 const wanted = access | Mmu::read; // hardware has no page that can be written but not read
    for (Bound bound = Bound::kept;;) {
        Attempt const attempt = TRY(try_access(space, address / page_size, wanted, bound));
        if (attempt.question == Question::none) return 0;
        if (attempt.question == Question::asked) return address_of(attempt.object);
        if (attempt.question == Question::room || attempt.question == Question::cleaning) {
            if (u64 const condition = make_way(attempt.question, bound)) return condition;
            continue;
        }
        if (attempt.question != Question::lend) {
            ask(attempt, wanted);
            continue;
        }
        u64 const condition = TRY(borrow(*attempt.lent, attempt.page, wanted));
        if (condition != 0) return condition;
    }
}

/// Has an object lend the frame of a page; returns 0 or the condition to wait on.
Result<u64, MappingError> Mappings::borrow(memory::LentObject& object, u64 page, u32 wanted) {
    auto const loan = TRY(object.lend(page, wanted));
    if (wanted & ~loan.rights) return loan.condition;
    TRY(adopt(object, page, loan));
    return 0;
}

/// Makes the record of a page whose frame is lent; what shows another frame in its place ends.
Result<void, MappingError> Mappings::adopt(memory::LentObject& object, u64 number,
                                           memory::LentObject::Loan const& loan) {
    auto const known = known_.lock();
    KnownObject* const found = known->find(object);
    if (!found) return {}; // unmapped meanwhile, which the next attempt finds
    ResidentPage* page = found->pages.find(number);
    while (page && page->frame != loan.frame) {
        drop(*page->mappings.first());
        page = found->pages.find(number);
    }
    if (!page) {
        page = TRY(make<ResidentPage>());
        page->object = found;
        page->number = number;
        page->frame = loan.frame;
        found->pages.insert(*page);
        ++found->counts.resident;
    }
    page->granted = static_cast<u8>(loan.rights);
    return {};
}

/// Asks an object for a page, or for more rights to it.
void Mappings::ask(Attempt const& attempt, u32 wanted) {
    Batch batch;
    batch.frames[batch.pages++] = attempt.frame;
    bool const is_read = attempt.question == Question::fill && !(wanted & Mmu::write);
    if (replacement && is_read && attempt.object->is_replaceable) {
        auto const known = known_.lock();
        plan_ahead(*attempt.object, attempt.page, batch);
    }
    Span<u8 const> const frames = bytes_of(Span<paddr const>(batch.frames).first(batch.pages));
    memory::FilledObject& object = *attempt.object->filled;
    if (attempt.question == Question::fill)
        object.fill(attempt.page, frames, wanted, *attempt.object);
    else
        object.upgrade(attempt.page, frames, wanted, *attempt.object);
}

void KnownObject::ended(u64 first_page, u64 pages, u32 rights) {
    mappings.ended(*this, first_page, pages, rights);
}

void Mappings::ended(KnownObject& object, u64 first_page, u64 pages, u32 rights) {
    bool are_too_many = false;
    for (u64 i = 0; i < pages; ++i)
        are_too_many |= end_transfer(object, first_page + i, rights);
    // The object may have been closed by now; its address was the condition, and is only a number.
    if (threads) threads->notify_all(address_of(&object));
    if (threads && are_too_many) threads->notify_all(address_of(&dirty_));
}

/// Whether write-behind is to be told.
bool Mappings::end_transfer(KnownObject& object, u64 number, u32 rights) {
    auto const known = known_.lock();
    ResidentPage* const page = object.pages.find(number);
    assert(page && page->is_busy());
    if (page->state == ResidentPage::State::cleaning) {
        end_cleaning(*page, rights != 0);
    } else {
        grant(*page, page->granted | (rights & any_access));
        page->refused = static_cast<u8>(page->wanted & ~page->granted);
    }
    page->state = ResidentPage::State::idle;
    --object.counts.busy;
    return exchange(dirty_.is_to_notify, false);
}

void Mappings::end_cleaning(ResidentPage& page, bool is_clean) {
    set_stuck(page, !is_clean);
    if (!is_clean) set_dirty(page, true);
    if (!page.object->is_stored) return;
    --dirty_.leaving;
    dirty_.is_to_notify |= exchange(dirty_.has_waiting_writers, false);
}

/// The record of an object, made when it is mapped for the first time.
Result<KnownObject*, MappingError> Mappings::know(Known& known, memory::MemoryObject& object) {
    if (KnownObject* const found = known.find(object)) {
        if (found->is_closing) return MappingError{Code::unavailable};
        return found;
    }
    auto* const fixed = narrow_to<memory::FixedObject>(object);
    auto* const filled = narrow_to<memory::FilledObject>(object);
    auto* const lent = narrow_to<memory::LentObject>(object);
    if (!fixed && !filled && !lent) return MappingError{Code::invalid};
    KnownObject* const fresh = TRY(make<KnownObject>(*this));
    fresh->object = &object;
    fresh->fixed = fixed;
    fresh->filled = filled;
    fresh->lent = lent;
    fresh->frames = filled ? &filled->frames() : nullptr;
    fresh->is_stored = filled && filled->is_replaceable();
    fresh->is_replaceable = replacement && fresh->is_stored;
    fresh->counts.condition = address_of(fresh);
    known.objects.insert(*fresh);
    return fresh;
}

Result<Mappings::Attempt, MappingError> Mappings::try_access(SpaceRecord& space, u64 page,
                                                             u32 access, Bound bound) {
    auto const known = known_.lock();
    Region* const region = region_in(space, {page, page + 1});
    if (!region || region->is_leaving) return MappingError{Code::not_mapped};
    if (access & ~region->rights) return MappingError{Code::forbidden};
    if (!region->object || region->object->is_closing) return MappingError{Code::unavailable};
    return access_page(space, *region, page, access, bound);
}

Result<Mappings::Attempt, MappingError>
Mappings::access_page(SpaceRecord& space, Region& region, u64 space_page, u32 access, Bound bound) {
    KnownObject& object = *region.object;
    u64 const number = region.object_first + (space_page - region.first);
    Attempt const attempt = TRY(demand(object, number, access, bound));
    if (attempt.question != Question::none) return attempt;
    ResidentPage& page = *attempt.resident;
    auto const entered = enter(space, region, page, space_page);
    if (entered.is_error() && !object.filled && page.mappings.is_empty()) let_go(page);
    TRY(entered);
    return attempt;
}

/// A page that may be accessed now, or what the object is to be asked for it.
Result<Mappings::Attempt, MappingError> Mappings::demand(KnownObject& object, u64 number,
                                                         u32 access, Bound bound) {
    ResidentPage* page = object.pages.find(number);
    if (object.lent && (!page || access & ~page->granted))
        return Attempt{Question::lend, &object, page, number, 0, object.lent};
    if (!page && object.is_replaceable && bound == Bound::kept && is_full())
        return Attempt{Question::room, &object, nullptr, number, 0, nullptr};
    bool const becomes_dirty = access & Mmu::write && !(page && page->granted & Mmu::write);
    if (becomes_dirty && object.is_stored && bound == Bound::kept && are_too_many_dirty())
        return Attempt{Question::cleaning, &object, nullptr, number, 0, nullptr};
    if (!page) page = TRY(bring_in(object, number));
    if (page->refused & access) {
        page->refused = 0; // reported once: the next attempt asks again
        if (page->granted != 0) return MappingError{Code::forbidden};
        if (!page->is_in_use()) let_go(*page); // or it stays until it is asked for again
        return MappingError{Code::unavailable};
    }
    if (replacement && object.is_replaceable) replacement->touch(*page);
    Attempt attempt{Question::none, &object, page, number, page->frame, nullptr};
    if ((access & ~page->granted) == 0) return attempt;
    attempt.question = Question::asked;
    if (page->is_busy()) return attempt;
    page->state = ResidentPage::State::filling;
    page->wanted = static_cast<u8>(access);
    ++object.counts.busy;
    attempt.question = page->granted == 0 ? Question::fill : Question::upgrade;
    return attempt;
}

/// Makes the record of a page. That of a fixed object can be accessed at once; for another there is
/// only a frame yet.
Result<ResidentPage*, MappingError> Mappings::bring_in(KnownObject& object, u64 number) {
    if (number >= object.object->pages()) return MappingError{Code::unavailable};
    ResidentPage* const page = TRY(make<ResidentPage>());
    if (object.fixed) {
        page->frame = object.fixed->frame(number);
        page->granted = any_access;
    } else {
        auto const frame = object.frames->allocate(0);
        if (frame.is_error()) {
            dispose(*page);
            return MappingError{Code::out_of_memory};
        }
        page->frame = frame.value();
    }
    page->object = &object;
    page->number = number;
    object.pages.insert(*page);
    ++object.counts.resident;
    if (object.is_replaceable) enter_cache(*page);
    return page;
}

/// Lets a space access a page with the rights that both its region and the object give.
Result<void, MappingError> Mappings::enter(SpaceRecord& space, Region& region, ResidentPage& page,
                                           u64 space_page) {
    u32 const rights = (region.rights & (page.granted | any_memory_type)) | space.user_rights;
    Mapping* const present = space.mappings.find(space_page);
    if (present && present->page == &page) {
        change_rights(*present, rights);
        return {};
    }
    assert(!present); // a region leaves with its mappings, a page with those of it
    Mapping* const mapping = TRY(make<Mapping>());
    auto const added = mmu->add_mapping(space.root, space_page * page_size, page.frame,
                                        domain::page_size_log2, rights);
    if (added.is_error()) {
        dispose(*mapping);
        bool const is_full = added.error().code == hal::MmuError::Code::out_of_memory;
        return MappingError{is_full ? Code::out_of_memory : Code::invalid};
    }
    mapping->page = &page;
    mapping->space = &space;
    mapping->space_page = space_page;
    mapping->rights = rights;
    space.mappings.insert(*mapping);
    link(*mapping);
    return {};
}

} // namespace flat::mapping
