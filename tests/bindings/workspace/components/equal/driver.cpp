// SPDX-License-Identifier: BSD-2-Clause
// Has all clients run, one after the other.
#include <equal/driver.hpp>

namespace flat::equal {

void Driver::run() {
    for (Runner& each : runners)
        each.run(room_);
}

} // namespace flat::equal
