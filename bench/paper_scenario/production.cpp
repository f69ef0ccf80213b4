// SPDX-License-Identifier: BSD-2-Clause
// An image for production has one implementation of everything and no test.
#include "self_check.hpp"

namespace scenario {

void self_check() {}

} // namespace scenario
