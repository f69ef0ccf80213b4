// SPDX-License-Identifier: BSD-2-Clause
// Sends a signal to its caller, or none.
#include <demo/costs/signal_costs.hpp>

namespace flat::demo::costs {

u64 SignalCosts::pass(u64 value) {
    if (value != 0) bell->ring(static_cast<u32>(value));
    return value;
}

} // namespace flat::demo::costs
