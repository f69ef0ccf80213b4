// SPDX-License-Identifier: BSD-2-Clause
// The clients of one domain, one after the other.
#include <equal/group.hpp>

namespace flat::equal {

void Group::start() {
    for (Runner& each : runners)
        each.run(room_);
}

} // namespace flat::equal
