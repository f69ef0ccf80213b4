// SPDX-License-Identifier: BSD-2-Clause
// Disks of SATA, at a controller by AHCI.
#pragma once

#include <core/utility.hpp>
#include <driver/ata/ahci.flat.hpp>
#include <driver/ata/ahci_registers.hpp>
#include <driver/ata/ata_identity.hpp>
#include <driver/ata/ata_queue.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver::ata {

/// The first disk at the first controller of this kind, by one command at a time; by the interrupt
/// line, and looked at when an interrupt is overdue. The disk has addresses of 48 bits. Of a read
/// or write that fails at a sector, the disk says which.
class Ahci : public AhciComponent, protected bus::Interrupt, private AtaPort, NonCopyable {
public:
    Ahci(Ports const& ports, Attributes const& attributes);
    ~Ahci();

    Geometry geometry() override { return queue_.geometry(); }
    void submit(DiskRequest& request) override { queue_.submit(request); }

private:
    using Outcome = Result<void, bus::DeviceError>;

    // Starting: ahci_start.cpp.
    Outcome find_device();
    Result<Geometry, bus::DeviceError> start() override;
    void give_up(bus::DeviceError problem) override;
    Outcome reset();
    bool is_disk(u32 port);
    Outcome start_port();
    bool stop_port();
    bool resume_port();
    Result<AtaIdentity, bus::DeviceError> identify();
    template<class Condition>
    static bool comes(Condition const& condition);

    // Working: ahci.cpp.
    void release() override {} // whoever has its interrupts
    void interrupted(u32 vector) override;
    bool can_do(DiskRequest const& request) const override;
    void begin(DiskRequest const& request, DiskRequest::Kind kind) override;
    Progress progress(DiskRequest const* current) override;
    Progress failure(DiskRequest const* current, u32 causes);
    void set_command(AtaCode code, u64 sector, u64 sectors);
    void set_region(u32 index, paddr base, u32 bytes);
    void issue(u32 regions, bool is_written);

    AhciShared& shared() const { return *pointer_to<AhciShared>(block_.address); }
    u32 get(AhciRegister which) { return device->read32(ahci_region, u32(which)); }
    void set(AhciRegister which, u32 value) { device->write32(ahci_region, u32(which), value); }
    u32 get(AhciPortRegister which) {
        return device->read32(ahci_region, ahci_port_offset(port_) + u32(which));
    }
    void set(AhciPortRegister which, u32 value) {
        device->write32(ahci_region, ahci_port_offset(port_) + u32(which), value);
    }

    AtaQueue queue_;
    memory::DmaMemory::Block block_{};
    u32 port_ = 0;
    u32 sector_bytes_ = 512;
    bool reaches_all_ = false; // memory above 4 GiB, too
};

} // namespace flat::driver::ata
