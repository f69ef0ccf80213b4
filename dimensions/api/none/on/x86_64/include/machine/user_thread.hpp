// SPDX-License-Identifier: BSD-2-Clause
// What a thread has of user mode while it runs a program there, or works for it.
#pragma once

#include <core/list.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/hal/user_mode.hpp>
#include <machine/user_program.hpp>

namespace flat {
class Tcb;
}

namespace flat::machine {

/// Lives on the thread's kernel stack, below which the program's calls run.
class UserThread : NonCopyable {
public:
    UserThread(hal::UserMode::Guest& guest, Program const& program, Tcb& thread, UserThread* outer)
        : guest(guest), program(program), thread(thread), outer(outer) {}

    hal::UserMode::Guest& guest;
    Program const& program;
    Tcb& thread;
    /// For whom the thread works besides, when this is a call of the kernel to another guest.
    UserThread* const outer;
    /// Where calls begin on the kernel stack: above lies what `enter` returns with.
    vaddr stack_top = 0;
    bool is_expelled = false;
    bool is_call = false;
    hal::UserMode::Reply reply = {};
    ListLink<UserThread> link;
};

} // namespace flat::machine
