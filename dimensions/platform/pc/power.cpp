// SPDX-License-Identifier: BSD-2-Clause
// Ends or resets the machine.
#include <platform/power.hpp>

#include <platform/emergency.hpp>

namespace flat::platform {

void Power::power_off(u32 status) {
    platform::power_off(status);
}

void Power::reset() {
    platform::reset();
}

} // namespace flat::platform
