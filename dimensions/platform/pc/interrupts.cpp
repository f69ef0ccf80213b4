// SPDX-License-Identifier: BSD-2-Clause
// Device interrupts by the I/O APIC.
#include <platform/interrupts.hpp>

#include <machine/physical.hpp>
#include <x86_64/boot_information.hpp>

namespace flat::platform {

namespace {

/// What the direct map shows.
class DirectReader final : public PhysicalReader {
public:
    Span<u8 const> read(paddr address, usize bytes) const override {
        paddr const end = arch::boot_information().direct_map_end;
        if (address == 0 || address > end || bytes > end - address) return {};
        return Span(static_cast<u8 const*>(machine::physical_to_virtual(address)), bytes);
    }
};

InterruptWiring find_wiring() {
    Maybe<InterruptWiring> const found =
        find_interrupt_wiring(DirectReader(), arch::boot_information().acpi_rsdp);
    return found.value_or(InterruptWiring());
}

} // namespace

Interrupts::Interrupts(Ports const& ports, Attributes const& attributes)
    : InterruptsComponent(ports, attributes), wiring_(find_wiring()),
      io_apic_(address_of(machine::physical_to_virtual(wiring_.io_apic))),
      inputs_(io_apic_.inputs()) {
    local_apic_.enable();
    for (u32 input = 0; input < inputs_; ++input)
        io_apic_.set(input, Redirection());
}

Result<void, hal::TrapError> Interrupts::connect(u32 line, hal::Trap::BriefHandler& handler) {
    if (!exists(line)) return hal::TrapError{hal::TrapError::Code::no_such_vector};
    TRY(trap->register_brief(first_line_vector + line, handler));
    set_mask(line, true);
    return {};
}

void Interrupts::disconnect(u32 line) {
    if (!exists(line)) return;
    set_mask(line, true);
    trap->unregister(first_line_vector + line);
}

void Interrupts::unmask(u32 line) {
    if (exists(line)) set_mask(line, false);
}

void Interrupts::mask(u32 line) {
    if (exists(line)) set_mask(line, true);
}

void Interrupts::acknowledge(u32) {
    local_apic_.acknowledge();
}

InterruptLine Interrupts::line_of(u32 line) const {
    return line < InterruptWiring::isa_lines ? wiring_.isa[line] : InterruptLine{line, true, true};
}

void Interrupts::set_mask(u32 line, bool is_masked) {
    InterruptLine const wire = line_of(line);
    auto const vector = static_cast<u8>(first_line_vector + line);
    io_apic_.set(wire.input, Redirection(vector, wire, local_apic_.id()).with_mask(is_masked));
}

} // namespace flat::platform
