// SPDX-License-Identifier: BSD-2-Clause
// The little of ACPI that we need: how interrupt lines are wired (ACPI 6.4, 5.2). Tables are input:
// whatever they claim, nothing outside them is read.
#pragma once

#include <core/maybe.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::platform {

/// Shows physical memory.
class PhysicalReader {
public:
    /// The bytes at an address; an empty span if they cannot be seen, all of them.
    virtual Span<u8 const> read(paddr address, usize bytes) const = 0;

protected:
    ~PhysicalReader() = default;
};

/// Where a line enters the interrupt controller, and what its signal looks like.
struct InterruptLine {
    u32 input = 0; ///< "global system interrupt"
    bool is_active_low = false;
    bool is_level = false;
};

/// How the interrupts of a PC are wired. By default as on every PC: the first I/O APIC at its usual
/// place, ISA lines on the inputs of the same number but the old timer's line 0, which is input 2.
struct InterruptWiring {
    static constexpr u32 isa_lines = 16;

    constexpr InterruptWiring() {
        for (u32 line = 0; line < isa_lines; ++line)
            isa[line].input = line;
        isa[0].input = 2;
    }

    paddr io_apic = 0xfec0'0000;
    InterruptLine isa[isa_lines] = {};
};

/// The wiring that the tables below the root pointer at `rsdp` state; nothing if there are none, or
/// if what leads to them is damaged.
Maybe<InterruptWiring> find_interrupt_wiring(PhysicalReader const& memory, paddr rsdp);

} // namespace flat::platform
