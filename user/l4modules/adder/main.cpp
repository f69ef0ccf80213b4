// SPDX-License-Identifier: BSD-2-Clause
// Adds two words for whoever asks.
#include <l4/ipc.hpp>
#include <l4/program.hpp>
#include <l4/root_task.hpp>

flat::u64 l4::program() {
    serve();
    auto received = wait();
    while (received.is_ok()) {
        write_message(0, message_word(0) + message_word(1));
        received = reply_and_wait(received.value().from);
    }
    return 1;
}
