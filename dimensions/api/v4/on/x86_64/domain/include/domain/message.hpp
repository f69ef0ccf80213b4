// SPDX-License-Identifier: BSD-2-Clause
// IPC from a domain of an L4 kernel: the system call itself, and the names of threads.
#pragma once

#include <core/memory.hpp>
#include <core/types.hpp>
#include <l4/abi/error.hpp>
#include <l4/abi/message_tag.hpp>
#include <l4/abi/thread_id.hpp>
#include <l4/abi/time.hpp>
#include <l4/abi/utcb.hpp>

namespace flat::domain {

/// A message whose words are in processor registers; further ones are in the UTCB, from 8 on.
struct Message {
    static constexpr u32 register_words = 7;

    u64 tag = 0;
    u64 words[register_words] = {};
};

/// A message of this tag, whose first words are among `registers`, those of a UTCB. It has zeros
/// where the tag says no words: the kernel passes all processor registers on, and what was left in
/// these is of other messages, which a partner must not see.
inline Message message_from(u64 tag, u64 const* registers) {
    Message message{tag, {}};
    memcpy(message.words, registers + 1, sizeof message.words);
    for (u32 i = l4::MessageTag(tag).words(); i < Message::register_words; ++i)
        message.words[i] = 0;
    return message;
}

/// The thread's own block, which names it and its pager.
inline l4::Utcb& utcb() {
    u64 local;
    asm("movq %%gs:0, %0" : "=r"(local));
    return l4::Utcb::of(l4::ThreadId(local));
}

/// Sends `message` to `to`, then receives one from `from` into it; nil leaves a phase out. Returns
/// the sender, which means nothing if the tag says that it failed. Blocks as long as `timeouts`
/// say.
///
/// It is the instruction itself, as the stubs of this kernel have it: names are global ones, and
/// rbp, which names the call, is 0.
[[gnu::always_inline]] inline l4::ThreadId exchange(Message& message, l4::ThreadId to,
                                                    l4::ThreadId from, l4::Timeouts timeouts) {
    u64 rsi = to.raw();
    u64 rdx = from.raw();
    u64 rax = message.words[0];
    u64 rbx = message.words[1];
    register u64 r8 asm("r8") = timeouts.raw();
    register u64 r9 asm("r9") = message.tag;
    register u64 r10 asm("r10") = message.words[2];
    register u64 r12 asm("r12") = message.words[3];
    register u64 r13 asm("r13") = message.words[4];
    register u64 r14 asm("r14") = message.words[5];
    register u64 r15 asm("r15") = message.words[6];
    asm volatile("pushq %%rbp\n\t"
                 "xorl %%ebp, %%ebp\n\t"
                 "syscall\n\t"
                 "popq %%rbp"
                 : "+S"(rsi), "+d"(rdx), "+a"(rax), "+b"(rbx), "+r"(r8), "+r"(r9), "+r"(r10),
                   "+r"(r12), "+r"(r13), "+r"(r14), "+r"(r15)
                 :
                 : "rcx", "rdi", "r11", "cc", "memory");
    message = {r9, {rax, rbx, r10, r12, r13, r14, r15}};
    return l4::ThreadId(rsi);
}

/// Whether an exchange that has failed did so because there is no such partner.
inline bool has_no_partner() {
    return l4::IpcError(utcb().error_code).code() == l4::IpcError::Code::non_existing_partner;
}

/// The same of a message that is in the UTCB altogether.
l4::ThreadId exchange_in_utcb(l4::ThreadId to, l4::ThreadId from, l4::Timeouts timeouts);

} // namespace flat::domain
