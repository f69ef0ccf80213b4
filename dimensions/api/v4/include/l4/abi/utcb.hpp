// SPDX-License-Identifier: BSD-2-Clause
// User thread control blocks: the registers that kernel and thread share in memory (X.2 on AMD64).
#pragma once

#include <l4/abi/fpage.hpp>
#include <l4/abi/thread_id.hpp>

namespace l4 {

/// A thread's message, buffer and control registers.
///
/// A thread's local name is the address of its message register 0, which lies in the middle.
struct Utcb {
    static constexpr unsigned message_register_count = 64; // register 0 is the tag
    static constexpr unsigned buffer_register_count = 33;

    Word reserved_low[16];

    /// Buffer registers, the first one last.
    Word buffer_registers_reversed[buffer_register_count];

    ThreadId global_id;
    Word processor;
    Word user_handle;
    ThreadId pager;
    ThreadId exception_handler;
    Word preemption_and_coprocessor_flags;
    Word error_code;
    Word transfer_timeouts;
    ThreadId intended_receiver;
    ThreadId virtual_sender;
    Word thread_words_reversed[2];
    Word reserved_middle[2];
    Word word_size_mask;

    Word message_registers[message_register_count];

    /// Buffer register `index`.
    Word& buffer_register(unsigned index) {
        return buffer_registers_reversed[buffer_register_count - 1 - index];
    }

    /// Lets the sender map memory into `window`; nil lets it map nothing. Strings are refused.
    void accept_mappings(Fpage window) { buffer_register(0) = window.raw() & ~Word{0xf}; }

    /// The same, and strings for the buffers in the buffer registers from 1 on.
    void accept_strings(Fpage window) { buffer_register(0) = (window.raw() & ~Word{0xf}) | 1; }

    /// Buffer register 0: what the thread accepts; its upper bits are the receive window.
    Word acceptor() const { return buffer_registers_reversed[buffer_register_count - 1]; }
    bool accepts_strings() const { return (acceptor() & 1) != 0; }

    /// The block whose message registers are at `local`.
    static Utcb& of(ThreadId local) {
        return *reinterpret_cast<Utcb*>(local.raw() - __builtin_offsetof(Utcb, message_registers));
    }
};

/// UTCBs lie one after the other, aligned to their size.
inline constexpr u32 utcb_size_log2 = 10;

/// The largest UTCB area: 1024 threads.
inline constexpr u32 utcb_area_log2_max = 20;

static_assert(sizeof(Utcb) == 1 << utcb_size_log2);
static_assert(__builtin_offsetof(Utcb, message_registers) == 512);
static_assert(__builtin_offsetof(Utcb, global_id) == 512 - 15 * sizeof(Word));
static_assert(__builtin_offsetof(Utcb, user_handle) == 512 - 13 * sizeof(Word));
static_assert(__builtin_offsetof(Utcb, exception_handler) == 512 - 11 * sizeof(Word));
static_assert(__builtin_offsetof(Utcb, error_code) == 512 - 9 * sizeof(Word));
static_assert(__builtin_offsetof(Utcb, word_size_mask) == 512 - 1 * sizeof(Word));

} // namespace l4
