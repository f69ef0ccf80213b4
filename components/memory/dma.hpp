// SPDX-License-Identifier: BSD-2-Clause
// Memory for devices: frames, shown in an address space.
#pragma once

#include <memory/dma.flat.hpp>

namespace flat::memory {

/// Blocks of frames, cached: the devices of the machines that there are see what caches hold.
class Dma : public DmaComponent {
public:
    using DmaComponent::DmaComponent;

    Result<Block, MemoryError> allocate(u32 order) override;
    void free(Block const& block) override;
};

} // namespace flat::memory
