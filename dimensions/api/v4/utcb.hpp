// SPDX-License-Identifier: BSD-2-Clause
// The user-level thread control block (L4 X.2, section 1.3; layout of the AMD64 binding).
#pragma once

#include <core/types.hpp>

#include "message_tag.hpp"

namespace flat::api {

/// What a thread shares with the kernel: thread control, buffer and message registers. It lies in
/// the thread's UTCB area; user code finds it by the address of its message registers.
struct Utcb {
    u64 reserved_low[16];
    u64 buffer_registers_reversed[33]; ///< register n at index 32 - n
    u64 my_global_id;
    u64 processor_number;
    u64 user_defined_handle;
    u64 pager;
    u64 exception_handler;
    u64 flags;
    u64 error_code;
    u64 transfer_timeouts;
    u64 intended_receiver;
    u64 virtual_or_actual_sender;
    u64 thread_words[2];
    u64 reserved_high[3];
    u64 message[message_register_count];

    /// Buffer register 0: what the thread accepts; its upper bits are the receive window.
    u64 acceptor() const { return buffer_registers_reversed[32]; }
};

inline constexpr u32 utcb_size_log2 = 10;
static_assert(sizeof(Utcb) == 1 << utcb_size_log2);
static_assert(__builtin_offsetof(Utcb, message) == 512);
static_assert(__builtin_offsetof(Utcb, my_global_id) == 512 - 15 * 8);
static_assert(__builtin_offsetof(Utcb, error_code) == 512 - 9 * 8);

} // namespace flat::api
