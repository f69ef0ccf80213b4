// SPDX-License-Identifier: BSD-2-Clause
// What the way into user mode and the processes of a kernel both know of a thread of a program.
#pragma once

#include <core/types.hpp>

namespace flat {

class RegisterFrame;

/// What a call ends with that a signal has interrupted, and that can be called again: it is, where
/// no handler runs or the handler wants so; else it ends with EINTR.
inline constexpr i64 call_interrupted = -512;

/// A base of what a kernel has of such a thread. The way into the kernel knows the places of the
/// members.
class Task {
public:
    /// Where the registers of user mode lie while the kernel works for it: on its kernel stack,
    /// which is free below.
    RegisterFrame* registers = nullptr;
    /// Something is to be done before it goes back to user mode.
    u64 attention = 0;
    /// Its address space, as `flat.hal.Mmu` calls it.
    paddr page_root = 0;
    /// Where its thread-local variables are.
    vaddr thread_pointer = 0;
    /// How long ticks have found it running, in user mode and in the kernel.
    u64 user_us = 0;
    u64 system_us = 0;

protected:
    Task() = default;
    ~Task() = default;
};

static_assert(__builtin_offsetof(Task, registers) == 0);
static_assert(__builtin_offsetof(Task, attention) == 8);

} // namespace flat
