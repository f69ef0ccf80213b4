// SPDX-License-Identifier: BSD-2-Clause
// Adds to a sum that is kept elsewhere: it is made to be loaded.
#include <extensible/adding.hpp>

namespace flat::extensible {

u64 Adding::pass(u64 value) {
    return tally->add(value).value_or(0);
}

} // namespace flat::extensible
