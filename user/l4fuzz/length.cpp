// SPDX-License-Identifier: BSD-2-Clause
// What a usual test tries.
#include "fuzz.hpp"

namespace l4fuzz {

Word const seed = 1;
Word const call_count = 100'000;

} // namespace l4fuzz
