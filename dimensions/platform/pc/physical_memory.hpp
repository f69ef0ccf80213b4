// SPDX-License-Identifier: BSD-2-Clause
// The memory map that the firmware reported at the start.
#pragma once

#include <platform/physical_memory.flat.hpp>

namespace flat::platform {

/// The boot code has sorted it and entered the kernel's own memory.
class PhysicalMemory : public PhysicalMemoryComponent {
public:
    using PhysicalMemoryComponent::PhysicalMemoryComponent;

    u32 region_count() override;
    Region region(u32 index) override;
};

} // namespace flat::platform
