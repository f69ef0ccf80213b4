// SPDX-License-Identifier: BSD-2-Clause
// The one address space of kernels without paging.
#pragma once

#include <mapping/flat.flat.hpp>

namespace flat::mapping {

using memory::MappingError;

/// The direct map of physical memory as an address space (THINK, §4.3): all of it is mapped
/// already, so drivers that map what they need run unchanged in kernels with paging and without.
/// The direct map decides about rights and caching. What has no fixed place needs page tables.
class Flat : public FlatComponent {
public:
    using FlatComponent::FlatComponent;

    Result<vaddr, MappingError> map(memory::MemoryObject& object, u64 first_page, u64 pages,
                                    vaddr base, u32 rights) override;
    Result<void, MappingError> unmap(vaddr base, u64 pages) override;
    Result<void, MappingError> protect(vaddr base, u64 pages, u32 rights) override;
    Result<paddr, MappingError> translate(vaddr address) override;
};

} // namespace flat::mapping
