// SPDX-License-Identifier: BSD-2-Clause
// An IDE controller of PCI: which disks it has.
#include <driver/ata/ide.hpp>

#include <core/say.hpp>

namespace flat::driver::ata {

using block::DiskError;
using bus::DeviceError;

Ide::Ide(Ports const& ports, Attributes const& attributes) : IdeComponent(ports, attributes) {
    Outcome const outcome = start();
    if (outcome.is_ok() && count_ != 0) {
        restarts_.make(threads ? &*threads : nullptr);
        return;
    }
    bool const is_missing = outcome.is_ok() || outcome.error().code == DeviceError::no_such_device;
    say(*log, "ide: {}", is_missing ? "there is no such disk" : "the disk cannot be used");
    device->release();
}

Ide::~Ide() {
    restarts_.end();
    for (IdeChannel& each : channels_)
        each.stop();
    device->release();
    for (IdeChannel& each : channels_)
        each.end(); // the controller has let go of memory
    if (block_.address != 0) memory->free(block_);
}

/// Whoever has been granted the registers of one channel alone has its disks.
Ide::Outcome Ide::start() {
    if (device->claim(ide_vendor, ide_piix3).is_error()) TRY(device->claim(ide_vendor, ide_piix4));
    TRY(channels_[0].open());
    bool const has_second = channels_[1].open().is_ok();
    bus::Interrupt& self = *this;
    TRY(device->connect_line(self));
    if (memory && by_dma) TRY(add_master());
    for (u32 i = 0; i < (has_second ? ide_channels : 1); ++i) {
        channels_[i].find();
        for (u32 number = 0; number < AtaQueue::disks_max; ++number)
            if (channels_[i].has_disk(number)) found_[count_++] = &channels_[i].disk(number);
    }
    return {};
}

/// Where there is no bus master, the processor moves.
Ide::Outcome Ide::add_master() {
    auto const master = device->open(ide_master);
    if (master.is_error() || master.value() < u64{ide_channels} * ide_master_bytes) return {};
    auto const block = memory->allocate(0);
    if (block.is_error()) return DeviceError{DeviceError::out_of_memory};
    block_ = block.value();
    device->set_bus_master(true);
    for (u32 i = 0; i < ide_channels; ++i)
        channels_[i].add_master(pointer_to<IdeShared>(block_.address) + i,
                                block_.physical + i * sizeof(IdeShared));
    return {};
}

Result<block::Disk*, DiskError> Ide::disk(u32 index) {
    if (index >= count_) return DiskError{DiskError::no_disk};
    return found_[index];
}

/// The line of the second channel has a number of its own.
void Ide::interrupted(u32 vector) {
    channels_[vector % ide_channels].work();
}

void Ide::go_on(u32 number) {
    channels_[number].go_on();
}

} // namespace flat::driver::ata
