// SPDX-License-Identifier: BSD-2-Clause
// Whether this processor takes interrupts; exceptions always happen.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>
#include <x86_64/registers.hpp>

namespace flat::machine {

/// From the next instruction but one on, interrupts are taken.
inline void enable_interrupts() {
    asm volatile("sti" : : : "memory");
}

inline void disable_interrupts() {
    asm volatile("cli" : : : "memory");
}

inline bool interrupts_enabled() {
    u64 flags;
    asm volatile("pushfq; popq %0" : "=r"(flags) : : "memory");
    return flags & static_cast<u64>(arch::Rflags::IF);
}

/// Called with interrupts disabled: waits until one has been handled and returns with them
/// disabled. STI takes effect after HLT has begun, so that none is missed.
inline void wait_for_interrupt() {
    asm volatile("sti; hlt; cli" : : : "memory");
}

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
