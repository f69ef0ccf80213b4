// SPDX-License-Identifier: BSD-2-Clause
// The handles of the program that the calling thread works for.
#pragma once

#include <machine/user_area.hpp>
#include <machine/user_program.hpp>

namespace flat::machine {

/// Null where there are none yet; with interrupts disabled, in what a program calls.
inline Handles* running_handles() {
    return abi::flat_user_area.user->program->handles;
}

} // namespace flat::machine
