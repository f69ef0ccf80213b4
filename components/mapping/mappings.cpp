// SPDX-License-Identifier: BSD-2-Clause
// What the mapping layer provides: the making of spaces, and the kernel's own.
#include <mapping/mappings.hpp>

#include <domain/page.hpp>
#include <machine/physical.hpp>
#include <mapping/paged_space.hpp>

namespace flat::mapping {

Mappings::Mappings(Ports const& ports, Attributes const& attributes)
    : MappingsComponent(ports, attributes) {
    kernel_.root = mmu->kernel_root();
    constexpr vaddr window = machine::kernel_window_base;
    kernel_.first_page = (window + machine::kernel_window_shown_bytes) / domain::page_size;
    kernel_.end_page = (window + machine::kernel_window_bytes) / domain::page_size;
    kernel_.next_room = kernel_.first_page;
    kernel_.user_rights = 0;
}

Result<memory::UserSpace*, MappingError> Mappings::create() {
    PagedSpace* const space = TRY(make<PagedSpace>(*this));
    auto const root = mmu->create_root();
    if (root.is_error()) {
        dispose(*space);
        return MappingError{MappingError::Code::out_of_memory};
    }
    space->start(root.value());
    return static_cast<memory::UserSpace*>(space);
}

Result<vaddr, MappingError> Mappings::map(memory::MemoryObject& object, u64 first_page, u64 pages,
                                          vaddr base, u32 rights) {
    vaddr const place = TRY(map_in(kernel_, object, first_page, pages, base, rights));
    auto const present = bring_in_all(kernel_, place, pages, rights);
    if (present.is_error()) {
        (void)unmap_in(kernel_, place, pages);
        return present.error();
    }
    return place;
}

/// What was mapped last gives its room to the next one: tables of the kernel's window stay when
/// they are empty, so whoever maps and unmaps for ever must not walk through all of it.
Result<void, MappingError> Mappings::unmap(vaddr base, u64 pages) {
    TRY(unmap_in(kernel_, base, pages));
    u64 const first = base / domain::page_size;
    auto const known = known_.lock();
    if (kernel_.next_room == first + pages) kernel_.next_room = first - 1;
    return {};
}

Result<void, MappingError> Mappings::protect(vaddr base, u64 pages, u32 rights) {
    TRY(protect_in(kernel_, base, pages, rights));
    return bring_in_all(kernel_, base, pages, rights);
}

Result<paddr, MappingError> Mappings::translate(vaddr address) {
    return translate_in(kernel_, address);
}

/// Lets the kernel access pages without faults, which it cannot answer.
Result<void, MappingError> Mappings::bring_in_all(SpaceRecord& space, vaddr base, u64 pages,
                                                  u32 rights) {
    u32 const access = rights & any_access;
    if (access == 0) return {};
    for (u64 i = 0; i < pages; ++i) {
        u64 const condition = TRY(resolve_in(space, base + i * domain::page_size, access));
        if (condition != 0) return MappingError{MappingError::Code::unavailable};
    }
    return {};
}

} // namespace flat::mapping
