// SPDX-License-Identifier: BSD-2-Clause
// Calls through bindings of several kinds, and counts the instructions.
#pragma once

#include <demo/costs/binding_costs.flat.hpp>

namespace flat::demo::costs {

/// Says what a call with one argument and an integer result costs (THINK, table 3); what the
/// kernel's own calls cost it has the kernel say, through `upcalls`.
/// A signal comes in the middle of a call: what it costs is what the call then costs more.
class BindingCosts : public BindingCostsComponent {
public:
    using BindingCostsComponent::BindingCostsComponent;

    void run() override;
    void ring(u32 times) override { rung_ = rung_ + times; }

private:
    void show_proxy(Text name);
    void show_signal();

    u32 volatile rung_ = 0;
};

} // namespace flat::demo::costs
