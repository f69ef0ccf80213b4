// SPDX-License-Identifier: BSD-2-Clause
// Has another boot module add, and says the sum.
#include <l4/ipc.hpp>
#include <l4/print.hpp>
#include <l4/program.hpp>
#include <l4/root_task.hpp>

flat::u64 l4::program() {
    constexpr Word adder_place = 2;
    ThreadId const adder = thread_at(adder_place);
    write_message(0, 40, 2);
    if (adder.is_nil() || call(adder).is_error()) return 1;
    print("asker: 40 + 2 = {}\n", message_word(0));
    return 0;
}
