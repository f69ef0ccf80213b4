// SPDX-License-Identifier: BSD-2-Clause
// All that has a physical address, as one memory object: page n is at n times the page size.
#pragma once

#include <mapping/physical.flat.hpp>

namespace flat::mapping {

/// What maps devices, and memory that somebody has from `Frames`. Whoever may map it can reach
/// everything, so it is given to components of the kernel only.
class Physical : public PhysicalComponent {
public:
    using PhysicalComponent::PhysicalComponent;

    u64 pages() override;
    paddr frame(u64 page) override;
};

} // namespace flat::mapping
