// SPDX-License-Identifier: BSD-2-Clause
// The one address space of kernels without paging.
#include <mapping/flat.hpp>

#include <core/top.hpp>
#include <domain/page.hpp>
#include <flat/memory/fixed_object.hpp>
#include <machine/physical.hpp>

namespace flat::mapping {

using Code = MappingError::Code;

namespace {

/// Whether the pages of an object lie in a row, as the direct map shows them.
bool are_in_a_row(memory::FixedObject& object, u64 first_page, u64 pages) {
    paddr const base = object.frame(first_page);
    for (u64 i = 1; i < pages; ++i)
        if (object.frame(first_page + i) != base + i * domain::page_size) return false;
    return true;
}

} // namespace

Result<vaddr, MappingError> Flat::map(memory::MemoryObject& object, u64 first_page, u64 pages,
                                      vaddr base, u32) {
    u64 const all = object.pages();
    if (pages == 0 || pages > all || first_page > all - pages) return MappingError{Code::invalid};
    auto* const fixed = narrow_to<memory::FixedObject>(object);
    if (!fixed || !are_in_a_row(*fixed, first_page, pages)) return MappingError{Code::unavailable};
    vaddr const place = address_of(machine::physical_to_virtual(fixed->frame(first_page)));
    if (base != 0 && base != place) return MappingError{Code::taken};
    return place;
}

Result<void, MappingError> Flat::unmap(vaddr, u64) {
    return {};
}

Result<void, MappingError> Flat::protect(vaddr, u64, u32) {
    return {};
}

Result<paddr, MappingError> Flat::translate(vaddr address) {
    return machine::virtual_to_physical(pointer_to<void>(address));
}

} // namespace flat::mapping
