// SPDX-License-Identifier: BSD-2-Clause
// What the ways into a domain's process need of it.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/containers/list.hpp>
#include <core/types.hpp>
#include <flat/hal/user_mode.hpp>
#include <hosted/domain_channel.hpp>
#include <machine/signal_queue.hpp>

namespace flat::arch {
class ChildProcess;
}

namespace flat::machine {

class Handles;
struct UserThread;

/// How many calls can be in a program at once.
inline constexpr u32 call_stacks = arch::call_channels;

inline constexpr u32 no_image = ~0u;

/// Filled in by the guest, and used with interrupts disabled.
struct Program {
    /// What the program can call, and how many entries that has.
    Call const* calls = nullptr;
    u64 call_count = 0;
    /// Its address space.
    arch::ChildProcess* process = nullptr;
    /// The follower of each of its threads: of the first one, and of those for calls.
    UserThread* followers[1 + call_stacks] = {};
    hal::UserMode::Guest* guest = nullptr;
    /// What the guest holds of the kernel's objects, once it has been asked for.
    Handles* handles = nullptr;
    /// Of which image it is; of none, `no_image`.
    u32 image = no_image;
    SignalQueue signals;
    ListLink<Program> link; ///< among all

    /// One of its threads for calls that is free, 0 for none.
    u32 free_channel() const {
        for (u32 i = 1; i <= call_stacks; ++i)
            if (!followers[i]) return i;
        return 0;
    }

    /// Whether no thread is within a call of it.
    bool is_idle() const {
        for (u32 i = 1; i <= call_stacks; ++i)
            if (followers[i]) return false;
        return true;
    }
};

} // namespace flat::machine
