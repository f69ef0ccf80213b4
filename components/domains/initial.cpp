// SPDX-License-Identifier: BSD-2-Clause
// Starts every domain of the assembly once, and ends with the last of them.
#include <domains/initial.hpp>

#include <domain/last_resort.hpp>
#include <domains/run_all.hpp>

namespace flat::domains {

void Initial::run() {
    domain::end(run_all(*domains));
}

} // namespace flat::domains
