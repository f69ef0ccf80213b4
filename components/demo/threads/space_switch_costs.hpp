// SPDX-License-Identifier: BSD-2-Clause
// Lets threads of domains yield to each other, and counts what a switch between them costs.
#pragma once

#include <core/measure/probe.hpp>
#include <core/utility.hpp>
#include <demo/threads/space_switch_costs.flat.hpp>

namespace flat::demo::threads {

/// Counts from the call of `yield` in a thread of one domain to its return in that of another one,
/// the scheduler's choice and the change of address spaces included (THINK, table 2).
class SpaceSwitchCosts : public SpaceSwitchCostsComponent, NonCopyable {
public:
    using SpaceSwitchCostsComponent::SpaceSwitchCostsComponent;

    void next(u32 caller) override;

private:
    void tell();

    u32 count_ = 0;
    u32 yielded_last_ = 0;
    ProbeRecord before_;
    ProbeRecord after_;
    ProbeRecord cost_; ///< of the last switch from one domain to another
};

} // namespace flat::demo::threads
