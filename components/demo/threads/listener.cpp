// SPDX-License-Identifier: BSD-2-Clause
// Says what it hears.
#include <demo/threads/listener.hpp>

#include <core/say.hpp>

namespace flat::demo::threads {

void Listener::ring(u32 times) {
    say(*log, "{} hears {}", name, times);
}

} // namespace flat::demo::threads
