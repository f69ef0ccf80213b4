// SPDX-License-Identifier: BSD-2-Clause
// A message from one thread to another that waits for it.
#include "thread.hpp"

namespace kernel {

template<unsigned count>
void copy_words(Thread& receiver, Thread const& sender) {
    for (unsigned i = 0; i < count; ++i)
        receiver.set_message_word(i, sender.message_word(i));
}

bool send(Thread& sender, Thread& receiver) {
    if (!receiver.waits()) return false;
    copy_words<8>(receiver, sender);
    receiver.set_state(State::running);
    sender.set_state(State::waiting);
    if (receiver.priority() < sender.priority()) receiver.add_ticks(1);
    return sender.yields();
}

} // namespace kernel
