// SPDX-License-Identifier: BSD-2-Clause
// Device interrupts by the I/O APIC.
#pragma once

#include <platform/acpi.hpp>
#include <platform/interrupts.flat.hpp>
#include <platform/io_apic.hpp>
#include <platform/local_apic.hpp>
#include <platform/vectors.hpp>

namespace flat::platform {

/// Lines below 16 are those of the ISA bus, wired as ACPI says; the others are inputs of the I/O
/// APIC, with the signals of PCI (level, active low). All go to the processor that boots.
class Interrupts : public InterruptsComponent {
public:
    Interrupts(Ports const& ports, Attributes const& attributes);

    Result<void, hal::TrapError> connect(u32 line, hal::Trap::BriefHandler& handler) override;
    void disconnect(u32 line) override;
    void unmask(u32 line) override;
    void mask(u32 line) override;
    void acknowledge(u32 line) override;
    bool is_level(u32 line) override { return line_of(line).is_level; }

private:
    bool exists(u32 line) const { return line < lines_max && line_of(line).input < inputs_; }
    InterruptLine line_of(u32 line) const;
    void set_mask(u32 line, bool is_masked);

    LocalApic local_apic_;
    InterruptWiring wiring_;
    IoApic io_apic_;
    u32 inputs_;
};

} // namespace flat::platform
