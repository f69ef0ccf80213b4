// SPDX-License-Identifier: BSD-2-Clause
// What an ATA disk says of itself.
#include <driver/ata/ata_identity.hpp>

#include <core/bits.hpp>

namespace flat::driver::ata {

namespace {

constexpr u32 sector_bytes_max = 1 << 16;
constexpr u64 sectors_max = u64(1) << 48;
constexpr u64 sectors_max_28 = u64(1) << 28;

} // namespace

Result<AtaIdentity, bus::DeviceError> AtaIdentity::read(Span<u8 const> bytes) {
    bus::DeviceError const misbehaves{bus::DeviceError::misbehaves};
    if (bytes.size() < ata_identity_bytes) return misbehaves;
    auto const word = [&](usize index) {
        return u32{bytes[2 * index]} | u32{bytes[2 * index + 1]} << 8;
    };
    constexpr u32 is_no_ata = 1u << 15;
    constexpr u32 is_removable = 1u << 7; // in ATA/ATAPI-6, section 8.15.8
    constexpr u32 has_addresses = 1u << 9;
    constexpr u32 has_dma = 1u << 8;
    constexpr u32 has_48_bits = 1u << 10;
    constexpr u32 can_flush = 1u << 12;
    constexpr u32 can_flush_wide = 1u << 13;
    constexpr u32 has_large_sectors = 1u << 12;
    u32 const features = (word(83) >> 14 & 3) == 1 ? word(83) : 0; // else the word says nothing
    if (word(0) & is_no_ata) return misbehaves;
    AtaIdentity identity{};
    identity.is_wide = features & has_48_bits;
    identity.is_removable = word(0) & is_removable;
    identity.has_dma = word(49) & has_dma;
    if (!identity.is_wide && !(word(49) & has_addresses)) return misbehaves;
    for (u32 i = 0; i < 4 && identity.is_wide; ++i)
        identity.sectors |= u64{word(100 + i)} << 16 * i;
    if (!identity.is_wide) identity.sectors = word(60) | word(61) << 16;
    identity.sector_bytes = 512;
    if ((word(106) >> 14 & 3) == 1 && word(106) & has_large_sectors)
        identity.sector_bytes = 2 * (word(117) | word(118) << 16);
    identity.has_cache = features & (identity.is_wide ? can_flush_wide : can_flush);
    bool const is_size = is_power_of_two(identity.sector_bytes) && identity.sector_bytes >= 512 &&
                         identity.sector_bytes <= sector_bytes_max;
    u64 const most = identity.is_wide ? sectors_max : sectors_max_28;
    if (!is_size || identity.sectors == 0 || identity.sectors > most) return misbehaves;
    return identity;
}

} // namespace flat::driver::ata
