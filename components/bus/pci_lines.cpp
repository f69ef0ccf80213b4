// SPDX-License-Identifier: BSD-2-Clause
// Interrupt lines of PCI functions, which several functions may share.
#include <bus/pci_bus.hpp>

#include <bus/pci_compatibility.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::bus {

/// The line is what the firmware has noted for the controller (PCI Local Bus 3.0, section 6.2.4).
Result<void, DeviceError> PciBus::connect_line(u32 address, Interrupt& interrupt) {
    Place* const place = find(address);
    u32 const interrupts_of = place ? get(address, PciRegister::INTERRUPT) : 0;
    bool const is_old = place && PciCompatibility(place->function.class_code).has_lines();
    bool const has_pin = is_old || (interrupts_of >> 8 & 0xff) != 0;
    if (!has_pin || place->interrupt) return DeviceError{DeviceError::no_such_interrupt};
    auto const line = is_old ? PciCompatibility::first_line : u8(interrupts_of);
    TRY(serve(line, lines_[place - places_]));
    if (is_old) {
        auto const outcome = serve(PciCompatibility::second_line, second_line_);
        if (outcome.is_error()) drop(line);
        TRY(outcome);
    }
    place->line = line;
    place->has_second_line = is_old;
    place->interrupt = &interrupt;
    interrupts->unmask(line);
    if (is_old) interrupts->unmask(PciCompatibility::second_line);
    return {};
}

/// The lines go on with the same handlers for those that share them.
void PciBus::disconnect_line(u32 address) {
    Place* const place = find(address);
    if (!place || !place->interrupt) return;
    place->interrupt = nullptr;
    drop(place->line);
    if (place->has_second_line) drop(PciCompatibility::second_line);
}

Result<void, DeviceError> PciBus::serve(u8 line, Line& handler) {
    if (is_used(line)) return {};
    handler.serve(*this, line);
    if (interrupts->connect(line, handler).is_error())
        return DeviceError{DeviceError::no_such_interrupt};
    return {};
}

void PciBus::drop(u8 line) {
    if (!is_used(line)) interrupts->disconnect(line);
}

bool PciBus::is_used(u8 line) const {
    for (u32 i = 0; i < count_; ++i)
        if (places_[i].interrupt && places_[i].has(line)) return true;
    return false;
}

void PciBus::deliver(u8 line) {
    for (u32 i = 0; i < count_; ++i)
        if (places_[i].interrupt && places_[i].has(line))
            places_[i].interrupt->interrupted(places_[i].line == line ? 0 : 1);
    interrupts->acknowledge(line);
}

} // namespace flat::bus
