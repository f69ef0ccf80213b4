// SPDX-License-Identifier: BSD-2-Clause
// Signals as interrupts: noting and raising them again.
#include <machine/interrupts.hpp>

#include <machine/idle.hpp>
#include <machine/register_frame.hpp>

#include <signal.h>
#include <unistd.h>

namespace flat::arch {

constinit InterruptState interrupt_state;

sigset_t interrupt_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGALRM);
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal)
        sigaddset(&signals, signal);
    return signals;
}

bool is_interrupt(u32 signal) {
    return signal == SIGALRM || signal >= static_cast<u32>(SIGRTMIN);
}

bool accept_interrupt(u32 signal) {
    bool const is_unmasked = interrupt_state.unmasked.load() & signal_bit(signal);
    if (is_unmasked && machine::interrupts_enabled()) return true;
    interrupt_state.pending.fetch_or(signal_bit(signal));
    return false;
}

void raise_pending() {
    while (u64 const ready = interrupt_state.pending.load() & interrupt_state.unmasked.load()) {
        u32 const signal = lowest_bit(ready) + 1;
        interrupt_state.pending.fetch_and(~signal_bit(signal));
        raise(static_cast<int>(signal));
    }
}

void unmask_interrupt(u32 signal) {
    interrupt_state.unmasked.fetch_or(signal_bit(signal));
    if (machine::interrupts_enabled()) raise_pending();
}

void mask_interrupt(u32 signal) {
    interrupt_state.unmasked.fetch_and(~signal_bit(signal));
}

} // namespace flat::arch

namespace flat::machine {

using arch::interrupt_signals;
using arch::interrupt_state;
using arch::signal_bit;

void wait_for_interrupt() {
    sigset_t const signals = interrupt_signals();
    sigset_t before;
    sigprocmask(SIG_BLOCK, &signals, &before); // none may come between the test and the wait
    while (!(interrupt_state.pending.load() & interrupt_state.unmasked.load())) {
        int const signal = sigwaitinfo(&signals, nullptr);
        if (signal > 0) interrupt_state.pending.fetch_or(signal_bit(static_cast<u32>(signal)));
    }
    sigprocmask(SIG_SETMASK, &before, nullptr);
    enable_interrupts(); // handles it
    disable_interrupts();
}

namespace {

constexpr usize idle_stack_bytes = 1 << 14;
alignas(16) constinit u8 idle_stack[idle_stack_bytes] = {};

/// Interrupts are enabled in the idle context; their handlers resume another one when there is one.
void idle(void*) {
    for (;;)
        pause();
}

} // namespace

void prepare_idle(RegisterFrame& frame) {
    frame.start_kernel(idle, nullptr, address_of(idle_stack + idle_stack_bytes));
}

} // namespace flat::machine
