// SPDX-License-Identifier: BSD-2-Clause
// Disks of SATA, at a controller by AHCI.
#pragma once

#include <core/utility.hpp>
#include <driver/ata/ahci.flat.hpp>
#include <driver/ata/ahci_port.hpp>
#include <driver/ata/ahci_registers.hpp>
#include <driver/ata/ata_patience.hpp>
#include <driver/ata/restart_thread.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver::ata {

/// The disks at the first controller of this kind, in the order of their ports, as they are there
/// at the start. Ports work beside each other, by one command at a time each; by the interrupt
/// line, and looked at when an interrupt is overdue. Those that have lost their way or are silent
/// are started anew by a thread, one after the other: interrupts come meanwhile.
class Ahci : public AhciComponent,
             protected bus::Interrupt,
             private AhciController,
             private RestartThread::Owner,
             NonCopyable {
public:
    Ahci(Ports const& ports, Attributes const& attributes);
    ~Ahci();

    u32 count() override { return count_; }
    Result<block::Disk*, block::DiskError> disk(u32 index) override;

private:
    using Outcome = Result<void, bus::DeviceError>;

    Outcome start();
    Outcome reset();
    void release() override {} // whoever has its interrupts
    void interrupted(u32 vector) override;
    void restart(AhciPort& port) override;
    void go_on(u32 number) override;
    bool reset_for(AhciPort& port) override;
    void abandon() override;

    u32 get(AhciRegister which) { return device->read32(ahci_region, u32(which)); }
    void set(AhciRegister which, u32 value) { device->write32(ahci_region, u32(which), value); }

    AhciPort ports_[ahci_ports] = {{*this, 0}, {*this, 1}, {*this, 2},
                                   {*this, 3}, {*this, 4}, {*this, 5}};
    AhciPort* found_[ahci_ports] = {}; // those that had a disk at the start
    u32 count_ = 0;
    AtaPatience patience_;
    RestartThread restarts_{*this};
    bool is_resetting_ = false;
    bool is_abandoned_ = false;
};

} // namespace flat::driver::ata
