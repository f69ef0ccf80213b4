// SPDX-License-Identifier: BSD-2-Clause
// What arguments and results of the system calls mean (reference manual, chapters 2 and 3).
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// ThreadControl leaves the UTCB where it is (section 2.4).
inline constexpr Word same_utcb = ~Word{0};

/// What ExchangeRegisters is to change (section 2.3), as a sum; of the result, bits 0 to 2 say what
/// the thread was doing.
enum ExchangeControl : Word {
    halt = 1 << 0, ///< takes effect with `set_halt` only
    cancel_receive = 1 << 1,
    cancel_send = 1 << 2,
    set_stack_pointer = 1 << 3,
    set_instruction_pointer = 1 << 4,
    set_flags = 1 << 5,
    set_user_handle = 1 << 6,
    set_pager = 1 << 7,
    set_halt = 1 << 8,
    deliver = 1 << 9,
};

} // namespace l4
