// SPDX-License-Identifier: BSD-2-Clause
// The frequent cases of map items and Unmap: one small page, at once. Everything is tested before
// the first store, and what is not so simple is left to the general way.
#include <api/spaces.hpp>

#include <api/mapping/user_region.hpp>
#include <domain/page.hpp>

namespace flat::api {

namespace {

/// From so many a page is taken at once.
constexpr u32 children_at_once = 4;

bool is_small_page(Fpage region) {
    return region.size_log2() == domain::page_size_log2;
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
// none, there is no small mapping either, but while it is being taken back. Nor does it take any of
// the kernel's memory, and nobody's quota is asked.
bool Spaces::pass_page(Tcb& sender, Tcb& receiver, u64 item, u64 fpage) {
    Fpage const sent{fpage};
    if (!is_small_page(sent) || !TypedItem{item}.is_map() || is_revoking()) return false;
    Space& source = *sender.space();
    Space& target = *receiver.space();
    Fpage const window = receive_window(receiver);
    if (window.is_nil() || !is_user_region(window) || source.is_physical()) return false;
    vaddr const from = sent.address();
    vaddr const to = small_place(window, TypedItem{item}.send_base());
    Mapping* const mapping = source.mapped().find(from);
    if (!mapping || mapping->depth == Mapping::depth_max) return false;
    if (target.mapped().is_full() || target.is_kernel_page(to)) return false;
    auto const page = mmu->get_mapping(source.page_root(), from);
    if (page.is_error()) return false;
    u32 const rights = page.value().rights & mmu_access(sent.rights());
    paddr const frame = page.value().physical + (from - page.value().base);
    // Hardware would let what is present be read.
    if (rights == 0 || !mmu->fill(target.page_root(), to, frame, rights)) return false;
    target.mapped().insert(add_node(mapping, target, {to, frame, domain::page_size_log2, rights}));
    return true;
}

u64 Spaces::unmap_page(Tcb& caller, u64 control, u64 fpage) {
    Fpage const region{fpage};
    if ((control & UnmapControl::last_register) != 0 || !is_small_page(region) || is_revoking())
        return 0;
    Mapping* const mapping = caller.space()->mapped().find_small(region.address());
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

u32 Spaces::reduce_leaf(Mapping& mapping, u32 revoked) {
    return mmu->reduce(mapping.space->page_root(), mapping.base, revoked) | mapping.take_noted();
}

void Spaces::end(Mapping& mapping) {
    mapping.space->mapped().remove(mapping);
    release_node(mapping);
}

} // namespace flat::api
