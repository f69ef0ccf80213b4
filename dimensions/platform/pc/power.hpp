// SPDX-License-Identifier: BSD-2-Clause
// Ends or resets the machine.
#pragma once

#include <platform/power.flat.hpp>

namespace flat::platform {

/// Ends the machine as <domain/last_resort.hpp> does, or resets it.
class Power : public PowerComponent {
public:
    using PowerComponent::PowerComponent;

    void power_off(u32 status) override;
    void reset() override;
};

} // namespace flat::platform
