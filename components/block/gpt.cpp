// SPDX-License-Identifier: BSD-2-Clause
// The partitions in a GUID partition table (UEFI 2.10, section 5.3).
#include <block/partition_list.hpp>
#include <core/bytes/crc32.hpp>

#include <core/bits.hpp>
#include <core/bytes/little_endian.hpp>
#include <core/memory.hpp>
#include <core/utility.hpp>

namespace flat::block {

namespace {

constexpr u64 gpt_signature = 0x5452'4150'2049'4645; // "EFI PART"
constexpr u32 header_bytes_min = 92;
constexpr u32 crc_offset = 16;
constexpr u32 entry_bytes_min = 128;
constexpr u32 entry_bytes_max = 512;

/// The checksum of a header is that of the header with zeros in its place.
u32 checksum_of(Span<u8 const> header) {
    constexpr u8 zeros[4] = {};
    Crc32 crc;
    crc.add(header.first(crc_offset));
    crc.add(zeros);
    crc.add(header.after(crc_offset + sizeof zeros));
    return crc.value();
}

} // namespace

/// What is needed of a header; only one that is as it was written has any.
struct PartitionList::GptHeader {
    bool read(Span<u8 const> sector, u64 place) {
        u8 const* const bytes = sector.data();
        u32 const size = load_little_endian_u32(bytes + 12);
        if (load_little_endian_u64(bytes) != gpt_signature) return false;
        if (size < header_bytes_min || size > sector.size()) return false;
        if (load_little_endian_u32(bytes + crc_offset) != checksum_of(sector.first(size)))
            return false;
        first_usable = load_little_endian_u64(bytes + 40);
        last_usable = load_little_endian_u64(bytes + 48);
        entries_sector = load_little_endian_u64(bytes + 72);
        entries = load_little_endian_u32(bytes + 80);
        entry_bytes = load_little_endian_u32(bytes + 84);
        entries_crc = load_little_endian_u32(bytes + 88);
        return load_little_endian_u64(bytes + 24) == place;
    }

    /// Whether all entries are on the disk, and as many and as large as we read.
    bool fits(SectorSource::Size const& disk) const {
        bool const is_size = is_power_of_two(entry_bytes) && entry_bytes >= entry_bytes_min &&
                             entry_bytes <= entry_bytes_max && entries <= entries_max;
        return is_size && entries_sector != 0 && entries_sector < disk.sectors &&
               sectors(disk) <= disk.sectors - entries_sector;
    }

    u64 sectors(SectorSource::Size const& disk) const {
        return (u64(entries) * entry_bytes + disk.sector_bytes - 1) / disk.sector_bytes;
    }

    u64 first_usable;
    u64 last_usable;
    u64 entries_sector;
    u32 entries;
    u32 entry_bytes;
    u32 entries_crc;
};

/// Whether there is a table whose checksums are right; then its partitions are ours.
Result<bool, DiskError> PartitionList::read_gpt(SectorSource& disk, u64 header_sector) {
    GptHeader header;
    if (!header.read(TRY(disk.read(header_sector)), header_sector)) return false;
    if (!header.fits(disk.size()) || !TRY(has_good_entries(disk, header))) return false;
    kind_ = Kind::gpt;
    TRY(add_entries(disk, header));
    return true;
}

Result<bool, DiskError> PartitionList::has_good_entries(SectorSource& disk,
                                                        GptHeader const& header) {
    Crc32 crc;
    u64 left = u64(header.entries) * header.entry_bytes;
    for (u64 sector = header.entries_sector; left != 0; ++sector) {
        u64 const bytes = min<u64>(left, disk.size().sector_bytes);
        crc.add(TRY(disk.read(sector)).first(bytes));
        left -= bytes;
    }
    return crc.value() == header.entries_crc;
}

/// The end of an entry is its last sector. An entry without a type is free.
PartitionList::Outcome PartitionList::add_entries(SectorSource& disk, GptHeader const& header) {
    u32 const in_sector = disk.size().sector_bytes / header.entry_bytes;
    for (u32 i = 0; i < header.entries; ++i) {
        Span<u8 const> const sector = TRY(disk.read(header.entries_sector + i / in_sector));
        u8 const* const entry = sector.data() + u64(i % in_sector) * header.entry_bytes;
        if ((load_little_endian_u64(entry) | load_little_endian_u64(entry + 8)) == 0) continue;
        u64 const first = load_little_endian_u64(entry + 32);
        u64 const last = load_little_endian_u64(entry + 40);
        if (first < header.first_usable || last > header.last_usable || last < first) {
            refuse();
            continue;
        }
        add(disk.size(), {first, last - first + 1, 0});
    }
    return {};
}

} // namespace flat::block
