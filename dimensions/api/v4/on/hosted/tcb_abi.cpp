// SPDX-License-Identifier: BSD-2-Clause
// Message registers to and from the UTCB.
#include <abi/tcb_abi.hpp>

namespace flat::abi {

void TcbAbi::store_message() {
    for (u32 i = 0; i < register_words; ++i)
        utcb()->message_registers[i] = registers[i];
}

void TcbAbi::load_message(api::ThreadId sender) {
    partner = sender.raw();
    for (u32 i = 0; i < register_words; ++i)
        registers[i] = utcb()->message_registers[i];
}

} // namespace flat::abi
