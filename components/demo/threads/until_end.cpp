// SPDX-License-Identifier: BSD-2-Clause
// Where a thread waits until somebody says that it is the end.
#include <demo/threads/until_end.hpp>

#include <core/memory.hpp>
#include <machine/interrupts.hpp>

namespace flat::demo::threads {

void UntilEnd::await() {
    while (!has_ended_.load()) {
        if (!threads) {
            machine::wait_for_interrupt();
            continue;
        }
        u64 const ticket = threads->ticket();
        if (!has_ended_.load() && !threads->wait(address_of(this), ticket)) return;
    }
}

void UntilEnd::end() {
    has_ended_.store(true);
    if (threads) threads->notify_all(address_of(this));
}

} // namespace flat::demo::threads
