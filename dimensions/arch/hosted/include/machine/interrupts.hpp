// SPDX-License-Identifier: BSD-2-Clause
// Whether the process takes interrupts.
#pragma once

#include <core/compiler.hpp>
#include <core/utility.hpp>
#include <hosted/interrupt_state.hpp>

namespace flat::machine {

/// Whether interrupts are enabled.
inline bool interrupts_enabled() {
    return arch::interrupt_state.enabled.load(MemoryOrder::relaxed);
}

/// From now on, signals that are interrupts are noted only.
inline void disable_interrupts() {
    arch::interrupt_state.enabled.store(false, MemoryOrder::relaxed);
    compiler_barrier();
}

/// From now on, unmasked interrupts are handled; those that were noted, at once.
inline void enable_interrupts() {
    compiler_barrier();
    arch::interrupt_state.enabled.store(true, MemoryOrder::relaxed);
    if (arch::interrupt_state.pending.load(MemoryOrder::relaxed) != 0) [[unlikely]]
        arch::raise_pending();
}

/// Called with interrupts disabled: waits until one has been handled and returns with them
/// disabled.
void wait_for_interrupt();

/// Disables interrupts for a block; restores what was before.
class InterruptGuard : NonCopyable {
public:
    InterruptGuard() : were_enabled_(interrupts_enabled()) { disable_interrupts(); }
    ~InterruptGuard() {
        if (were_enabled_) enable_interrupts();
    }

private:
    bool were_enabled_;
};

} // namespace flat::machine
