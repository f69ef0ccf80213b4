// SPDX-License-Identifier: BSD-2-Clause
// Where user programs find the system-call stubs and the pointer to their UTCB.
#pragma once

#include <api/encodings.hpp>
#include <machine/physical.hpp>

namespace flat::abi {

/// The page of user_stubs.S as users see it: executable, in every space, at one address.
inline constexpr vaddr user_stubs_base = machine::kernel_window_base;

/// One word that users can read: the address of the running thread's message registers. GS points
/// to it for ever, so that a thread switch writes a word of memory and no register.
inline constexpr vaddr user_slot_base = user_stubs_base + 0x1000;
static_assert(user_slot_base + 0x1000 <= user_stubs_base + machine::kernel_window_shown_bytes);

/// What the kernel interface page says of the stubs.
api::CallAddresses system_call_addresses();

} // namespace flat::abi
