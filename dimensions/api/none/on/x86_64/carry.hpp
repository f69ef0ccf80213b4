// SPDX-License-Identifier: BSD-2-Clause
// Payloads of calls: copied once, from where they are to the stack of the program that is called,
// but for pages that are lent.
#pragma once

#include <abi/lending.hpp>
#include <core/machine/payload.hpp>
#include <core/types.hpp>
#include <machine/user_thread.hpp>

namespace flat::abi {

/// Puts a payload at `place` on the stack that is called, and shows what is lent. The address space
/// is the caller's, and stays so: the kernel sees the other one's frames by its map of all memory.
/// False, perhaps with a part done, if a part is not the caller's to read, or there is no memory
/// for the stack. Interrupts are disabled.
bool put_payload(machine::UserThread const& callee, vaddr place, machine::Payload const& payload,
                 Lending& lending);

/// Copies back what comes back. False, perhaps with a part done, if some of it is not there any
/// more, or is not the caller's to write.
bool take_payload(machine::UserThread const& callee, vaddr place, machine::Payload const& payload,
                  Lending& lending);

} // namespace flat::abi
