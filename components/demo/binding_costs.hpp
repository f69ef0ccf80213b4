// SPDX-License-Identifier: BSD-2-Clause
// Calls one server through bindings of several kinds, and counts the instructions.
#pragma once

#include <core/probe.hpp>
#include <core/text.hpp>
#include <demo/binding_costs.flat.hpp>

namespace flat::demo {

/// Says what a call with one argument and an integer result costs (THINK, table 3).
class BindingCosts : public BindingCostsComponent {
public:
    using BindingCostsComponent::BindingCostsComponent;

    void run() override;

private:
    void say(Text kind, u64 result, ProbeRecord const& before, ProbeRecord const& after);
};

} // namespace flat::demo
