// SPDX-License-Identifier: BSD-2-Clause
// What a thread has of user mode while it runs a program there, or works for it.
#pragma once

#include <core/types.hpp>
#include <machine/user_program.hpp>

namespace flat {
class Tcb;
}

namespace flat::machine {

/// Made by user_entry.S on the thread's kernel stack, below which the program's calls run.
struct UserThread {
    /// Where the thread goes on when the program has answered, and 5 bytes before it where it goes
    /// when the program has not. That one takes its place when the thread is expelled.
    vaddr continuation;
    Program* program;
    /// For whom the thread works besides, when this is a call of another program.
    UserThread* outer;
    /// Which of the program's stacks for calls it uses.
    u64 stack;
    /// There is one only where `outer` is null.
    Tcb* thread;
};

static_assert(__builtin_offsetof(UserThread, program) == 8);
static_assert(__builtin_offsetof(UserThread, thread) == 32);

} // namespace flat::machine
