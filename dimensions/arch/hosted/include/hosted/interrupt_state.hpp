// SPDX-License-Identifier: BSD-2-Clause
// What a processor would keep in its flags and its interrupt controller, for the process.
#pragma once

#include <core/atomic.hpp>
#include <core/bits.hpp>
#include <core/types.hpp>

#include <signal.h>

namespace flat::arch {

/// Signals that are interrupts are never blocked at the host, which would take two system calls for
/// each critical section. One that comes while interrupts are disabled is noted and raised again
/// when they are enabled; however often it came, it is handled once.
struct InterruptState {
    Atomic<bool> enabled = false; // as on a processor that has just been reset
    Atomic<u64> unmasked = 0;     // the signals, as sums of `signal_bit`
    Atomic<u64> pending = 0;
};

/// The state of the process as a processor, hence a global.
extern constinit InterruptState interrupt_state;

/// The place of a signal in sets.
constexpr u64 signal_bit(u32 signal) {
    return bit(signal - 1);
}

/// The signals that are interrupts, not exceptions: the timer's, and those that devices are given.
sigset_t interrupt_signals();
bool is_interrupt(u32 signal);

/// Called first for each interrupt: whether to handle it now. If not, it has been noted.
bool accept_interrupt(u32 signal);

/// Raises the interrupts again that were noted and are unmasked.
void raise_pending();

/// Lets a signal interrupt, or keeps it from that.
void unmask_interrupt(u32 signal);
void mask_interrupt(u32 signal);

} // namespace flat::arch
