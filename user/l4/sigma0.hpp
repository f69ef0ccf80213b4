// SPDX-License-Identifier: BSD-2-Clause
// Asking sigma0 for memory (reference manual, chapter 6).
#pragma once

#include <l4/abi/protocol.hpp>
#include <l4/ipc.hpp>

namespace l4 {

/// Asks for `region`, or with `Fpage::anywhere` for any of its size, mapped into `window` at the
/// address it has in physical memory. Returns what was mapped; nil when sigma0 refused. Blocks
/// until sigma0 has answered.
inline Result<Fpage, IpcError> request_memory(Fpage region, Fpage window = Fpage::complete()) {
    my_utcb().accept_mappings(window);
    write_message(Sigma0Request::label, region.raw(), 0);
    auto const answer = TRY(call(kernel_interface().sigma0_id()));
    my_utcb().accept_mappings(Fpage::nil());
    if (answer.tag.typed_words() != 2) return Fpage::nil();
    return Fpage(message_word(answer.tag.untyped_words() + 1));
}

} // namespace l4
