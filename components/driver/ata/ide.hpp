// SPDX-License-Identifier: BSD-2-Clause
// The disks of an IDE controller of PCI.
#pragma once

#include <core/utility.hpp>
#include <driver/ata/ide.flat.hpp>
#include <driver/ata/ide_channel.hpp>
#include <driver/ata/restart_thread.hpp>
#include <flat/bus/interrupt.hpp>

namespace flat::driver::ata {

/// Those at the first channel, then those at the second, the first of each before the second, as
/// they are there at the start. The channels work beside each other; one that has lost its way or
/// is silent is started anew by a thread: interrupts of the other come meanwhile.
class Ide : public IdeComponent,
            protected bus::Interrupt,
            private RestartThread::Owner,
            NonCopyable {
public:
    Ide(Ports const& ports, Attributes const& attributes);
    ~Ide();

    u32 count() override { return count_; }
    Result<block::Disk*, block::DiskError> disk(u32 index) override;

private:
    using Outcome = Result<void, bus::DeviceError>;

    Outcome start();
    Outcome add_master();
    void release() override {} // whoever has its interrupts
    void interrupted(u32 vector) override;
    void go_on(u32 number) override;

    memory::DmaMemory::Block block_{};
    RestartThread restarts_{*this};
    IdeChannel channels_[ide_channels] = {{0, *device, *log, *alarms, restarts_, timeout_ms},
                                          {1, *device, *log, *alarms, restarts_, timeout_ms}};
    block::Disk* found_[ide_channels * AtaQueue::disks_max] = {};
    u32 count_ = 0;
};

} // namespace flat::driver::ata
