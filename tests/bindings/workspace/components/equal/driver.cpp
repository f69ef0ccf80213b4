// SPDX-License-Identifier: BSD-2-Clause
// Has the clients run, those of the kernel first.
#include <equal/driver.hpp>

namespace flat::equal {

void Driver::run() {
    kernel->start();
    if (app) app->start();
}

} // namespace flat::equal
