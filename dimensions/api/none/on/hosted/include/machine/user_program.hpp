// SPDX-License-Identifier: BSD-2-Clause
// What the ways into a domain's process need of it.
#pragma once

#include <core/domain_calls.hpp>
#include <core/types.hpp>
#include <flat/hal/user_mode.hpp>
#include <hosted/domain_channel.hpp>

namespace flat::arch {
class ChildProcess;
}

namespace flat::machine {

/// How many calls can be in a program at once.
inline constexpr u32 call_stacks = arch::call_channels;
inline constexpr u32 all_call_stacks = (1u << call_stacks) - 1; ///< As a set of bits.

/// Filled in by the guest, and used with interrupts disabled.
struct Program {
    /// What the program can call, and how many entries that has.
    Call const* calls = nullptr;
    u64 call_count = 0;
    /// Its address space.
    arch::ChildProcess* process = nullptr;
    /// Its threads for calls, a bit each: those that are free, and those that may be taken, which
    /// are none while it cannot be called.
    u32 free_stacks = 0;
    u32 open_stacks = 0;

    hal::UserMode::Guest* guest = nullptr;
};

} // namespace flat::machine
