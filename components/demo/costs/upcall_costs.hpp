// SPDX-License-Identifier: BSD-2-Clause
// Calls another domain from the kernel, and counts the instructions.
#pragma once

#include <demo/costs/upcall_costs.flat.hpp>

namespace flat::demo::costs {

/// A stage, so that a domain can ask for it.
class UpcallCosts : public UpcallCostsComponent {
public:
    using UpcallCostsComponent::UpcallCostsComponent;

    u64 pass(u64 value) override;

private:
    u8 room_[65536] = {};
};

} // namespace flat::demo::costs
