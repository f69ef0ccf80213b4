// SPDX-License-Identifier: BSD-2-Clause
// sigma0: the first server, which owns all memory and gives each frame away once.
#include "server.hpp"

#include <core/memory.hpp>
#include <l4/image.hpp>
#include <l4/ipc.hpp>
#include <l4/program.hpp>

namespace sigma0 {

using l4::Word;

namespace {

/// All memory that may be given is sigma0's own, at its physical address.
void clear(Word first, Word last) {
    memset(flat::pointer_to<void>(first), 0, last - first + 1);
}

/// Too large for a stack.
constinit MemoryMap memory(clear);

void learn_memory(l4::KernelInterfacePage const& kip) {
    for (unsigned index = 0; index < kip.memory_descriptor_count(); ++index)
        memory.describe(kip.memory_descriptor(index));
    memory.give(flat::address_of(program_begin), flat::address_of(program_end) - 1,
                kip.sigma0_id());
    memory.give(kip.root.first, kip.root.last, kip.root_id());
}

/// Leaves the answer to a message in the message registers; says no when there is none.
bool prepare_answer(l4::Received const& received) {
    auto const item =
        answer(memory, l4::kernel_interface().root_id(),
               {received.from, received.tag, {l4::message_word(0), l4::message_word(1)}});
    if (!item) return false;
    l4::write_mapping(*item);
    return true;
}

} // namespace
} // namespace sigma0

l4::Word l4::program() {
    sigma0::learn_memory(kernel_interface());
    my_utcb().accept_mappings(Fpage::nil());
    auto received = wait();
    for (;;) {
        // The error is that of an answer to a thread that did not wait for it.
        if (received.is_error() || !sigma0::prepare_answer(received.value()))
            received = wait();
        else
            received = reply_and_wait(received.value().from);
    }
}
