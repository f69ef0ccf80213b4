// SPDX-License-Identifier: BSD-2-Clause
// What must be true of the tree of mappings while nothing is being taken back (mapping.hpp).
#include <api/checked_spaces.hpp>

#include <abi/user_context.hpp>
#include <api/mapping/user_region.hpp>
#include <core/panic.hpp>

namespace flat::api {

namespace {

void expect(bool holds, Mapping const& mapping, Text rule) {
    if (holds) return;
    panic("mapping of {x} at {x}, {} bytes: {}", mapping.physical, mapping.base, mapping.bytes(),
          rule);
}

} // namespace

Result<u64, hal::MmuError> CheckedSpaces::transfer(Tcb& sender, Tcb& receiver, u64 item, u64 fpage,
                                                   u64 done, u32 pages) {
    auto const result = whole->transfer(sender, receiver, item, fpage, done, pages);
    if (!is_due()) return result;
    check(*sender.space());
    check(*receiver.space());
    return result;
}

bool CheckedSpaces::pass_page(Tcb& sender, Tcb& receiver, u64 item, u64 fpage) {
    if (!whole->pass_page(sender, receiver, item, fpage)) return false;
    if (is_due()) check(*receiver.space());
    return true;
}

bool CheckedSpaces::unmap(Tcb& caller, u64 control) {
    bool const is_done = whole->unmap(caller, control);
    if (is_due()) check(*caller.space());
    return is_done;
}

u64 CheckedSpaces::unmap_page(Tcb& caller, u64 control, u64 fpage) {
    u64 const result = whole->unmap_page(caller, control, fpage);
    if (result != 0 && is_due()) check(*caller.space());
    return result;
}

bool CheckedSpaces::go_on(Tcb& thread) {
    bool const is_done = whole->go_on(thread);
    if (is_done && is_due()) check(*thread.space());
    return is_done;
}

bool CheckedSpaces::is_due() {
    if (++changes_ < every || !whole->make_room()) return false;
    changes_ = 0;
    return true;
}

void CheckedSpaces::check(Space& space) {
    MappedPages& mapped = space.mapped();
    for (Mapping* each = mapped.first_small(0, abi::user_end); each;
         each = mapped.first_small(each->base + 1, abi::user_end)) {
        expect(!each->is_large() && each->space == &space, *each, "is in a wrong tree");
        check(*each);
    }
    for (Mapping* each = mapped.first_large(0, abi::user_end); each;
         each = mapped.first_large(each->base + 1, abi::user_end)) {
        expect(each->is_large() && each->space == &space, *each, "is in a wrong tree");
        check(*each);
    }
}

void CheckedSpaces::check(Mapping& mapping) {
    expect(mapping.is_root() == mapping.space->is_physical(), mapping, "only sigma0's are roots");
    for (Mapping const& child : mapping.children)
        expect(child.parent == &mapping, mapping, "has another's child");
    if (mapping.is_root()) return;
    expect(mapping.of_parent.is_linked(), mapping, "its parent does not know it");
    expect(mapping.depth == mapping.parent->depth + 1, mapping, "its depth is wrong");
    expect(mapping.is_within(mapping.parent->frames()), mapping, "has more than its parent");
    check_page(mapping);
}

// Of a large mapping parts may be gone, or be others'; sigma0's pages come when they are asked for.
void CheckedSpaces::check_page(Mapping& mapping) {
    auto const page = page_of(mapping, mapping.physical);
    if (mapping.is_large() && page.size_log2 != large_page_log2) return;
    expect(page.size_log2 == mapping.size_log2, mapping, "there is no such page");
    expect(page.base == mapping.base && page.physical == mapping.physical, mapping,
           "another page is there");
    if (mapping.parent->is_root()) return;
    auto const origin = page_of(*mapping.parent, mapping.physical);
    expect(origin.size_log2 >= page.size_log2, mapping, "its parent's page is not there");
    paddr const frame = origin.physical + (mapping.physical & ((u64{1} << origin.size_log2) - 1));
    expect(frame == mapping.physical, mapping, "its parent has another page");
    expect((page.rights & any_access & ~origin.rights) == 0, mapping, "has more rights");
}

hal::Mmu::Mapping CheckedSpaces::page_of(Mapping const& mapping, paddr frame) {
    vaddr const address = mapping.base + (frame - mapping.physical);
    auto const page = mmu->get_mapping(mapping.space->page_root(), address);
    return page.is_ok() ? page.value() : hal::Mmu::Mapping{};
}

} // namespace flat::api
