// SPDX-License-Identifier: BSD-2-Clause
// What an exhaustive test tries.
#include <l4fuzz/fuzz.hpp>

namespace l4fuzz {

Word const seed = 2;
Word const call_count = 10'000'000;

} // namespace l4fuzz
