// SPDX-License-Identifier: BSD-2-Clause
// Ends or restarts the process.
#include <platform/power.hpp>

#include <core/panic.hpp>
#include <domain/last_resort.hpp>

#include <signal.h>
#include <unistd.h>

namespace flat::platform {

void Power::power_off(u32 status) {
    domain::end(status);
}

void Power::reset() {
    sigset_t none; // a process inherits the mask, but a machine starts with its own
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execl("/proc/self/exe", "flatland", nullptr);
    panic("the program cannot be started anew");
}

} // namespace flat::platform
