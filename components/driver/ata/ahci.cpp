// SPDX-License-Identifier: BSD-2-Clause
// A SATA controller: which disks it has, and resets of all of it (AHCI 1.3.1, section 10).
#include <driver/ata/ahci.hpp>

#include <core/say.hpp>

namespace flat::driver::ata {

using block::DiskError;
using bus::DeviceError;

Ahci::Ahci(Ports const& ports, Attributes const& attributes)
    : AhciComponent(ports, attributes),
      AhciController({*device, *memory, *alarms, *log, timeout_ms}) {
    Outcome const outcome = start();
    if (outcome.is_ok() && count_ != 0) {
        restarts_.make(threads ? &*threads : nullptr);
        return;
    }
    bool const is_missing = outcome.is_ok() || outcome.error().code == DeviceError::no_such_device;
    say(*log, "ahci: {}", is_missing ? "there is no such disk" : "the disk cannot be used");
    is_abandoned_ = true;
    device->release();
}

Ahci::~Ahci() {
    restarts_.end();
    for (AhciPort& each : ports_)
        if (each.has_disk()) (void)each.stop();
    device->release();
    for (AhciPort& each : ports_)
        each.end();
}

/// Finds the disks, and what they are; interrupts come when that is known.
Ahci::Outcome Ahci::start() {
    TRY(device->claim(ahci_vendor, ahci_ich9));
    if (TRY(device->open(ahci_region)) < ahci_port_offset(ahci_ports))
        return DeviceError{DeviceError::no_such_registers};
    device->set_bus_master(true);
    bus::Interrupt& self = *this;
    TRY(device->connect_line(self));
    TRY(reset());
    u32 const implemented = get(AhciRegister::PI);
    for (u32 i = 0; i < ahci_ports && !is_abandoned_; ++i) {
        bool const is_there = implemented >> i & 1 && ports_[i].is_connected();
        if (is_there && ports_[i].find()) found_[count_++] = &ports_[i];
    }
    patience_.shorten();
    return {};
}

/// Section 10.4.3.
Ahci::Outcome Ahci::reset() {
    set(AhciRegister::GHC, ahci_ghc::AE);
    set(AhciRegister::GHC, ahci_ghc::AE | ahci_ghc::HR);
    if (!patience_.comes([&] { return !(get(AhciRegister::GHC) & ahci_ghc::HR); }))
        return DeviceError{DeviceError::misbehaves};
    set(AhciRegister::GHC, ahci_ghc::AE);
    set(AhciRegister::IS, ~u32(0));
    set(AhciRegister::GHC, ahci_ghc::AE | ahci_ghc::IE);
    return {};
}

Result<block::Disk*, DiskError> Ahci::disk(u32 index) {
    if (index >= count_) return DiskError{DiskError::no_disk};
    return &found_[index]->disk();
}

/// A controller that is not there any more interrupts for all ports, which find out. A cause at a
/// port without a disk would hold the line.
void Ahci::interrupted(u32) {
    u32 const causes = get(AhciRegister::IS);
    for (u32 i = 0; i < ahci_ports; ++i) {
        if (!(causes >> i & 1)) continue;
        if (ports_[i].has_disk())
            ports_[i].work();
        else
            ports_[i].withdraw();
    }
}

/// In an interrupt, as a rule.
void Ahci::restart(AhciPort& port) {
    restarts_.restart(static_cast<u32>(&port - ports_));
}

void Ahci::go_on(u32 number) {
    if (ports_[number].has_disk()) ports_[number].go_on();
}

/// What the others were doing ends with an error. A port that asks for it because of that has not
/// become better by the reset.
bool Ahci::reset_for(AhciPort& port) {
    if (is_abandoned_) return true; // there is no way to memory
    if (is_resetting_) return false;
    is_resetting_ = true;
    for (AhciPort& each : ports_)
        if (&each != &port && each.has_disk()) each.halt();
    if (reset().is_error()) abandon();
    for (AhciPort& each : ports_) {
        if (&each == &port || !each.has_disk()) continue;
        restarts_.forget(static_cast<u32>(&each - ports_));
        each.go_on();
    }
    is_resetting_ = false;
    return true;
}

void Ahci::abandon() {
    if (flat::exchange(is_abandoned_, true)) return;
    device->release();
    say(*log, "ahci: the controller cannot be used any more");
    for (AhciPort& each : ports_)
        each.end();
}

} // namespace flat::driver::ata
