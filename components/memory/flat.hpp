// SPDX-License-Identifier: BSD-2-Clause
// The one address space of kernels without paging.
#pragma once

#include <memory/flat.flat.hpp>

namespace flat::memory {

/// The direct map of physical memory as an address space (THINK, §4.3): everything is mapped
/// already, so drivers that map what they need run unchanged in kernels with paging and without.
/// The direct map decides about rights and caching.
class Flat : public FlatComponent {
public:
    using FlatComponent::FlatComponent;

    Result<vaddr, hal::MmuError> map(paddr physical, usize bytes, u32 rights) override;
    Result<void, hal::MmuError> unmap(vaddr base, usize bytes) override;
    Result<paddr, hal::MmuError> translate(vaddr address) override;
};

} // namespace flat::memory
