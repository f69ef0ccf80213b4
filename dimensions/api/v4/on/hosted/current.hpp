// SPDX-License-Identifier: BSD-2-Clause
// What a thread switch has to tell a process: nothing, because no user mode sees it.
#pragma once

namespace flat {
class Tcb;
}

namespace flat::abi {

inline void check_user_slot() {}

inline void set_current(Tcb&) {}

} // namespace flat::abi
