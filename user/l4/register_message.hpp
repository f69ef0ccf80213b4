// SPDX-License-Identifier: BSD-2-Clause
// IPC whose first words never leave the processor's registers.
#pragma once

#include <l4/abi/message_tag.hpp>
#include <l4/abi/time.hpp>
#include <l4/kip.hpp>
#include <l4/utcb.hpp>

namespace l4 {

/// The addresses of the system calls, copied from the kernel interface page at start.
extern CallAddresses entry_points;

/// The tag and the seven words that the AMD64 binding carries in registers. Further words are in
/// the UTCB's message registers, from 8 on.
struct RegisterMessage {
    static constexpr unsigned count = 7;

    MessageTag tag;
    Word words[count];
};

/// A call at the address `entry` that takes `message` and brings another one back, with what the
/// call wants in rsi, rdx and r8. Returns rsi.
[[gnu::always_inline]] inline Word call_with(RegisterMessage& message, Word const& entry, Word rsi,
                                             Word rdx, Word timeouts) {
    Word rdi = my_local_id().raw();
    Word rax = message.words[0];
    Word rbx = message.words[1];
    register Word r8 asm("r8") = timeouts;
    register Word r9 asm("r9") = message.tag.raw();
    register Word r10 asm("r10") = message.words[2];
    register Word r12 asm("r12") = message.words[3];
    register Word r13 asm("r13") = message.words[4];
    register Word r14 asm("r14") = message.words[5];
    register Word r15 asm("r15") = message.words[6];
    // The base pointer may be the frame pointer and then cannot be named as clobbered.
    asm volatile("pushq %%rbp\n"
                 "callq *%[entry]\n"
                 "popq %%rbp\n"
                 : "+S"(rsi), "+d"(rdx), "+D"(rdi), "+a"(rax), "+b"(rbx), "+r"(r8), "+r"(r9),
                   "+r"(r10), "+r"(r12), "+r"(r13), "+r"(r14), "+r"(r15)
                 : [entry] "m"(entry)
                 : "rcx", "r11", "cc", "memory");
    message = {MessageTag(r9), {rax, rbx, r10, r12, r13, r14, r15}};
    return rsi;
}

/// The system call itself: sends `message` to `to`, then receives one from `from` into it. Nil
/// leaves a phase out. Returns the sender, which means nothing when the new tag says "failed" or
/// nothing was received. Blocks as long as `timeouts` allow.
[[gnu::always_inline]] inline ThreadId exchange(RegisterMessage& message, ThreadId to,
                                                ThreadId from, Timeouts timeouts) {
    return ThreadId(call_with(message, entry_points.ipc, to.raw(), from.raw(), timeouts.raw()));
}

} // namespace l4
