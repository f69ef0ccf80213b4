// SPDX-License-Identifier: BSD-2-Clause
// The memory of one process.
#include <mapping/private_object.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/interrupts.hpp>

#include <new>

namespace flat::mapping {

using domain::page_size;
using hal::Mmu;
using machine::InterruptGuard;
using machine::physical_to_virtual;

namespace {

constexpr u32 own_rights = Mmu::read | Mmu::write | Mmu::execute;
constexpr u32 shared_rights = Mmu::read | Mmu::execute;
constexpr memory::MappingError lacks_memory{memory::MappingError::out_of_memory};

u64 range_end(u64 first, u64 pages) {
    return pages <= ~u64{0} - first ? first + pages : ~u64{0};
}

} // namespace

Result<PrivateObject*, memory::MemoryError> PrivateObject::make(Means const& means) {
    auto* const place = pointer_to<void>(TRY(means.memory.allocate(sizeof(PrivateObject))));
    return new (place) PrivateObject(means);
}

template<class T>
Result<T*, memory::MemoryError> PrivateObject::make_record() {
    return new (pointer_to<void>(TRY(means_.memory.allocate(sizeof(T))))) T();
}

template<class T>
void PrivateObject::dispose(T& record) {
    record.~T();
    means_.memory.free(address_of(&record), sizeof(T));
}

u64 PrivateObject::pages() {
    return machine::user_end / page_size;
}

Result<PrivateObject::Loan, memory::MappingError> PrivateObject::lend(u64 page, u32 rights) {
    InterruptGuard const guard;
    auto const place = place_of(page);
    if (place.is_error()) return lacks_memory;
    paddr& frame = *place.value();
    if (frame == 0) return lend_first(frame, page);
    if (!means_.counts.is_shared(frame)) return Loan{frame, own_rights, 0};
    if ((rights & Mmu::write) == 0) return Loan{frame, shared_rights, 0};
    return lend_copy(frame);
}

/// Where the frame of a page is noted.
Result<paddr*, memory::MemoryError> PrivateObject::place_of(u64 page) {
    Group* group = groups_.find(page / Group::pages);
    if (!group) {
        group = TRY(make_record<Group>());
        group->number = page / Group::pages;
        groups_.insert(*group);
    }
    return &group->frames[page % Group::pages];
}

/// A page that has not been accessed yet.
Result<PrivateObject::Loan, memory::MappingError> PrivateObject::lend_first(paddr& place,
                                                                            u64 page) {
    auto const frame = means_.counts.allocate();
    if (frame.is_error()) return lacks_memory;
    auto* const bytes = static_cast<u8*>(physical_to_virtual(frame.value()));
    Beginning const* const beginning = beginnings_.first_from(page);
    if (beginning && beginning->first <= page) {
        auto const filled = fill(bytes, *beginning, page);
        bool const is_filled = filled.is_ok() && filled.value() == 0;
        if (!is_filled) means_.counts.give_back(frame.value());
        if (filled.is_error()) return filled.error();
        if (!is_filled) return Loan{0, 0, filled.value()};
    } else {
        memset(bytes, 0, page_size);
    }
    place = frame.value();
    return Loan{place, own_rights, 0};
}

/// Copies what a page begins as; returns 0 or the condition to wait on.
Result<u64, memory::MappingError> PrivateObject::fill(u8* frame, Beginning const& beginning,
                                                      u64 page) {
    u64 const number = page - beginning.first;
    u64 const before = number * page_size;
    u64 const copied = before < beginning.bytes ? min<u64>(beginning.bytes - before, page_size) : 0;
    if (copied != 0) {
        u64 const source_page = beginning.source_first + number;
        auto const held = TRY(means_.resident.hold(*beginning.source, source_page, Mmu::read));
        if (held.condition != 0) return held.condition;
        memcpy(frame, physical_to_virtual(held.frame), copied);
        means_.resident.let_go(*beginning.source, source_page, Mmu::read);
    }
    memset(frame + copied, 0, page_size - copied);
    return 0;
}

/// A page that others have too, and that is about to be written to.
Result<PrivateObject::Loan, memory::MappingError> PrivateObject::lend_copy(paddr& place) {
    auto const frame = means_.counts.allocate();
    if (frame.is_error()) return lacks_memory;
    memcpy(physical_to_virtual(frame.value()), physical_to_virtual(place), page_size);
    means_.counts.give_back(place);
    place = frame.value();
    return Loan{place, own_rights, 0};
}

Result<memory::PrivateObject*, memory::MemoryError> PrivateObject::copy() {
    PrivateObject* const other = TRY(make(means_));
    auto const copied = copy_into(*other);
    if (copied.is_error()) {
        other->release();
        return copied.error();
    }
    means_.resident.revoke_writing(*this, 0, pages());
    return other;
}

Result<void, memory::MemoryError> PrivateObject::copy_into(PrivateObject& other) {
    for (Group* each = groups_.first(); each; each = groups_.first_above(each->number)) {
        InterruptGuard const guard;
        Group* const group = TRY(make_record<Group>());
        group->number = each->number;
        for (u32 i = 0; i < Group::pages; ++i) {
            group->frames[i] = each->frames[i];
            if (each->frames[i] != 0) means_.counts.share(each->frames[i]);
        }
        other.groups_.insert(*group);
    }
    for (Beginning* each = beginnings_.first(); each;
         each = beginnings_.first_above(each->last_key()))
        TRY(other.begin(each->first, each->pages, *each->source, each->source_first, each->bytes));
    return {};
}

Result<void, memory::MemoryError> PrivateObject::begin(u64 first_page, u64 pages,
                                                       memory::FilledObject& source,
                                                       u64 source_first, u64 bytes) {
    if (pages == 0 || bytes > pages * page_size) return MemoryError{MemoryError::invalid};
    InterruptGuard const guard;
    Beginning* const beginning = TRY(make_record<Beginning>());
    beginning->first = first_page;
    beginning->pages = pages;
    beginning->source = &source;
    beginning->source_first = source_first;
    beginning->bytes = bytes;
    beginnings_.insert(*beginning);
    return {};
}

Result<void, memory::MemoryError> PrivateObject::move(u64 first_page, u64 pages, u64 to) {
    u64 const end = range_end(first_page, pages);
    TRY(make_groups(first_page, end, to));
    auto const copied = copy_beginnings(first_page, end, to);
    if (copied.is_error()) {
        forget_beginnings(to, to + pages);
        return copied;
    }
    means_.resident.revoke(*this, first_page, pages);
    for (Group* group = groups_.first_from(first_page / Group::pages); group;
         group = groups_.first_above(group->number)) {
        InterruptGuard const guard;
        u64 const base = group->number * Group::pages;
        if (base >= end) break;
        for (u32 i = 0; i < Group::pages; ++i) {
            bool const is_meant = base + i >= first_page && base + i < end;
            if (!is_meant || group->frames[i] == 0) continue;
            *place_of(base + i - first_page + to).value() = exchange(group->frames[i], 0);
        }
    }
    forget(first_page, pages);
    return {};
}

/// Makes the groups that pages of a range need when they are moved.
Result<void, memory::MemoryError> PrivateObject::make_groups(u64 first, u64 end, u64 to) {
    for (Group const* group = groups_.first_from(first / Group::pages); group;
         group = groups_.first_above(group->number)) {
        InterruptGuard const guard;
        u64 const base = group->number * Group::pages;
        if (base >= end) break;
        for (u64 page = max(base, first); page < min(base + Group::pages, end); ++page)
            if (group->frames[page - base] != 0) TRY(place_of(page - first + to));
    }
    return {};
}

/// What a range begins as, another one does so too.
Result<void, memory::MemoryError> PrivateObject::copy_beginnings(u64 first, u64 end, u64 to) {
    InterruptGuard const guard;
    for (Beginning const* each = beginnings_.first_from(first); each && each->first < end;
         each = beginnings_.first_above(each->last_key())) {
        u64 const from = max(each->first, first);
        u64 const skipped = from - each->first;
        u64 const pages = min(each->last_key() + 1, end) - from;
        u64 const skipped_bytes = min(skipped * page_size, each->bytes);
        u64 const bytes = min(each->bytes - skipped_bytes, pages * page_size);
        TRY(begin(from - first + to, pages, *each->source, each->source_first + skipped, bytes));
    }
    return {};
}

void PrivateObject::forget(u64 first_page, u64 pages) {
    u64 const end = range_end(first_page, pages);
    means_.resident.revoke(*this, first_page, pages);
    while (forget_group(first_page, end)) {
    }
    forget_beginnings(first_page, end);
}

/// Gives the pages of the first group of a range back that has any, and the group if it has no
/// others; false if there was none.
bool PrivateObject::forget_group(u64 first, u64 end) {
    InterruptGuard const guard;
    for (Group* group = groups_.first_from(first / Group::pages); group;
         group = groups_.first_above(group->number)) {
        u64 const base = group->number * Group::pages;
        if (base >= end) return false;
        bool had_any = false;
        bool has_others = false;
        for (u32 i = 0; i < Group::pages; ++i) {
            paddr& frame = group->frames[i];
            if (frame == 0) continue;
            bool const is_meant = base + i >= first && base + i < end;
            has_others = has_others || !is_meant;
            had_any = had_any || is_meant;
            if (is_meant) means_.counts.give_back(frame);
            if (is_meant) frame = 0;
        }
        if (!has_others) {
            groups_.remove(*group);
            dispose(*group);
            return true;
        }
        if (had_any) return true;
    }
    return false;
}

/// Of what begins as something else, a range does so no more. Where that cuts a part out of the
/// middle and there is no memory for the second rest, all pages after it begin as zeros.
void PrivateObject::forget_beginnings(u64 first, u64 end) {
    InterruptGuard const guard;
    for (;;) {
        Beginning* const each = beginnings_.first_from(first);
        if (!each || each->first >= end) return;
        beginnings_.remove(*each);
        u64 const each_end = each->first + each->pages;
        if (each_end > end) {
            u64 const cut = end - each->first;
            u64 const cut_bytes = min(cut * page_size, each->bytes);
            (void)begin(end, each_end - end, *each->source, each->source_first + cut,
                        each->bytes - cut_bytes);
        }
        if (each->first >= first) {
            dispose(*each);
            continue;
        }
        each->pages = first - each->first;
        each->bytes = min(each->bytes, each->pages * page_size);
        beginnings_.insert(*each);
    }
}

void PrivateObject::release() {
    bool const is_closed = means_.resident.close(*this);
    assert(is_closed); // nothing of it is ever held or in transfer
    static_cast<void>(is_closed);
    forget(0, pages());
    memory::Objects& memory = means_.memory;
    this->PrivateObject::~PrivateObject();
    memory.free(address_of(this), sizeof(PrivateObject));
}

void* PrivateObject::narrow(InterfaceId id) {
    if (id == memory::PrivateObject::interface_id) return static_cast<memory::PrivateObject*>(this);
    if (id == memory::LentObject::interface_id) return static_cast<memory::LentObject*>(this);
    if (id == memory::MemoryObject::interface_id) return static_cast<memory::MemoryObject*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    return nullptr;
}

} // namespace flat::mapping
