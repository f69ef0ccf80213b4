// SPDX-License-Identifier: BSD-2-Clause
// What an ATA disk says of itself.
#include <driver/ata/ata_identity.hpp>

#include <core/bits.hpp>

namespace flat::driver::ata {

namespace {

constexpr u32 sector_bytes_max = 1 << 16;
constexpr u64 sectors_max = u64(1) << 48;

} // namespace

Result<AtaIdentity, bus::DeviceError> AtaIdentity::read(Span<u8 const> bytes) {
    bus::DeviceError const misbehaves{bus::DeviceError::misbehaves};
    if (bytes.size() < ata_identity_bytes) return misbehaves;
    auto const word = [&](usize index) {
        return u32{bytes[2 * index]} | u32{bytes[2 * index + 1]} << 8;
    };
    constexpr u32 is_no_ata = 1u << 15;
    constexpr u32 has_48_bits = 1u << 10;
    constexpr u32 can_flush = 1u << 13;
    constexpr u32 has_large_sectors = 1u << 12;
    bool const is_known = (word(83) >> 14 & 3) == 1; // else the word says nothing
    if (word(0) & is_no_ata || !is_known || !(word(83) & has_48_bits)) return misbehaves;
    AtaIdentity identity{};
    for (u32 i = 0; i < 4; ++i)
        identity.sectors |= u64{word(100 + i)} << 16 * i;
    identity.sector_bytes = 512;
    if ((word(106) >> 14 & 3) == 1 && word(106) & has_large_sectors)
        identity.sector_bytes = 2 * (word(117) | word(118) << 16);
    identity.has_cache = word(83) & can_flush;
    bool const is_size = is_power_of_two(identity.sector_bytes) && identity.sector_bytes >= 512 &&
                         identity.sector_bytes <= sector_bytes_max;
    if (!is_size || identity.sectors == 0 || identity.sectors > sectors_max) return misbehaves;
    return identity;
}

} // namespace flat::driver::ata
