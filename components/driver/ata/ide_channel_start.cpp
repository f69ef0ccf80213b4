// SPDX-License-Identifier: BSD-2-Clause
// A channel of IDE: how its disks are found, started, and started anew (ATA/ATAPI-6, section 9).
#include <core/say.hpp>
#include <driver/ata/ide_channel.hpp>

namespace flat::driver::ata {

using bus::DeviceError;

namespace {

constexpr u8 no_channel = 0xff; // what is read where nothing is

} // namespace

IdeChannel::Outcome IdeChannel::open() {
    if (TRY(device_.open(commands())) < ide_commands_bytes ||
        TRY(device_.open(controls())) <= ide_control)
        return DeviceError{DeviceError::no_such_registers};
    return {};
}

void IdeChannel::find() {
    queue_.start();
    patience_.shorten();
}

/// Finds the disks, and what they are; interrupts come when that is known.
IdeChannel::Outcome IdeChannel::start() {
    work_ = Work::nothing;
    TRY(reset());
    Outcome outcome = DeviceError{DeviceError::no_such_device};
    for (u32 number = 0; number < AtaQueue::disks_max; ++number) {
        if (!is_disk(number)) continue;
        auto const identity = identify();
        if (identity.is_error()) {
            if (!has_disk(number)) tell(number, "cannot be used");
            continue;
        }
        queue_.found(number, identity.value(), ide_segments_max);
        outcome = {};
    }
    if (outcome.is_ok()) set_control(0);
    return outcome;
}

void IdeChannel::follow(u32 number, AtaIdentity const& identity) {
    bool const by_dma = shared_ && identity.has_dma && shared_physical_ >> 32 == 0;
    manners_[number] = {identity.sector_bytes, identity.is_wide, by_dma};
}

/// Section 9.3. The controller lets go of memory first. The disk may be busy some time after it was
/// told to reset, so that its registers have to show the signature before it is believed to be
/// done.
IdeChannel::Outcome IdeChannel::reset() {
    stop();
    choose(0);
    set(IdeRegister::SECTOR_COUNT, 0);
    set_control(ide_control_bits::SRST | ide_control_bits::nIEN);
    set_control(ide_control_bits::nIEN);
    if (is_empty()) return DeviceError{DeviceError::no_such_device};
    bool const is_done = patience_.comes([&] {
        return !(status() & ata_status::BSY) &&
               get(IdeRegister::SECTOR_COUNT) == ide_signature_count;
    });
    return is_done ? Outcome() : DeviceError{DeviceError::misbehaves};
}

/// Where nothing is, the status is read as ones, or as zeros of either disk.
bool IdeChannel::is_empty() {
    if (status() == no_channel) return true;
    bool const has_first = status() != 0;
    choose(1);
    bool const has_second = status() != 0;
    choose(0);
    return !has_first && !has_second;
}

void IdeChannel::choose(u32 number, u64 high_bits) {
    chosen_ = number;
    set(IdeRegister::DEVICE, ata_device_lba | number << ide_device_shift | high_bits);
}

/// Whether a disk is there, which is chosen then.
bool IdeChannel::is_disk(u32 number) {
    choose(number);
    return status() != 0 && get(IdeRegister::LBA_MIDDLE) == ide_signature_disk &&
           get(IdeRegister::LBA_HIGH) == ide_signature_disk;
}

/// Asks the disk what it is, while nobody else asks.
Result<AtaIdentity, DeviceError> IdeChannel::identify() {
    set(IdeRegister::STATUS, u8(AtaCode::IDENTIFY_DEVICE));
    constexpr u8 ended = ata_status::DRQ | ata_status::ERR | ata_status::DF;
    u8 last = 0;
    bool const has_ended = patience_.comes([&] {
        last = status();
        return !(last & ata_status::BSY) && last & ended;
    });
    if (!has_ended || !(last & ata_status::DRQ) || last & (ata_status::ERR | ata_status::DF))
        return DeviceError{DeviceError::misbehaves};
    u8 bytes[ata_identity_bytes];
    for (u32 i = 0; i < ata_identity_bytes; i += 2) {
        u16 const word = device_.read16(commands(), u32(IdeRegister::DATA));
        bytes[i] = static_cast<u8>(word);
        bytes[i + 1] = static_cast<u8>(word >> 8);
    }
    (void)get(IdeRegister::STATUS); // withdraws the interrupt
    return AtaIdentity::read(bytes);
}

/// From now on there are no disks.
void IdeChannel::give_up(DeviceError) {
    stop();
    set_control(ide_control_bits::nIEN);
}

void IdeChannel::lost(u32 number) {
    tell(number, "is gone");
}

void IdeChannel::tell(u32 number, Text what) {
    say(log_, "ide: disk {} at channel {} {}", number, number_, what);
}

} // namespace flat::driver::ata
