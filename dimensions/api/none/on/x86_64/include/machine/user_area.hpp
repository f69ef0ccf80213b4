// SPDX-License-Identifier: BSD-2-Clause
// What belongs to the processor while threads work for programs.
#pragma once

#include <core/types.hpp>

namespace flat {
class RegisterFrame;
class Tcb;
} // namespace flat

namespace flat::machine {
struct UserThread;
}

namespace flat::abi {

class UserMode;

/// What user_entry.S needs of the running thread; it knows the places of the members.
struct alignas(64) UserArea {
    machine::UserThread* user = nullptr;
    vaddr kept_rsp = 0;
    RegisterFrame* frame = nullptr;
    vaddr stack_floor = 0;
    Tcb* thread = nullptr;
    UserMode* user_mode = nullptr;
};

static_assert(__builtin_offsetof(UserArea, frame) == 16);
static_assert(__builtin_offsetof(UserArea, stack_floor) == 24);

extern "C" UserArea flat_user_area;

} // namespace flat::abi
