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
    bool const is_old = place && PciCompatibility(place->function.class_code).has_line();
    bool const has_pin = is_old || (interrupts_of >> 8 & 0xff) != 0;
    if (!has_pin || place->interrupt) return DeviceError{DeviceError::no_such_interrupt};
    auto const line = is_old ? PciCompatibility::line : u8(interrupts_of);
    if (!is_used(line)) {
        Line& handler = lines_[place - places_];
        handler.serve(*this, line);
        if (interrupts->connect(line, handler).is_error())
            return DeviceError{DeviceError::no_such_interrupt};
    }
    place->line = line;
    place->interrupt = &interrupt;
    interrupts->unmask(line);
    return {};
}

/// The line goes on with the same handler for those that share it.
void PciBus::disconnect_line(u32 address) {
    Place* const place = find(address);
    if (!place || !place->interrupt) return;
    place->interrupt = nullptr;
    if (!is_used(place->line)) interrupts->disconnect(place->line);
}

bool PciBus::is_used(u8 line) const {
    for (u32 i = 0; i < count_; ++i)
        if (places_[i].interrupt && places_[i].line == line) return true;
    return false;
}

void PciBus::deliver(u8 line) {
    for (u32 i = 0; i < count_; ++i)
        if (places_[i].interrupt && places_[i].line == line) places_[i].interrupt->interrupted(0);
    interrupts->acknowledge(line);
}

} // namespace flat::bus
