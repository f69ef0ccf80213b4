// SPDX-License-Identifier: BSD-2-Clause
// Ends or restarts the process.
#pragma once

#include <platform/power.flat.hpp>

namespace flat::platform {

/// Power off is the end of the process, reset is its program started anew.
class Power : public PowerComponent {
public:
    using PowerComponent::PowerComponent;

    void power_off(u32 status) override;
    void reset() override;
};

} // namespace flat::platform
