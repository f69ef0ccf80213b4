// SPDX-License-Identifier: BSD-2-Clause
// The tree of mappings: its nodes, and how pages are entered (L4 X.2, chapter 4).
#include <api/spaces.hpp>

#include <api/mapping/user_region.hpp>
#include <core/assert.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>
#include <new>

namespace flat::api {

namespace {

using hal::Mmu;

constexpr hal::MmuError out_of_memory{hal::MmuError::Code::out_of_memory};
constexpr Result<Mmu::Mapping, hal::MmuError> no_page =
    hal::MmuError{hal::MmuError::Code::not_mapped};
/// What is there goes first, in steps.
constexpr hal::MmuError not_yet{hal::MmuError::Code::already_mapped};

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
    return &add_node(parent, space, page);
}

Mapping& Spaces::add_node(Mapping* parent, Space& space, hal::Mmu::Mapping const& page) {
    Mapping& fresh = *new (space.mapped().take()) Mapping{
        .parent = parent,
        .space = &space,
        .base = page.base,
        .physical = page.physical,
        .size_log2 = page.size_log2,
        .depth = static_cast<u8>(parent ? parent->depth + 1 : 0),
    };
    if (parent) parent->children.push_front(fresh); // where a revocation has passed
    return fresh;
}

void Spaces::drop(Mapping& mapping) {
    revocation_.forget(mapping);
    release_node(mapping);
}

void Spaces::release_node(Mapping& mapping) {
    assert(mapping.children.is_empty());
    Space& space = *mapping.space;
    if (mapping.parent) mapping.parent->children.remove(mapping);
    void* const frame = space.mapped().dispose(mapping);
    if (!frame) return;
    frames->free(machine::virtual_to_physical(frame), 0);
    space.discharge(1);
}

// All that can fail comes first; then what was there goes, and with it what was derived from it,
// for which the caller may have to wait.
Result<Mapping*, hal::MmuError> Spaces::enter(Mapping& source, Space& receiver,
                                              hal::Mmu::Mapping const& page) {
    if (!may_take(receiver)) return out_of_memory;
    paddr const root = receiver.page_root();
    Mapping* const old = receiver.mapped().find(page.base);
    // Only sigma0 has pages that are in no mapping.
    bool const may_be_there = old || receiver.is_physical();
    auto const present = may_be_there ? mmu->get_mapping(root, page.base) : no_page;
    bool const is_same =
        old && present.is_ok() &&
        present.value().physical + (page.base - present.value().base) == page.physical;
    if (is_same && old->is_origin_of(source)) return nullptr;
    bool const is_there = is_same && old->parent == &source && old->size_log2 == page.size_log2;
    if (is_there) {
        add_rights(receiver, present.value(), page.rights);
        return old;
    }
    u8 const present_log2 = present.is_ok() ? present.value().size_log2 : 0;
    if (old && !is_replaced_at_once(*old, present_log2, page.size_log2)) {
        u64 const bytes = u64{1} << page.size_log2;
        if (!is_revoking())
            revoke(receiver, {page.base, page.base + bytes}, any_access, any_access);
        return not_yet;
    }
    Mapping* const fresh = TRY(make_mapping(&source, receiver, page));
    u64 const free_bytes = frames->free_bytes();
    MmuResult result = {};
    if (present_log2 > page.size_log2) result = mmu->split(root, page.base);
    charge(receiver, free_bytes);
    if (result.is_ok()) {
        make_way(receiver, old, page);
        result = add_page(receiver, page);
    }
    if (result.is_error()) {
        drop(*fresh);
        bool const is_memory = result.error().code == hal::MmuError::Code::out_of_memory;
        return is_memory ? out_of_memory : hal::MmuError{hal::MmuError::Code::invalid};
    }
    receiver.mapped().insert(*fresh);
    return fresh;
}

// A small page that comes into a hole of a large one takes nothing from anybody, unless the hole is
// just being made.
bool Spaces::is_replaced_at_once(Mapping& old, u8 present_log2, u8 size_log2) {
    if (is_revoking() && (revocation_.heir == &old || present_log2 == 0)) return false;
    bool const is_hole = present_log2 == 0 && size_log2 < old.size_log2;
    bool const is_whole = size_log2 < large_page_log2 || present_log2 == size_log2;
    return is_hole || (is_whole && old.children.is_empty());
}

void Spaces::make_way(Space& receiver, Mapping* old, hal::Mmu::Mapping const& page) {
    if (!old) return;
    auto const present = mmu->get_mapping(receiver.page_root(), page.base);
    bool const is_whole = old->size_log2 == page.size_log2;
    u32 accesses = is_whole ? old->noted : 0;
    if (present.is_ok()) accesses |= reduce_page(*old, present.value(), any_access);
    old->note_above(accesses);
    if (!is_whole) return;
    receiver.mapped().remove(*old);
    drop(*old);
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
    added &= any_access; // it stays of its memory type
    if ((page.rights | added) == page.rights) return;
    paddr const root = space.page_root();
    u32 const accesses = mmu->reduce(root, page.base, any_access);
    if (Mapping* const mapping = space.mapped().find(page.base))
        mapping->noted |= static_cast<u8>(accesses);
    [[maybe_unused]] auto const kept = mmu->add_mapping(
        root, page.base, page.physical, page.size_log2, page.rights | added | Mmu::noted);
    assert(kept.is_ok()); // its table is there
}

u32 Spaces::reduce_page(Mapping& mapping, hal::Mmu::Mapping const& page, u32 revoked) {
    return mmu->reduce(mapping.space->page_root(), page.base, revoked);
}

} // namespace flat::api
