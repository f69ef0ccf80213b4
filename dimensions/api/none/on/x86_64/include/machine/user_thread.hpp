// SPDX-License-Identifier: BSD-2-Clause
// What a thread has of user mode while it runs a program there, or works for it.
#pragma once

#include <core/types.hpp>
#include <machine/call_time.hpp>
#include <machine/signal_queue.hpp>

namespace flat {
class Tcb;
}

namespace flat::machine {

struct DomainCall;
struct Program;

/// One for each stack of a program; user_entry.S knows the places of the members up to `signal`.
struct UserThread {
    /// Where the thread goes on when the program has answered, and 5 bytes before it where it goes
    /// when the program has not. That one takes its place when the thread is expelled. 0 for the
    /// first thread of a program that does not run.
    vaddr continuation = 0;
    Program* program = nullptr;
    /// For whom the thread works besides; of the outermost, the kernel itself.
    UserThread* outer = nullptr;
    /// The end of the part of the thread's kernel stack on which the program's calls run.
    vaddr kernel_stack = 0;
    /// The end of the stack in the program.
    vaddr user_stack = 0;
    /// Of a stack that nobody uses, the next one.
    UserThread* next_free = nullptr;
    /// What was called, until the first tick has seen it.
    DomainCall const* call = nullptr;
    /// The program's address space, and where it takes a signal.
    paddr page_root = 0;
    vaddr signal_entry = 0;
    /// What the program is to enter when its call returns.
    Signal signal;

    CallTime time;
    /// Where the program sees pages that are lent to it for a call on this stack: a table's, and
    /// where that begins, once it is there.
    vaddr window = 0;
    void* window_entries = nullptr;
    /// Its user, unless that thread runs now.
    Tcb* thread = nullptr;
};

static_assert(__builtin_offsetof(UserThread, program) == 8);
static_assert(__builtin_offsetof(UserThread, outer) == 16);
static_assert(__builtin_offsetof(UserThread, kernel_stack) == 24);
static_assert(__builtin_offsetof(UserThread, user_stack) == 32);
static_assert(__builtin_offsetof(UserThread, next_free) == 40);
static_assert(__builtin_offsetof(UserThread, call) == 48);
static_assert(__builtin_offsetof(UserThread, page_root) == 56);
static_assert(__builtin_offsetof(UserThread, signal_entry) == 64);
static_assert(__builtin_offsetof(UserThread, signal) == 72);
static_assert(__builtin_offsetof(Signal, words) == 8);

} // namespace flat::machine
