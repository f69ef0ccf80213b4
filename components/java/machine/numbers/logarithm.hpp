// SPDX-License-Identifier: BSD-2-Clause
// The natural logarithm, on integers.
#pragma once

#include <java/machine/numbers/binary_float.hpp>

namespace flat::java {

/// Of an encoding of 64 bits; the nearest number but for rare ties, and so
/// within the unit in the last place that java.lang.Math allows.
u64 logarithm(u64 a);

} // namespace flat::java
