// SPDX-License-Identifier: BSD-2-Clause
// Where everything lies on a disk with FAT, as its boot sector says.
#include <fs/fat/layout.hpp>

#include <core/bits.hpp>
#include <core/bytes/little_endian.hpp>

namespace flat::fs::fat {

namespace {

constexpr u32 sector_bytes_min = 512;
constexpr u32 sector_bytes_max = 4096;
constexpr u32 cluster_bytes_max = 256 << 10;

// The number of clusters alone determines the format.
constexpr u32 clusters_below_16 = 4085;
constexpr u32 clusters_below_32 = 65525;
constexpr u32 clusters_max = 0x0fff'fff5;

/// Where fields lie in a boot sector.
enum Field : u32 {
    sector_bytes_at = 11,
    sectors_per_cluster_at = 13,
    reserved_at = 14,
    tables_at = 16,
    root_entries_at = 17,
    sectors_16_at = 19,
    media_at = 21,
    table_sectors_16_at = 22,
    sectors_32_at = 32,
    table_sectors_32_at = 36,
    flags_at = 40,
    version_at = 42,
    root_cluster_at = 44,
    info_sector_at = 48,
    mark_at = 510,
};

constexpr u32 state_of_old = 37;
constexpr u32 state_of_32 = 65;
constexpr u16 is_not_mirrored = 0x80;

/// A boot sector, and what can be taken for one.
class Boot {
public:
    explicit Boot(Span<u8 const> bytes) : bytes_(bytes) {}

    u8 byte(u32 at) const { return bytes_[at]; }
    u16 half(u32 at) const { return load_little_endian_u16(&bytes_[at]); }
    u32 word(u32 at) const { return load_little_endian_u32(&bytes_[at]); }

    /// A table of partitions, or code that loads something, has the same mark.
    bool is_of_format() const {
        bool const jumps = byte(0) == 0xeb || byte(0) == 0xe9;
        bool const has_media = byte(media_at) == 0xf0 || byte(media_at) >= 0xf8;
        return half(mark_at) == 0xaa55 && jumps && has_media &&
               is_power_of_two(half(sector_bytes_at)) && half(sector_bytes_at) != 0 &&
               is_power_of_two(byte(sectors_per_cluster_at)) && byte(sectors_per_cluster_at) != 0 &&
               half(reserved_at) != 0 && byte(tables_at) != 0;
    }

    u32 sectors() const { return half(sectors_16_at) ? half(sectors_16_at) : word(sectors_32_at); }
    u32 table_sectors() const {
        return half(table_sectors_16_at) ? half(table_sectors_16_at) : word(table_sectors_32_at);
    }
    bool is_32() const { return half(table_sectors_16_at) == 0; }

private:
    Span<u8 const> bytes_;
};

u32 table_bits_of(u32 clusters) {
    if (clusters < clusters_below_16) return 12;
    return clusters < clusters_below_32 ? 16 : 32;
}

/// What only FAT32 has.
Outcome<void> read_32(Boot const& boot, Layout& layout) {
    if (boot.half(version_at) != 0) return FsError{FsError::not_supported};
    u16 const flags = boot.half(flags_at);
    layout.is_mirrored = (flags & is_not_mirrored) == 0;
    layout.active_table = layout.is_mirrored ? 0 : flags & 0xf;
    layout.root_cluster = boot.word(root_cluster_at);
    u16 const info = boot.half(info_sector_at);
    layout.info_sector = info == 0xffff ? 0 : info;
    layout.state_offset = state_of_32;
    bool const is_sound = layout.active_table < layout.tables && layout.root_sectors == 0 &&
                          layout.info_sector < layout.table_begin &&
                          layout.is_cluster(layout.root_cluster);
    if (!is_sound) return FsError{FsError::corrupt};
    return {};
}

} // namespace

Outcome<Layout> Layout::read(Span<u8 const> bytes, u64 disk_bytes, u32 disk_sector_bytes) {
    Boot const boot(bytes);
    if (!boot.is_of_format()) return FsError{FsError::unknown_format};
    Layout layout{};
    layout.sector_bytes = boot.half(sector_bytes_at);
    layout.sectors_per_cluster = boot.byte(sectors_per_cluster_at);
    if (layout.sector_bytes < sector_bytes_min || layout.sector_bytes > sector_bytes_max ||
        layout.sector_bytes < disk_sector_bytes || layout.cluster_bytes() > cluster_bytes_max)
        return FsError{FsError::not_supported};
    layout.sectors = boot.sectors();
    layout.table_begin = boot.half(reserved_at);
    layout.table_sectors = boot.table_sectors();
    layout.tables = boot.byte(tables_at);
    layout.is_mirrored = true;
    u64 const root_bytes = u64{boot.half(root_entries_at)} * slot_bytes;
    layout.root_sectors = static_cast<u32>(divide_up<u64>(root_bytes, layout.sector_bytes));
    u64 const root_begin = layout.table_begin + u64{layout.tables} * layout.table_sectors;
    u64 const data_begin = root_begin + layout.root_sectors;
    if (data_begin >= layout.sectors || layout.table_sectors == 0 ||
        root_bytes % layout.sector_bytes != 0 || layout.sectors > disk_bytes / layout.sector_bytes)
        return FsError{FsError::corrupt};
    layout.root_begin = static_cast<u32>(root_begin);
    layout.data_begin = static_cast<u32>(data_begin);
    layout.clusters = (layout.sectors - layout.data_begin) / layout.sectors_per_cluster;
    layout.table_bits = boot.is_32() ? 32 : table_bits_of(layout.clusters);
    layout.state_offset = state_of_old;
    u64 const entries = u64{layout.table_sectors} * layout.sector_bytes * 8 / layout.table_bits;
    bool const is_sound = layout.clusters != 0 && layout.clusters < clusters_max &&
                          entries >= u64{layout.clusters} + first_cluster &&
                          (layout.table_bits == 32) == boot.is_32() &&
                          (boot.is_32() || layout.root_sectors != 0);
    if (!is_sound) return FsError{FsError::corrupt};
    if (boot.is_32()) TRY(read_32(boot, layout));
    return layout;
}

bool FreeInfo::is_in(Span<u8 const> sector) {
    return load_little_endian_u32(&sector[0]) == 0x4161'5252 &&
           load_little_endian_u32(&sector[484]) == 0x6141'7272 &&
           load_little_endian_u32(&sector[508]) == 0xaa55'0000;
}

} // namespace flat::fs::fat
