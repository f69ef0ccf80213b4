// SPDX-License-Identifier: BSD-2-Clause
// Calls through bindings of several kinds, and counts the instructions.
#pragma once

#include <demo/binding_costs.flat.hpp>

namespace flat::demo {

/// Says what a call with one argument and an integer result costs (THINK, table 3); what the
/// kernel's own calls cost it has the kernel say, through `upcalls`.
class BindingCosts : public BindingCostsComponent {
public:
    using BindingCostsComponent::BindingCostsComponent;

    void run() override;
};

} // namespace flat::demo
