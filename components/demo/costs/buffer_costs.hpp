// SPDX-License-Identifier: BSD-2-Clause
// Passes buffers through bindings of several kinds, and counts the instructions.
#pragma once

#include <demo/costs/buffer_costs.flat.hpp>

namespace flat::demo::costs {

/// Its server keeps at most 4 KiB of a buffer, so that what more there is costs the passing alone.
class BufferCosts : public BufferCostsComponent {
public:
    using BufferCostsComponent::BufferCostsComponent;

    void run() override;
};

} // namespace flat::demo::costs
