// SPDX-License-Identifier: BSD-2-Clause
// Sine, cosine and tangent, on integers.
#pragma once

#include <java/machine/numbers/binary_float.hpp>

namespace flat::java {

/// Of encodings of 64 bits, for all angles; the nearest number but for rare ties, and so within the
/// unit in the last place that java.lang.Math allows.
u64 sine(u64 a);
u64 cosine(u64 a);
u64 tangent(u64 a);

} // namespace flat::java
