// SPDX-License-Identifier: BSD-2-Clause
// Unmap: who has mapped memory to others takes it back (L4 X.2, section 4.4).
#include <api/calls.hpp>

namespace flat::api {

namespace {

constexpr u64 last_register = 0x3f;
constexpr u64 flushes_own = 1 << 6;

} // namespace

void Calls::unmap(Tcb& caller, u64 control) {
    Space& space = *caller.space();
    u64* const registers = caller.utcb()->message_registers;
    for (u64 i = 0; i <= (control & last_register); ++i)
        registers[i] = spaces->unmap(space, registers[i], control & flushes_own);
}

} // namespace flat::api
