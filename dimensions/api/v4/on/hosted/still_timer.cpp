// SPDX-License-Identifier: BSD-2-Clause
// A clock that stands still: nothing interrupts what is being measured.
#include <abi/still_timer.hpp>

namespace flat::abi {

u64 StillTimer::now_ns() {
    return 0;
}

void StillTimer::start(u64, Tick&) {}

void StillTimer::stop() {}

} // namespace flat::abi
