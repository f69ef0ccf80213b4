// SPDX-License-Identifier: BSD-2-Clause
// A domain as an L4 task: its start, its faults, and what it asks of the root task.
#include "root.hpp"

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <domain/message.hpp>
#include <domain/serve.hpp>
#include <domain/system_call.hpp>
#include <domain/threads.hpp>
#include <l4/abi/kdebug.hpp>
#include <x86_64/stack_frame.hpp>

extern "C" {
[[noreturn]] void flat_main();
[[noreturn]] void flat_fault(flat::u32 vector, flat::vaddr instruction, flat::vaddr address,
                             flat::arch::StackFrame const* frame);
}

namespace flat::domain {

namespace {

constexpr u64 thread_switch = 8; // the call's number in the stubs of user_stubs.S

/// Shows text by the kernel's debugger, which takes strings that end with zero.
void write(vaddr text, u64 size_bytes) {
    char line[basic_write_max + 1];
    usize const size = min<usize>(size_bytes, basic_write_max);
    memcpy(line, pointer_to<char>(text), size);
    line[size] = '\0';
    asm volatile("int3\n\t"
                 "cmpb %1, %%al"
                 :
                 : "a"(line), "i"(l4::kdebug::Service::print_string)
                 : "cc", "memory");
}

void let_others_run() {
    u64 nobody = 0;
    asm volatile("pushq %%rbp\n\t"
                 "movq %[call], %%rbp\n\t"
                 "syscall\n\t"
                 "popq %%rbp"
                 : "+D"(nobody)
                 : [call] "i"(thread_switch)
                 : "rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
                   "r15", "cc", "memory");
}

} // namespace

void ask_root(l4::DomainRequest request, u32 words, Message& message) {
    l4::ThreadId const root = utcb().pager;
    message.tag = l4::MessageTag(u64(request), words).raw();
    exchange(message, root, root, {});
}

Answer system_call(u64 number, u64 a, u64 b, u64, u64, u64) {
    Message message;
    switch (BasicCall{number}) {
    case BasicCall::end:
        message.words[0] = a;
        ask_root(l4::DomainRequest::end, 1, message);
        __builtin_trap();
    case BasicCall::write:
        write(a, b);
        break;
    case BasicCall::yield:
        let_others_run();
        break;
    case BasicCall::serve:
        ask_root(l4::DomainRequest::serve, 0, message);
        serve();
    case BasicCall::reply:
        __builtin_trap();
    }
    return {};
}

l4::ThreadId exchange_in_utcb(l4::ThreadId to, l4::ThreadId from, l4::Timeouts timeouts) {
    u64* const registers = utcb().message_registers;
    Message message = message_from(registers[0], registers);
    l4::ThreadId const sender = exchange(message, to, from, timeouts);
    registers[0] = message.tag;
    memcpy(registers + 1, message.words, sizeof message.words);
    return sender;
}

} // namespace flat::domain

/// Called by start.S: the root task hears of exceptions, too.
extern "C" [[noreturn]] void flat_start_task() {
    using namespace flat::domain;
    utcb().exception_handler = utcb().pager;
    find_threads();
    flat_main();
}

/// Called by start.S, where the root task has sent a thread that has caused a fault.
extern "C" [[noreturn]] void flat_task_fault(flat::arch::StackFrame const* frame) {
    using namespace flat::domain;
    Message message;
    ask_root(l4::DomainRequest::fault, 0, message);
    flat_fault(static_cast<flat::u32>(message.words[0]), message.words[1], message.words[2], frame);
}
