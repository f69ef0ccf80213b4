// SPDX-License-Identifier: BSD-2-Clause
// The frequent cases of map items and Unmap: one small page, at once. Everything is tested before
// the first store, and what is not so simple is left to the general way.
#include <api/spaces.hpp>

#include <api/mapping/user_region.hpp>
#include <core/compiler.hpp>
#include <domain/page.hpp>

namespace flat::api {

namespace {

/// From so many a page is taken at once.
constexpr u32 children_at_once = 4;

bool is_small_page(u64 fpage) {
    constexpr u64 size_field = 0x3f0;
    return (fpage & size_field) == Fpage::around(0, domain::page_size_log2).raw();
}

/// The address of a flexpage of one.
vaddr page_of(u64 fpage) {
    return fpage & ~u64{domain::page_size - 1};
}

/// Whether few have got a page from here, and nobody from them.
bool has_few_leaves(Mapping& mapping) {
    u32 left = children_at_once;
    for (Mapping const& child : mapping.children)
        if (left-- == 0 || !child.children.is_empty()) return false;
    return true;
}

} // namespace

// Only a page takes the place of nothing, so that nothing is taken from anybody: where there is
// none, there is no small mapping either, but while it is being taken back; and it is not the
// interface page's. Nor does it take any of the kernel's memory, and nobody's quota is asked.
FLAT_INLINE_CALLS bool Spaces::pass_page(Tcb& sender, Tcb& receiver, u64 item, u64 fpage) {
    Fpage const sent{fpage};
    if (!is_small_page(fpage) || !TypedItem{item}.is_map() || is_revoking()) return false;
    // Hardware would let what is present be read.
    if ((sent.rights() & Rights::read) == Rights::none) return false;
    Space& source = *sender.space();
    Space& target = *receiver.space();
    Fpage const window = receive_window(receiver);
    if (window.is_nil() || !is_user_region(window) || source.is_physical()) return false;
    vaddr const from = page_of(fpage);
    vaddr const to = small_place(window, TypedItem{item}.send_base());
    Mapping* const mapping = source.mapped().find(from);
    if (!mapping || mapping->depth == Mapping::depth_max) return false;
    if (target.mapped().is_full() || target.utcb_area().covers(to)) return false;
    u64 const place = share(*mapping, from, target, to, mmu_access(sent.rights()));
    if (place == 0) return false;
    paddr const physical = mapping->physical + (from - mapping->base);
    Mapping& fresh = add_node(mapping, target, {to, physical, domain::page_size_log2, 0});
    fresh.place = place;
    target.mapped().insert(fresh);
    return true;
}

FLAT_INLINE_CALLS u64 Spaces::share(Mapping& mapping, vaddr from, Space& target, vaddr to,
                                    u32 rights) {
    paddr const root = target.page_root();
    if (!mapping.is_large()) {
        u64 const place = place_of(mapping);
        return place == 0 ? 0 : mmu->share(place, root, to, any_access & ~rights);
    }
    auto const found = mmu->get_mapping(mapping.space->page_root(), from);
    if (found.is_error() || (found.value().rights & memory_types)) return 0;
    hal::Mmu::Mapping const& page = found.value();
    return mmu->fill(root, to, page.physical + (from - page.base), page.rights & rights);
}

u64 Spaces::place_of(Mapping& mapping) {
    if (mapping.place == 0) mapping.place = mmu->place(mapping.space->page_root(), mapping.base);
    return mapping.place;
}

FLAT_INLINE_CALLS u64 Spaces::unmap_page(Tcb& caller, u64 control, u64 fpage) {
    Fpage const region{fpage};
    if ((control & UnmapControl::last_register) != 0 || !is_small_page(fpage) || is_revoking())
        return 0;
    Mapping* const mapping = caller.space()->mapped().find_small(page_of(fpage));
    if (!mapping || !has_few_leaves(*mapping)) return 0;
    u32 const revoked = mmu_access(region.rights());
    u32 const own = control & UnmapControl::flushes_own ? revoked : 0;
    u32 accesses = reduce_leaf(*mapping, own);
    for (Mapping* child = mapping->children.first(); child;) {
        Mapping& present = *child;
        child = mapping->children.after(present);
        accesses |= reduce_leaf(present, revoked);
        if (revoked & hal::Mmu::read) end(present);
    }
    mapping->note_above(accesses);
    if (own & hal::Mmu::read) end(*mapping);
    return region.with(rights_of(accesses)).raw();
}

FLAT_INLINE_CALLS u32 Spaces::reduce_leaf(Mapping& mapping, u32 revoked) {
    u32 const noted = mapping.take_noted();
    u64 const place = place_of(mapping);
    if (place == 0) return noted;
    return noted | mmu->reduce_at(place, mapping.space->page_root(), mapping.base, revoked);
}

FLAT_INLINE_CALLS void Spaces::end(Mapping& mapping) {
    mapping.space->mapped().remove(mapping);
    release_node(mapping);
}

} // namespace flat::api
