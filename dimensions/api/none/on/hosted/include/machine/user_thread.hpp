// SPDX-License-Identifier: BSD-2-Clause
// What a thread of the kernel has of a program while it follows a thread of that.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/types.hpp>
#include <machine/call_time.hpp>
#include <machine/domain_call.hpp>
#include <machine/user_program.hpp>

namespace flat {
class Tcb;
}

namespace flat::machine {

/// On the kernel thread's stack, below which the program's calls run.
struct UserThread {
    Program* program;
    /// For whom the thread works besides, when this is a call of another program.
    UserThread* outer;
    u32 channel;
    /// Nothing more comes from there: it has answered, or its first thread serves.
    bool has_left = false;
    Answer answer{no_answer, 0};
    CallTime time{};
    /// Its user, unless that thread runs now.
    Tcb* thread = nullptr;
};

} // namespace flat::machine
