// SPDX-License-Identifier: BSD-2-Clause
// For how long the kernel takes no interrupts at most.
#pragma once

namespace l4costs {

/// Has the kernel do what takes longest, prints how many instructions it takes no interrupts for,
/// and says so when that is more than `stretch_max`. Returns whether it never is, and all calls did
/// what they should.
bool measure_stretches();

/// No call keeps interrupts off for longer, in instructions.
constexpr unsigned stretch_max = 20'000;

} // namespace l4costs
