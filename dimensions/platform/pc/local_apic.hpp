// SPDX-License-Identifier: BSD-2-Clause
// The local APIC in memory-mapped mode (Intel SDM volume 3A, chapter 11).
#pragma once

#include <core/types.hpp>
#include <machine/physical.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/vectors.hpp>

namespace flat::platform {

/// This processor's local APIC. It has no state here: any number may be made.
class LocalApic {
public:
    LocalApic();

    /// Makes this the only way for interrupts to the processor: the old controllers (8259A) are
    /// masked, with their vectors moved away from the exceptions. Once or more often.
    void enable() const;

    /// The interrupt that the processor works on has been handled.
    void acknowledge() const { write(Register::EOI, 0); }

    /// Which processor this is, for I/O APICs.
    u8 id() const { return static_cast<u8>(read(Register::ID) >> 24); }

    /// Interrupts with `vector` every `count` ticks of the timer.
    void start_timer(u8 vector, u32 count) const;

    /// Lets the timer count down without interrupts.
    void start_counter(u32 count) const;

    /// What is left of the count.
    u32 timer_count() const { return read(Register::CURRENT_COUNT); }

    void stop_timer() const;

private:
    /// SDM 3A, table 11-1.
    enum class Register : u32 {
        ID = 0x020,
        TPR = 0x080,
        EOI = 0x0b0,
        SVR = 0x0f0,
        LVT_TIMER = 0x320,
        LVT_LINT0 = 0x350,
        LVT_LINT1 = 0x360,
        INITIAL_COUNT = 0x380,
        CURRENT_COUNT = 0x390,
        DIVIDE_CONFIGURATION = 0x3e0,
    };

    u32 read(Register which) const { return *at(which); }
    void write(Register which, u32 value) const { *at(which) = value; }
    u32 volatile* at(Register which) const {
        return pointer_to<u32 volatile>(registers_ + static_cast<u32>(which));
    }

    vaddr registers_;
};

} // namespace flat::platform
