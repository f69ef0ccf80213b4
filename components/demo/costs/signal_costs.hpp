// SPDX-License-Identifier: BSD-2-Clause
// Sends a signal to its caller, or none.
#pragma once

#include <demo/costs/signal_costs.flat.hpp>

namespace flat::demo::costs {

/// A stage, so that a domain can ask for it: none for 0.
class SignalCosts : public SignalCostsComponent {
public:
    using SignalCostsComponent::SignalCostsComponent;

    u64 pass(u64 value) override;
};

} // namespace flat::demo::costs
