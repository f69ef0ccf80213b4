// SPDX-License-Identifier: BSD-2-Clause
// A disk of IDE: how it is found, started, and started anew (ATA/ATAPI-6, section 9).
#include <core/say.hpp>
#include <driver/ata/ide.hpp>

namespace flat::driver::ata {

using bus::DeviceError;

namespace {

/// How often the disk is asked for what must come.
constexpr u32 ide_patience = 1'000'000;

constexpr u8 no_channel = 0xff; // what is read where nothing is

} // namespace

template<class Condition>
bool Ide::comes(Condition const& condition) {
    for (u32 tries = 0; tries < ide_patience; ++tries)
        if (condition()) return true;
    return false;
}

Ide::Ide(Ports const& ports, Attributes const& attributes)
    : IdeComponent(ports, attributes), queue_(*this, *alarms, timeout_ms) {
    Outcome const outcome = find_device();
    if (outcome.is_error())
        give_up(outcome.error());
    else
        queue_.start();
}

Ide::~Ide() {
    if (has_master_) device->write8(ide_master, ide_master_command, 0);
    device->release();
    queue_.stop(); // the device has let go of memory
    if (block_.address != 0) memory->free(block_);
}

Ide::Outcome Ide::find_device() {
    if (device->claim(ide_vendor, ide_piix3).is_error()) TRY(device->claim(ide_vendor, ide_piix4));
    if (TRY(device->open(ide_commands)) < ide_commands_bytes ||
        TRY(device->open(ide_controls)) <= ide_control)
        return DeviceError{DeviceError::no_such_registers};
    bus::Interrupt& self = *this;
    TRY(device->connect_line(self));
    if (!memory) return {}; // the processor moves
    auto const master = device->open(ide_master);
    if (master.is_error() || master.value() < ide_master_bytes) return {};
    auto const block = memory->allocate(0);
    if (block.is_error()) return DeviceError{DeviceError::out_of_memory};
    block_ = block.value();
    has_master_ = true;
    device->set_bus_master(true);
    return {};
}

/// Finds the first disk, and what it is; interrupts come when that is known.
Result<block::Disk::Geometry, DeviceError> Ide::start() {
    work_ = Work::nothing;
    TRY(reset());
    u32 number = 0;
    while (number < ide_devices && !is_disk(number))
        ++number;
    if (number == ide_devices) return DeviceError{DeviceError::no_such_device};
    AtaIdentity const identity = TRY(identify());
    sector_bytes_ = identity.sector_bytes;
    is_wide_ = identity.is_wide;
    by_dma_ = by_dma && has_master_ && identity.has_dma && block_.physical >> 32 == 0;
    queue_.set_cache(identity.has_cache);
    set_control(0);
    return Geometry{identity.sectors, identity.sector_bytes, ide_segments_max, false, false};
}

/// Section 9.3. The controller lets go of memory first. The disk may be busy some time after it was
/// told to reset, so that its registers have to show the signature before it is believed to be
/// done.
Ide::Outcome Ide::reset() {
    if (has_master_) device->write8(ide_master, ide_master_command, 0);
    set(IdeRegister::DEVICE, ata_device_lba);
    set(IdeRegister::SECTOR_COUNT, 0);
    set_control(ide_control_bits::SRST | ide_control_bits::nIEN);
    set_control(ide_control_bits::nIEN);
    if (status() == no_channel) return DeviceError{DeviceError::no_such_device};
    bool const is_done = comes([&] {
        return !(status() & ata_status::BSY) &&
               get(IdeRegister::SECTOR_COUNT) == ide_signature_count;
    });
    return is_done ? Outcome() : DeviceError{DeviceError::misbehaves};
}

/// Whether a disk is there, which is chosen then. Where none is, the status is read as zeros.
bool Ide::is_disk(u32 number) {
    chosen_ = static_cast<u8>(ata_device_lba | number << ide_device_shift);
    set(IdeRegister::DEVICE, chosen_);
    return status() != 0 && get(IdeRegister::LBA_MIDDLE) == ide_signature_disk &&
           get(IdeRegister::LBA_HIGH) == ide_signature_disk;
}

/// Asks the disk what it is, while nobody else asks.
Result<AtaIdentity, DeviceError> Ide::identify() {
    set(IdeRegister::STATUS, u8(AtaCode::IDENTIFY_DEVICE));
    constexpr u8 ended = ata_status::DRQ | ata_status::ERR | ata_status::DF;
    u8 last = 0;
    bool const has_ended = comes([&] {
        last = status();
        return !(last & ata_status::BSY) && last & ended;
    });
    if (!has_ended || !(last & ata_status::DRQ) || last & (ata_status::ERR | ata_status::DF))
        return DeviceError{DeviceError::misbehaves};
    u8 bytes[ata_identity_bytes];
    for (u32 i = 0; i < ata_identity_bytes; i += 2) {
        u16 const word = device->read16(ide_commands, u32(IdeRegister::DATA));
        bytes[i] = static_cast<u8>(word);
        bytes[i + 1] = static_cast<u8>(word >> 8);
    }
    (void)get(IdeRegister::STATUS); // withdraws the interrupt
    return AtaIdentity::read(bytes);
}

/// From now on there is no disk.
void Ide::give_up(DeviceError problem) {
    bool const is_missing = problem.code == DeviceError::no_such_device;
    say(*log, "ide: {}", is_missing ? "there is no such disk" : "the disk cannot be used");
    if (has_master_) device->write8(ide_master, ide_master_command, 0);
    device->release();
    has_master_ = false;
}

} // namespace flat::driver::ata
