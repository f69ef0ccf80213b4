// SPDX-License-Identifier: BSD-2-Clause
// Commands of ATA disks, and what a disk says of itself (ATA/ATAPI Command Set 3, T13/2161-D).
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <flat/block/disk.hpp>
#include <flat/bus/device_error.hpp>

namespace flat::driver::ata {

/// Section 7: those that end in EXT have addresses of 48 bits, others of 28.
enum class AtaCode : u8 {
    READ_SECTORS = 0x20,
    READ_SECTORS_EXT = 0x24,
    READ_DMA_EXT = 0x25,
    WRITE_SECTORS = 0x30,
    WRITE_SECTORS_EXT = 0x34,
    WRITE_DMA_EXT = 0x35,
    READ_DMA = 0xc8,
    WRITE_DMA = 0xca,
    FLUSH_CACHE = 0xe7,
    FLUSH_CACHE_EXT = 0xea,
    IDENTIFY_DEVICE = 0xec,
};

/// Section 6.2: the status register.
namespace ata_status {
inline constexpr u8 ERR = 1u << 0;
inline constexpr u8 DRQ = 1u << 3;
inline constexpr u8 DF = 1u << 5;
inline constexpr u8 BSY = 1u << 7;
} // namespace ata_status

/// The device register: by logical addresses.
inline constexpr u8 ata_device_lba = 1u << 6;

inline constexpr u32 ata_identity_bytes = 512;

/// As many sectors as one command can have.
inline constexpr u32 ata_sectors_max = 65536;
inline constexpr u32 ata_sectors_max_28 = 256; // with addresses of 28 bits

/// What IDENTIFY DEVICE has answered (section 7.12.7).
struct AtaIdentity {
    u64 sectors;
    u32 sector_bytes;
    bool has_cache; // that can be flushed
    bool is_wide;   // it has addresses of 48 bits
    bool has_dma;
    bool is_removable; // its medium

    /// MISBEHAVES if it is no disk with logical addresses, or one that cannot be.
    static Result<AtaIdentity, bus::DeviceError> read(Span<u8 const> bytes);
};

} // namespace flat::driver::ata
