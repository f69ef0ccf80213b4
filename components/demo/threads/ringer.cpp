// SPDX-License-Identifier: BSD-2-Clause
// Rings once, and then three times.
#include <demo/threads/ringer.hpp>

namespace flat::demo::threads {

void Ringer::run() {
    bell->ring(1);
    bell->ring(3);
}

} // namespace flat::demo::threads
