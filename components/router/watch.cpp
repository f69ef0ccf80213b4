// SPDX-License-Identifier: BSD-2-Clause
// What a bridge or router does beside its frames: it says that it is there, and waits.
#include <router/watch.hpp>

#include <core/say.hpp>
#include <machine/interrupts.hpp>

namespace flat::router {

void Watch::run() {
    for (u32 i = 0; i < ports.size(); ++i)
        say(*log, "port {}: {x}", i, ports[i].address());
    say(*log, "frames are forwarded");
    for (;;)
        machine::wait_for_interrupt();
}

} // namespace flat::router
