// SPDX-License-Identifier: BSD-2-Clause
// Registers of IDE controllers at PCI (ATA/ATAPI-6, T13/1410D; Programming Interface for Bus Master
// IDE Controller 1.0).
#pragma once

#include <core/types.hpp>

namespace flat::driver::ata {

inline constexpr u16 ide_vendor = 0x8086;
inline constexpr u16 ide_piix3 = 0x7010; // of Intel's PIIX3 and PIIX4
inline constexpr u16 ide_piix4 = 0x7111;

/// Regions: both of the first channel, before both of the second, and that of the bus master.
inline constexpr u32 ide_commands = 0;
inline constexpr u32 ide_controls = 1;
inline constexpr u32 ide_master = 4;

/// ATA/ATAPI-6, section 7: the command block. Registers that are written twice keep both bytes.
enum class IdeRegister : u32 {
    DATA = 0, // of 16 bits
    ERROR = 1,
    SECTOR_COUNT = 2,
    LBA_LOW = 3,
    LBA_MIDDLE = 4,
    LBA_HIGH = 5,
    DEVICE = 6,
    STATUS = 7, // reading it withdraws the interrupt; written, it is the command
};
inline constexpr u32 ide_commands_bytes = 8;

/// The control block: one register. Read, it is the status, and nothing is withdrawn.
inline constexpr u32 ide_control = 2;
namespace ide_control_bits {
inline constexpr u8 nIEN = 1u << 1; // no interrupts
inline constexpr u8 SRST = 1u << 2;
inline constexpr u8 HOB = 1u << 7; // shows the bytes that were written first
} // namespace ide_control_bits

/// The bits of the device register beside the address.
inline constexpr u32 ide_device_shift = 4;
inline constexpr u32 ide_channels = 2;

/// What a disk shows after a reset, in LBA_MIDDLE and LBA_HIGH; drives for discs show more.
inline constexpr u8 ide_signature_disk = 0;
inline constexpr u8 ide_signature_count = 1; // in SECTOR_COUNT, of all drives

/// Bus Master IDE, section 3: the registers of the first channel, before those of the
/// second.
inline constexpr u32 ide_master_command = 0;
inline constexpr u32 ide_master_status = 2;
inline constexpr u32 ide_master_table = 4; // of 32 bits
inline constexpr u32 ide_master_bytes = 8; // of each
namespace ide_master_bits {
inline constexpr u8 START = 1u << 0;
inline constexpr u8 TO_MEMORY = 1u << 3;
// Of the status:
inline constexpr u8 ACTIVE = 1u << 0;
inline constexpr u8 ERROR = 1u << 1;     // written, it is cleared
inline constexpr u8 INTERRUPT = 1u << 2; // this too
} // namespace ide_master_bits

/// Section 1.2: memory in a row, which does not cross a multiple of 64 KiB. No bytes are 64 KiB.
struct IdeRegion {
    u32 base;
    u16 bytes;
    u16 flags;
};
static_assert(sizeof(IdeRegion) == 8);
inline constexpr u16 ide_region_is_last = 1u << 15;
inline constexpr u32 ide_boundary = 1 << 16;

/// As many segments as a request may have, each of which may cross one boundary.
inline constexpr u32 ide_segments_max = 64;
struct IdeShared {
    IdeRegion regions[2 * ide_segments_max];
};

} // namespace flat::driver::ata
