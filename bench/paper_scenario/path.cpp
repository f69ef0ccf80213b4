// SPDX-License-Identifier: BSD-2-Clause
// The critical path: a message to a thread that waits for it, of about the weight of a kernel's.
#include <thread.hpp>

namespace scenario {

Thread* send_and_wait(Processor& processor, WaitingList& waiting, Thread& sender, Thread& receiver,
                      Tag tag, Word from) {
    if (processor.hazards != 0 || tag.words > message_words_max) return nullptr;
    if (!receiver.accepts(sender.id()) || !sender.yields_to(receiver)) return nullptr;
    sender.deliver(receiver, tag);
    receiver.stop_waiting(waiting);
    sender.wait_for(from, waiting);
    sender.donate_to(receiver);
    sender.switch_to(processor, receiver);
    return &receiver;
}

} // namespace scenario
