// SPDX-License-Identifier: BSD-2-Clause
// Runs every domain of the assembly once, whenever it is asked to.
#include <domains/once.hpp>

#include <domains/run_all.hpp>

namespace flat::domains {

void Once::run() {
    u32 const status = run_all(*domains);
    if (status != 0) panic("a domain has ended with status {}", status);
}

} // namespace flat::domains
