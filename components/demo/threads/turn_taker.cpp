// SPDX-License-Identifier: BSD-2-Clause
// Takes its turn a number of times.
#include <demo/threads/turn_taker.hpp>

namespace flat::demo::threads {

void TurnTaker::run() {
    for (u32 i = 0; i < rounds; ++i)
        turns->next(number);
}

} // namespace flat::demo::threads
