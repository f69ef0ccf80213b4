// SPDX-License-Identifier: BSD-2-Clause
// Taking back what was passed on, in steps (L4 X.2, section 4.4).
//
// The tree is walked in preorder: rights are taken on the way down, nodes end on the way up. A
// step ends anywhere between; what others do meanwhile may add leaves, in front of those that are
// still to be looked at, and end others, for which it calls `Revocation::forget`.
#include <api/spaces.hpp>

#include <api/mapping/step.hpp>
#include <api/mapping/user_region.hpp>
#include <core/assert.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>

namespace flat::api {

namespace {

/// About what parts of a step cost, in instructions.
constexpr u64 cost_of_page = 400;
constexpr u64 cost_of_absence = 100;
constexpr u64 cost_of_split = 4000;
constexpr u64 cost_of_look = 15;
constexpr u64 cost_of_inheritance = 80;
constexpr u64 cost_of_end = 400;

} // namespace

void Spaces::revoke(Space& space, FrameRange region, u32 own, u32 revoked) {
    revocation_ = {.space = &space,
                   .end = region.end,
                   .own = own,
                   .revoked = revoked,
                   .number = max(++revocations_, 1u), // which wrap
                   .position = region.first >> domain::page_size_log2 << domain::page_size_log2,
                   .first = region.first};
}

bool Spaces::go_on_revoking(u64& budget) {
    while (is_revoking()) {
        if (budget == 0) return false;
        if (!revocation_.top) {
            spend(budget, cost_of_absence);
            if (!find_top()) finish_revoking();
        } else if (revocation_.is_taking) {
            take_from_present(budget);
        } else if (revocation_.next) {
            look_at_next(budget);
        } else {
            leave_present(budget);
        }
    }
    return true;
}

bool Spaces::find_top() {
    Revocation& state = revocation_;
    MappedPages& mapped = state.space->mapped();
    Mapping* found = nullptr;
    if (!state.is_in_large) {
        if (state.position < state.end) found = mapped.first_small(state.position, state.end);
        if (!found) {
            state.is_in_large = true;
            state.position = state.first >> large_page_log2 << large_page_log2;
        }
    }
    if (!found) found = mapped.first_large(state.position, state.end);
    if (!found) return false;
    state.position = found->base + found->bytes();
    vaddr const last = min(state.end, state.position);
    state.range = {found->physical + (max(state.first, found->base) - found->base),
                   found->physical + (last - found->base)};
    state.top = found;
    state.found = 0;
    state.visit(*found);
    return true;
}

void Spaces::take_from_present(u64& budget) {
    Revocation& state = revocation_;
    Mapping& mapping = *state.at;
    u32 const revoked = &mapping == state.top ? state.own : state.revoked;
    paddr const end = min(state.range.end, mapping.physical + mapping.bytes());
    while (state.frame < end) {
        if (budget == 0) return;
        state.frame += take_at(mapping, state.frame, revoked, budget);
    }
    if (!state.sets_type) state.found |= mapping.take_noted();
    state.is_taking = false;
    state.next = mapping.children.first();
}

u64 Spaces::take_at(Mapping& mapping, paddr frame, u32 revoked, u64& budget) {
    Revocation& state = revocation_;
    Space& space = *mapping.space;
    vaddr const address = mapping.base + (frame - mapping.physical);
    auto const page = mmu->get_mapping(space.page_root(), address);
    spend(budget, page.is_ok() ? cost_of_page : cost_of_absence);
    if (page.is_error()) return domain::page_size;
    bool const is_large = page.value().size_log2 == large_page_log2;
    bool const may_be_others = mapping.is_large() && !is_large;
    if (may_be_others && space.mapped().find(address) != &mapping) return domain::page_size;
    bool const changes = revoked != 0 || state.sets_type;
    if (is_large && changes && !mapping.is_within(state.range)) {
        spend(budget, cost_of_split);
        u64 const free_bytes = frames->free_bytes();
        if (may_take(space) && mmu->split(space.page_root(), address).is_ok()) {
            charge(space, free_bytes);
            return 0;
        }
        if (state.sets_type) {
            state.accesses |= any_access;
            return mapping.bytes();
        }
        // Without a table for the rest, all of the page goes, and what is derived from it.
        state.found |= reduce_page(mapping, page.value(), any_access);
        state.widen(mapping);
        return mapping.bytes();
    }
    if (state.sets_type)
        set_type(mapping, page.value());
    else
        state.found |= reduce_page(mapping, page.value(), revoked);
    return is_large ? mapping.bytes() : u64{domain::page_size};
}

void Spaces::set_type(Mapping& mapping, hal::Mmu::Mapping const& page) {
    u32 const rights = (page.rights & ~memory_types) | revocation_.type;
    if (rights == page.rights) return;
    paddr const root = mapping.space->page_root();
    mapping.noted |= static_cast<u8>(mmu->reduce(root, page.base, any_access));
    [[maybe_unused]] auto const kept =
        mmu->add_mapping(root, page.base, page.physical, page.size_log2, rights | hal::Mmu::noted);
    assert(kept.is_ok()); // its table is there
}

// What a granted page gets of the children loses what it was not granted with; the others lose all.
void Spaces::look_at_next(u64& budget) {
    Revocation& state = revocation_;
    Mapping& child = *state.next;
    spend(budget, cost_of_look);
    if (!child.overlaps(state.range)) {
        state.next = state.at->children.after(child);
        return;
    }
    if (state.heir && state.at == state.top)
        state.revoked = state.is_inherited(child) ? state.withheld : any_access;
    if (state.revoked != 0 || !state.is_inherited(child)) return state.visit(child);
    spend(budget, cost_of_inheritance);
    state.next = state.at->children.after(child);
    inherit(child);
}

void Spaces::inherit(Mapping& child) {
    child.parent->children.remove(child);
    child.parent = revocation_.heir;
    child.parent->children.push_back(child);
}

bool Spaces::is_gone(Mapping& mapping, u32 revoked) {
    bool const is_taken = mapping.is_within(revocation_.range) && (revoked & hal::Mmu::read);
    if (is_taken || mapping.is_large()) return is_taken;
    return mmu->get_mapping(mapping.space->page_root(), mapping.base).is_error();
}

void Spaces::leave_present(u64& budget) {
    Revocation& state = revocation_;
    Mapping& mapping = *state.at;
    bool const is_top = &mapping == state.top;
    bool const may_end = (!is_top || state.own != 0) && mapping.children.is_empty();
    bool const ends = may_end && is_gone(mapping, is_top ? state.own : state.revoked);
    spend(budget, ends ? cost_of_end : cost_of_look + mapping.depth);
    state.narrow_again(mapping);
    if (is_top) {
        mapping.note_above(state.found);
        state.accesses |= state.found;
        state.leave_top();
    } else {
        state.at = mapping.parent;
        state.next = state.at->children.after(mapping);
        if (!ends && state.is_inherited(mapping)) inherit(mapping);
    }
    if (!ends) return;
    mapping.space->mapped().remove(mapping);
    drop(mapping);
}

void Spaces::finish_revoking() {
    revocation_.space = nullptr;
    if (!revocation_.owner) return;
    MappingTask& task = revocation_.owner->mapping_task();
    if (revocation_.owner->waits_for_mappings() && task.number == revocation_.number)
        task.accesses = static_cast<u8>(revocation_.accesses);
}

} // namespace flat::api
