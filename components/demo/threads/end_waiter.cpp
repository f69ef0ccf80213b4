// SPDX-License-Identifier: BSD-2-Clause
// The entry of a kernel that waits for its end, while domains work.
#include <demo/threads/end_waiter.hpp>

namespace flat::demo::threads {

void EndWaiter::run() {
    ending->await();
}

} // namespace flat::demo::threads
