// SPDX-License-Identifier: BSD-2-Clause
// The end of a domain that has caused an exception: says where, with the names of its functions.
#include "channel.hpp"

#include <core/panic.hpp>
#include <hosted/stack_walk.hpp>

#include <signal.h>
#include <ucontext.h>

namespace flat::domain {

namespace {

/// The signals that are exceptions, and what they are called.
struct Exception {
    int signal;
    Text name;
};

constexpr Exception exceptions[] = {
    {SIGSEGV, "segmentation fault"},  {SIGBUS, "bus error"},   {SIGILL, "illegal instruction"},
    {SIGFPE, "arithmetic exception"}, {SIGTRAP, "breakpoint"},
};

constexpr usize fault_stack_bytes = 1 << 16;
alignas(16) constinit u8 fault_stacks[arch::channels][fault_stack_bytes] = {};

struct Fault {
    vaddr instruction;
    vaddr frame_pointer;
};

usize backtrace_of(void const* context, Span<vaddr> addresses) {
    auto const& fault = *static_cast<Fault const*>(context);
    addresses[0] = fault.instruction;
    return 1 + arch::walk_stack(fault.frame_pointer, addresses.after(1));
}

Text name_of(int signal) {
    for (Exception const& each : exceptions)
        if (each.signal == signal) return each.name;
    return "signal";
}

/// A broken chain of frames is another fault, whose signal is blocked: the host ends the process,
/// and the kernel says what is left to say.
void on_fault(int signal, siginfo_t* information, void* context) {
    auto const& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    Fault const fault{static_cast<vaddr>(registers[REG_RIP]),
                      static_cast<vaddr>(registers[REG_RBP])};
    bool const is_access = signal == SIGSEGV || signal == SIGBUS;
    vaddr const address = is_access ? address_of(information->si_addr) : 0;
    detail::panic(backtrace_of, &fault, "{} ({}), accessing {x}",
                  format_arguments(name_of(signal), signal, address).span());
}

} // namespace

void use_fault_stack(u32 place) {
    stack_t stack{};
    stack.ss_sp = fault_stacks[place];
    stack.ss_size = fault_stack_bytes;
    sigaltstack(&stack, nullptr);
}

void catch_faults() {
    struct sigaction action{};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    for (Exception const& each : exceptions)
        sigaction(each.signal, &action, nullptr);
}

} // namespace flat::domain
