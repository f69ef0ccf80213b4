// SPDX-License-Identifier: BSD-2-Clause
// One port of a SATA controller, and the disk that is there.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <driver/ata/ahci_registers.hpp>
#include <driver/ata/ata_identity.hpp>
#include <driver/ata/ata_patience.hpp>
#include <driver/ata/ata_queue.hpp>
#include <flat/bus/device.hpp>
#include <flat/log/log.hpp>
#include <flat/memory/dma_memory.hpp>

namespace flat::driver::ata {

class AhciPort;

/// What a port needs of the controller that it is a part of.
class AhciController {
public:
    /// What all ports share.
    struct Surroundings {
        bus::Device& device;
        memory::DmaMemory& memory;
        thread::Alarms& alarms;
        log::Log& log;
        u32 timeout_ms;
    };

    explicit AhciController(Surroundings const& surroundings) : surroundings_(surroundings) {}

    Surroundings const& surroundings() const { return surroundings_; }

    /// Has a port that has halted started anew, where that keeps nobody from working.
    virtual void restart(AhciPort& port) = 0;

    /// Resets all ports, as this one does not stop otherwise; FALSE if that is being done.
    virtual bool reset_for(AhciPort& port) = 0;

    /// Takes the way to memory from the controller: there are no disks from then on.
    virtual void abandon() = 0;

protected:
    ~AhciController() = default;

private:
    Surroundings surroundings_;
};

/// By one command at a time. The disk has addresses of 48 bits. Of a read or write that fails at a
/// sector, the disk says which.
class AhciPort final : private AtaPort, NonCopyable {
public:
    AhciPort(AhciController& controller, u32 number)
        : controller_(controller), number_(number),
          queue_(*this, controller.surroundings().alarms, controller.surroundings().timeout_ms) {}

    /// Whether there is something at a port that has just been reset: a disk, perhaps.
    bool is_connected() {
        return (get(AhciPortRegister::SSTS) & AHCI_SSTS_DET_MASK) == AHCI_SSTS_DET_PRESENT;
    }

    /// Takes memory, finds the disk and starts it; whether there is one. Without one it keeps none.
    bool find();

    /// Ends all requests. The controller does not access memory any more.
    void end();

    /// The controller will be reset: what the port has been doing is lost.
    void halt() { queue_.halt(block::DiskError::reset); }

    /// Starts a port anew that has halted.
    void go_on() { queue_.go_on(); }

    bool has_disk() const { return queue_.has_disk(0); }
    block::Disk& disk() { return queue_.disk(0); }
    void work() { queue_.work(); }

    /// Withdraws what the port interrupts for, so that the line is no longer held.
    void withdraw() override;

    /// Ends what the port does; whether it has let go of memory.
    bool stop();

private:
    // Starting: ahci_port_start.cpp.
    Outcome start() override;
    void follow(u32, AtaIdentity const& identity) override {
        sector_bytes_ = identity.sector_bytes;
    }
    void restart() override;
    void give_up(bus::DeviceError problem) override;
    void lost(u32 number) override;
    void tell(Text what);
    bool quiesce();
    Outcome reset();
    Outcome enable();
    bool resume();
    Result<AtaIdentity, bus::DeviceError> identify();

    // Working: ahci_port.cpp.
    bool can_do(u32 number, DiskRequest const& request) const override;
    void begin(u32 number, DiskRequest const& request, DiskRequest::Kind kind) override;
    Progress progress(DiskRequest const* current) override;
    Progress failure(DiskRequest const* current, u32 causes);
    void set_command(AtaCode code, u64 sector, u64 sectors);
    void set_region(u32 index, paddr base, u32 bytes);
    void issue(u32 regions, bool is_written);

    AhciShared& shared() const { return *pointer_to<AhciShared>(block_.address); }
    bus::Device& device() const { return controller_.surroundings().device; }
    u32 get(AhciRegister which) { return device().read32(ahci_region, u32(which)); }
    void set(AhciRegister which, u32 value) { device().write32(ahci_region, u32(which), value); }
    u32 get(AhciPortRegister which) {
        return device().read32(ahci_region, ahci_port_offset(number_) + u32(which));
    }
    void set(AhciPortRegister which, u32 value) {
        device().write32(ahci_region, ahci_port_offset(number_) + u32(which), value);
    }

    AhciController& controller_;
    u32 number_;
    AtaQueue queue_;
    memory::DmaMemory::Block block_{};
    AtaPatience patience_;
    u32 sector_bytes_ = 512;
    bool reaches_all_ = false; // memory above 4 GiB, too
};

} // namespace flat::driver::ata
