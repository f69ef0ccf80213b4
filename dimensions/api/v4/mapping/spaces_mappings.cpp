// SPDX-License-Identifier: BSD-2-Clause
// The tree of mappings: entering pages, and taking back what was passed on (L4 X.2, chapter 4).
#include <api/spaces.hpp>

#include <api/mapping/user_region.hpp>
#include <core/assert.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

namespace flat::api {

namespace {

using hal::Mmu;

constexpr hal::MmuError out_of_memory{hal::MmuError::Code::out_of_memory};

/// The next of the parent's children from `each` on with memory in the range.
Mapping* first_in(Mapping& parent, Mapping* each, FrameRange range) {
    while (each && !each->overlaps(range))
        each = parent.children.after(*each);
    return each;
}

/// What is derived last, along the first mappings in the range.
Mapping* lowest_in(Mapping& top, FrameRange range) {
    Mapping* each = &top;
    while (Mapping* const below = first_in(*each, each->children.first(), range))
        each = below;
    return each;
}

/// Lets all from whom a mapping is derived know of accesses, for when they ask.
void note(Mapping& mapping, u32 accesses) {
    for (Mapping* each = mapping.parent; each; each = each->parent)
        each->noted |= static_cast<u8>(accesses);
}

u32 take_noted(Mapping& mapping) {
    u32 const noted = mapping.noted;
    mapping.noted = 0;
    return noted;
}

/// Without the right to read there is none: hardware lets what is present be read.
u32 rights_after(u32 rights, u32 revoked) {
    return revoked & Mmu::read ? 0 : rights & ~revoked;
}

} // namespace

Result<Mapping*, hal::MmuError> Spaces::make_mapping(Mapping* parent, Space& space,
                                                     hal::Mmu::Mapping const& page) {
    if (parent && parent->depth == Mapping::depth_max) return out_of_memory;
    MappedPages& mapped = space.mapped();
    if (mapped.is_full()) {
        auto const frame = frames->allocate(0);
        if (frame.is_error()) return out_of_memory;
        mapped.add_frame(machine::physical_to_virtual(frame.value()));
        space.charge(1);
    }
    Mapping& fresh = mapped.make();
    fresh.space = &space;
    fresh.base = page.base;
    fresh.physical = page.physical;
    fresh.size_log2 = page.size_log2;
    fresh.parent = parent;
    if (parent) {
        fresh.depth = static_cast<u8>(parent->depth + 1);
        parent->children.push_back(fresh);
    }
    return &fresh;
}

void Spaces::drop(Mapping& mapping) {
    assert(mapping.children.is_empty());
    Space& space = *mapping.space;
    if (mapping.parent) mapping.parent->children.remove(mapping);
    void* const frame = space.mapped().dispose(mapping);
    if (!frame) return;
    frames->free(machine::virtual_to_physical(frame), 0);
    space.discharge(1);
}

// All that can fail comes first; then what was there goes, and with it what was derived from it.
// The source stays: what the page replaces is either other memory or not what it is derived from.
Result<Mapping*, hal::MmuError> Spaces::enter(Mapping& source, Space& receiver,
                                              hal::Mmu::Mapping const& page) {
    if (!may_take(receiver)) return out_of_memory;
    paddr const root = receiver.page_root();
    Mapping* const old = receiver.mapped().find(page.base);
    auto const present = mmu->get_mapping(root, page.base);
    bool const is_same =
        old && present.is_ok() &&
        present.value().physical + (page.base - present.value().base) == page.physical;
    if (is_same && old->is_origin_of(source)) return nullptr;
    bool const is_there = is_same && old->parent == &source && old->size_log2 == page.size_log2;
    if (is_there) {
        add_rights(receiver, present.value(), page.rights);
        return old;
    }
    Mapping* const fresh = TRY(make_mapping(&source, receiver, page));
    u64 const free_bytes = frames->free_bytes();
    bool const is_part = present.is_ok() && present.value().size_log2 > page.size_log2;
    MmuResult result = {};
    if (is_part) result = mmu->split(root, page.base);
    charge(receiver, free_bytes);
    if (result.is_ok()) {
        reduce_region(receiver, page.base, page.base + fresh->bytes(), any_access, true);
        result = add_page(receiver, page);
    }
    if (result.is_error()) {
        drop(*fresh);
        return result.error();
    }
    receiver.mapped().insert(*fresh);
    return fresh;
}

// A large page may come in place of an empty table, which goes back: the difference is charged.
Spaces::MmuResult Spaces::add_page(Space& space, hal::Mmu::Mapping const& page) {
    u64 const free_bytes = frames->free_bytes();
    auto const result = mmu->add_mapping(space.page_root(), page.base, page.physical,
                                         page.size_log2, page.rights | Mmu::noted);
    charge(space, free_bytes);
    return result;
}

void Spaces::add_rights(Space& space, hal::Mmu::Mapping const& page, u32 added) {
    if ((page.rights | added) == page.rights) return;
    paddr const root = space.page_root();
    u32 const accesses = mmu->take_accesses(root, page.base);
    if (Mapping* const mapping = space.mapped().find(page.base))
        mapping->noted |= static_cast<u8>(accesses);
    (void)mmu->remove_mapping(root, page.base);
    [[maybe_unused]] auto const kept = mmu->add_mapping(
        root, page.base, page.physical, page.size_log2, page.rights | added | Mmu::noted);
    assert(kept.is_ok()); // its table is there
}

u32 Spaces::reduce(Mapping& mapping, FrameRange range, u32 revoked) {
    Space& space = *mapping.space;
    paddr const first = max(range.first, mapping.physical);
    paddr const end = min(range.end, mapping.physical + mapping.bytes());
    u32 accesses = take_noted(mapping);
    u64 step = domain::page_size;
    for (paddr frame = first; frame < end; frame += step) {
        step = domain::page_size;
        vaddr const address = mapping.base + (frame - mapping.physical);
        auto const page = mmu->get_mapping(space.page_root(), address);
        if (page.is_error()) continue;
        bool const is_large = page.value().size_log2 == large_page_log2;
        if (mapping.is_large() && !is_large && space.mapped().find(address) != &mapping) continue;
        if (is_large && revoked != 0 && !mapping.is_within(range)) {
            u64 const free_bytes = frames->free_bytes();
            if (may_take(space) && mmu->split(space.page_root(), address).is_ok()) {
                charge(space, free_bytes);
                step = 0;
                continue;
            }
            // Without a table for the rest, all of the page goes, and what is derived from it.
            accesses |= reduce_derived(mapping, mapping.frames(), any_access);
            return accesses | reduce_page(mapping, page.value(), any_access);
        }
        accesses |= reduce_page(mapping, page.value(), revoked);
        if (is_large) break;
    }
    return accesses;
}

u32 Spaces::reduce_page(Mapping& mapping, hal::Mmu::Mapping const& page, u32 revoked) {
    paddr const root = mapping.space->page_root();
    u32 const accesses = mmu->take_accesses(root, page.base);
    u32 const rights = rights_after(page.rights, revoked);
    if (rights == page.rights) return accesses;
    (void)mmu->remove_mapping(root, page.base);
    if ((rights & any_access) == 0) return accesses;
    [[maybe_unused]] auto const kept =
        mmu->add_mapping(root, page.base, page.physical, page.size_log2, rights | Mmu::noted);
    assert(kept.is_ok()); // its table is there
    return accesses;
}

bool Spaces::is_gone(Mapping& mapping, FrameRange range, u32 revoked) {
    if (mapping.is_large()) return mapping.is_within(range) && (revoked & Mmu::read);
    return mmu->get_mapping(mapping.space->page_root(), mapping.base).is_error();
}

// Those from which none is derived come first, so that each can end when it has been reduced; a
// loop, because nothing but `depth_max` bounds how long the chains are that programs make.
u32 Spaces::reduce_derived(Mapping& top, FrameRange range, u32 revoked) {
    u32 accesses = 0;
    for (Mapping* each = lowest_in(top, range); each != &top;) {
        Mapping& parent = *each->parent;
        Mapping* const next = first_in(parent, parent.children.after(*each), range);
        accesses |= reduce(*each, range, revoked);
        if (is_gone(*each, range, revoked)) {
            each->space->mapped().remove(*each);
            drop(*each);
        }
        each = next ? lowest_in(*next, range) : &parent;
    }
    return accesses;
}

u32 Spaces::reduce_region(Space& space, vaddr base, vaddr end, u32 revoked, bool with_own) {
    MappedPages& mapped = space.mapped();
    u32 accesses = 0;
    for (Mapping* each = mapped.first_within(base, end); each;) {
        Mapping& mapping = *each;
        paddr const first = mapping.physical + (max(base, mapping.base) - mapping.base);
        vaddr const last = min(end, mapping.base + mapping.bytes());
        FrameRange const range{first, mapping.physical + (last - mapping.base)};
        u32 const derived = reduce_derived(mapping, range, revoked);
        u32 const own = reduce(mapping, range, with_own ? revoked : 0);
        note(mapping, derived | own);
        accesses |= derived | own;
        each = mapped.next_within(mapping, base, end);
        if (with_own && is_gone(mapping, range, revoked)) {
            mapped.remove(mapping);
            drop(mapping);
        }
    }
    return accesses;
}

u64 Spaces::unmap(Space& space, u64 fpage, bool flushes) {
    Fpage const region{fpage};
    Fpage const untouched = region.with(Rights::none);
    if (region.is_nil() || !is_user_region(region)) return untouched.raw();
    vaddr const base = region.address();
    vaddr const end = region.is_complete() ? ~vaddr{0} : base + region.size_bytes();
    u32 const accesses = reduce_region(space, base, end, mmu_access(region.rights()), flushes);
    return region.with(rights_of(accesses)).raw();
}

} // namespace flat::api
