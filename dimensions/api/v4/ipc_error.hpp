// SPDX-License-Identifier: BSD-2-Clause
// Error codes of message passing (L4 X.2, section 5.6) and of the other system calls.
#pragma once

#include <core/types.hpp>

namespace flat::api {

/// Which half of a message exchange failed.
enum class IpcPhase : u32 { send = 0, receive = 1 };

/// Why it failed.
enum class IpcError : u32 {
    timeout = 1,
    non_existing_partner = 2,
    canceled = 3,
    message_overflow = 4,
    aborted = 7,
};

/// The value of the thread control register ErrorCode.
constexpr u64 error_code(IpcError error, IpcPhase phase) {
    return u64{static_cast<u32>(error)} << 1 | static_cast<u32>(phase);
}

/// Errors of ThreadControl, SpaceControl, ExchangeRegisters and Schedule.
enum class CallError : u64 {
    ok = 0,
    no_privilege = 1,
    unavailable_thread = 2,
    invalid_space = 3,
    invalid_scheduler = 4,
    invalid_parameter = 5,
    utcb_area = 6,
    interface_page_area = 7,
    out_of_memory = 8,
};

} // namespace flat::api
