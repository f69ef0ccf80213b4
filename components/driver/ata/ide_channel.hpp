// SPDX-License-Identifier: BSD-2-Clause
// A channel of IDE, and the disks that are there.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <driver/ata/ata_identity.hpp>
#include <driver/ata/ata_patience.hpp>
#include <driver/ata/ata_queue.hpp>
#include <driver/ata/ide_registers.hpp>
#include <driver/ata/restart_thread.hpp>
#include <flat/bus/device.hpp>
#include <flat/log/log.hpp>

namespace flat::driver::ata {

/// By one command at a time for both of its disks, with addresses of 48 bits if a disk has such,
/// else of 28. Data are moved by the controller, or, where that or the disk cannot, by the
/// processor, a sector for each interrupt. Of a read or write that fails at a sector, the disk says
/// which.
class IdeChannel final : private AtaPort, NonCopyable {
public:
    IdeChannel(u32 number, bus::Device& device, log::Log& log, thread::Alarms& alarms,
               RestartThread& restarts, u32 timeout_ms)
        : number_(number), device_(device), log_(log), restarts_(restarts),
          queue_(*this, alarms, timeout_ms) {}

    /// Makes its registers accessible; before all else.
    Outcome open();

    /// The controller can access memory, and reads there what to do.
    void add_master(IdeShared* shared, paddr physical) {
        shared_ = shared;
        shared_physical_ = physical;
    }

    /// Finds its disks.
    void find();

    /// The controller lets go of memory.
    void stop() {
        if (shared_) set_master(ide_master_command, 0);
    }

    /// Ends all requests, of whose memory the controller has let go.
    void end() { queue_.stop(); }

    bool has_disk(u32 number) const { return queue_.has_disk(number); }
    block::Disk& disk(u32 number) { return queue_.disk(number); }
    void work() { queue_.work(); }

    /// Starts it anew after it has halted.
    void go_on() { queue_.go_on(); }

private:
    /// What the disk is doing for a request.
    enum class Work : u8 { nothing, command, dma, read_words, write_words };

    /// How a disk is spoken to.
    struct Manner {
        u32 sector_bytes = 512;
        bool is_wide = false;
        bool by_dma = false;
    };

    // Starting: ide_channel_start.cpp.
    Outcome start() override;
    void follow(u32 number, AtaIdentity const& identity) override;
    void withdraw() override {} // they are edges
    void restart() override { restarts_.restart(number_); }
    void give_up(bus::DeviceError problem) override;
    Outcome reset();
    void lost(u32 number) override;
    void tell(u32 number, Text what);
    bool is_empty();
    void choose(u32 number, u64 high_bits = 0);
    bool is_disk(u32 number);
    Result<AtaIdentity, bus::DeviceError> identify();

    // Working: ide_channel.cpp.
    bool can_do(u32 number, DiskRequest const& request) const override;
    void begin(u32 number, DiskRequest const& request, DiskRequest::Kind kind) override;
    Progress progress(DiskRequest const* current) override;
    Progress go_on(DiskRequest const& current, Work work, u8 status);
    Progress failure(DiskRequest const* current, u8 status);
    u64 failed_address();
    void issue(AtaCode code, u64 sector, u64 sectors);
    AtaCode code_for(DiskRequest::Kind kind) const;
    void begin_dma(DiskRequest const& request, bool is_read);
    bool end_dma();
    void move_sector(DiskRequest const& request, bool is_read);

    Manner const& manner() const { return manners_[chosen_]; }

    u8 get(IdeRegister which) { return device_.read8(commands(), u32(which)); }
    void set(IdeRegister which, u64 value) {
        device_.write8(commands(), u32(which), static_cast<u8>(value));
    }
    u8 status() { return device_.read8(controls(), ide_control); } // nothing is withdrawn
    void set_control(u8 bits) { device_.write8(controls(), ide_control, bits); }
    u8 get_master(u32 which) {
        return device_.read8(ide_master, number_ * ide_master_bytes + which);
    }
    void set_master(u32 which, u8 value) {
        device_.write8(ide_master, number_ * ide_master_bytes + which, value);
    }
    u32 commands() const { return ide_commands + 2 * number_; }
    u32 controls() const { return ide_controls + 2 * number_; }

    u32 number_;
    bus::Device& device_;
    log::Log& log_;
    RestartThread& restarts_;
    AtaQueue queue_;
    IdeShared* shared_ = nullptr; // null: the processor moves
    paddr shared_physical_ = 0;
    AtaPatience patience_;
    Manner manners_[AtaQueue::disks_max];
    u32 chosen_ = 0; // the disk that the registers are about
    Work work_ = Work::nothing;
    u64 moved_sectors_ = 0; // by the processor
};

} // namespace flat::driver::ata
