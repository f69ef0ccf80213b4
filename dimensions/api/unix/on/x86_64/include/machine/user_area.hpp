// SPDX-License-Identifier: BSD-2-Clause
// What belongs to the processor while threads work for programs of Linux.
#pragma once

#include <core/types.hpp>

namespace flat {
class RegisterFrame;
class Task;
class Tcb;
} // namespace flat

namespace flat::machine {

/// What a thread has of user mode, on its kernel stack: the task that it runs.
struct UserThread {
    Task* task;
};

} // namespace flat::machine

namespace flat::abi {

/// What entry.S needs of the running thread; it knows the places of the members.
struct alignas(64) UserArea {
    RegisterFrame* registers = nullptr; ///< where system calls put the registers of user mode
    Task* task = nullptr;
    RegisterFrame* frame = nullptr; ///< where traps from user mode put them
    vaddr kept_rsp = 0;
    Tcb* thread = nullptr;
    vaddr thread_pointer = 0; ///< of the task that the processor has
    vaddr fault_address = 0;  ///< of the last copy that failed
};

static_assert(__builtin_offsetof(UserArea, task) == 8);
static_assert(__builtin_offsetof(UserArea, frame) == 16);
static_assert(__builtin_offsetof(UserArea, kept_rsp) == 24);

extern "C" UserArea flat_unix_area;

} // namespace flat::abi
