// SPDX-License-Identifier: BSD-2-Clause
// The first disk at the first channel of an IDE controller of PCI.
#pragma once

#include <core/utility.hpp>
#include <driver/ata/ata_identity.hpp>
#include <driver/ata/ata_queue.hpp>
#include <driver/ata/ide.flat.hpp>
#include <driver/ata/ide_registers.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver::ata {

/// By one command at a time, with addresses of 48 bits if the disk has such, else of 28. Data are
/// moved by the controller, or, where that or the disk cannot, by the processor, a sector for each
/// interrupt. Of a read or write that fails at a sector, the disk says which.
class Ide : public IdeComponent, protected bus::Interrupt, private AtaPort, NonCopyable {
public:
    Ide(Ports const& ports, Attributes const& attributes);
    ~Ide();

    Geometry geometry() override { return queue_.geometry(); }
    void submit(DiskRequest& request) override { queue_.submit(request); }

private:
    using Outcome = Result<void, bus::DeviceError>;

    /// What the disk is doing for a request.
    enum class Work : u8 { nothing, command, dma, read_words, write_words };

    // Starting: ide_start.cpp.
    Outcome find_device();
    Result<Geometry, bus::DeviceError> start() override;
    void give_up(bus::DeviceError problem) override;
    Outcome reset();
    bool is_disk(u32 number);
    Result<AtaIdentity, bus::DeviceError> identify();
    template<class Condition>
    static bool comes(Condition const& condition);

    // Working: ide.cpp.
    void release() override {} // whoever has its interrupts
    void interrupted(u32 vector) override;
    bool can_do(DiskRequest const& request) const override;
    void begin(DiskRequest const& request, DiskRequest::Kind kind) override;
    Progress progress(DiskRequest const* current) override;
    Progress go_on(DiskRequest const& current, Work work, u8 status);
    Progress failure(DiskRequest const* current, u8 status);
    u64 failed_address();
    void issue(AtaCode code, u64 sector, u64 sectors);
    AtaCode code_for(DiskRequest::Kind kind) const;
    void begin_dma(DiskRequest const& request, bool is_read);
    bool end_dma();
    void move_sector(DiskRequest const& request, bool is_read);

    IdeShared& shared() const { return *pointer_to<IdeShared>(block_.address); }
    u8 get(IdeRegister which) { return device->read8(ide_commands, u32(which)); }
    void set(IdeRegister which, u64 value) {
        device->write8(ide_commands, u32(which), static_cast<u8>(value));
    }
    u8 status() { return device->read8(ide_controls, ide_control); } // nothing is withdrawn
    void set_control(u8 bits) { device->write8(ide_controls, ide_control, bits); }

    AtaQueue queue_;
    memory::DmaMemory::Block block_{};
    u32 sector_bytes_ = 512;
    u8 chosen_ = ata_device_lba; // the device register, without an address
    bool has_master_ = false;
    bool is_wide_ = false;
    bool by_dma_ = false;
    Work work_ = Work::nothing;
    u64 moved_sectors_ = 0; // by the processor
};

} // namespace flat::driver::ata
