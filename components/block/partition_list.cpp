// SPDX-License-Identifier: BSD-2-Clause
// The partitions in a disk's first sector, and those that it leads to.
#include <block/partition_list.hpp>

#include <core/bytes/little_endian.hpp>

namespace flat::block {

namespace {

constexpr u32 table_offset = 446;
constexpr u64 entry_bytes = 16;
constexpr u32 entries = 4;
constexpr u32 signature_offset = 510;
constexpr u16 mbr_signature = 0xaa55;

enum class Type : u8 {
    FREE = 0,
    EXTENDED = 0x05,
    EXTENDED_LBA = 0x0f,
    LINUX_EXTENDED = 0x85,
    GPT = 0xee
};

/// An entry of the table in a sector.
struct Entry {
    Entry(Span<u8 const> sector, u32 index) {
        u8 const* const bytes = sector.data() + table_offset + index * entry_bytes;
        flag = bytes[0];
        type = Type{bytes[4]};
        first = load_little_endian_u32(bytes + 8);
        sectors = load_little_endian_u32(bytes + 12);
    }

    bool is_extended() const {
        return type == Type::EXTENDED || type == Type::EXTENDED_LBA || type == Type::LINUX_EXTENDED;
    }
    bool is_free() const { return type == Type::FREE || sectors == 0; }

    u8 flag; // 0, or 0x80: the machine starts from it
    Type type;
    u64 first;
    u64 sectors;
};

/// File systems begin with the same signature, but what is no flag of a partition betrays them.
bool is_table(Span<u8 const> sector) {
    if (load_little_endian_u16(sector.data() + signature_offset) != mbr_signature) return false;
    for (u32 i = 0; i < entries; ++i)
        if (Entry(sector, i).flag & 0x7f) return false;
    return true;
}

} // namespace

PartitionList::Outcome PartitionList::read(SectorSource& disk) {
    kind_ = Kind::none;
    size_ = refused_ = 0;
    if (disk.size().sectors < 2) return {};
    Span<u8 const> const sector = TRY(disk.read(0));
    if (!is_table(sector)) return {};
    for (u32 i = 0; i < entries; ++i) {
        if (Entry(sector, i).type != Type::GPT) continue;
        if (TRY(read_gpt(disk, 1))) return {};
        if (TRY(read_gpt(disk, disk.size().sectors - 1))) return {};
        refuse();
        return {};
    }
    kind_ = Kind::mbr;
    return read_mbr(disk, sector);
}

PartitionList::Outcome PartitionList::read_mbr(SectorSource& disk, Span<u8 const> sector) {
    Entry const all[entries] = {{sector, 0}, {sector, 1}, {sector, 2}, {sector, 3}};
    for (Entry const& each : all)
        if (!each.is_free() && !each.is_extended())
            add(disk.size(), {each.first, each.sectors, u8(each.type)});
    for (Entry const& each : all)
        if (!each.is_free() && each.is_extended()) TRY(read_chain(disk, each.first, each.sectors));
    return {};
}

/// An extended partition is a chain of sectors like the first one: each has a partition, relative
/// to itself, and the place of the next, relative to the first of the chain. A chain goes forward,
/// or it would not end.
PartitionList::Outcome PartitionList::read_chain(SectorSource& disk, u64 first, u64 sectors) {
    u64 const disk_sectors = disk.size().sectors;
    if (first == 0 || first >= disk_sectors || sectors > disk_sectors - first) {
        refuse();
        return {};
    }
    u64 place = first;
    for (u32 i = 0; i < entries_max; ++i) {
        Span<u8 const> const sector = TRY(disk.read(place));
        Entry const partition(sector, 0);
        Entry const next(sector, 1);
        if (!is_table(sector)) {
            refuse();
            return {};
        }
        if (!partition.is_free())
            add(disk.size(), {place + partition.first, partition.sectors, u8(partition.type)});
        if (next.is_free() || !next.is_extended()) return {};
        if (next.first >= sectors || first + next.first <= place) {
            refuse();
            return {};
        }
        place = first + next.first;
    }
    return {};
}

void PartitionList::add(SectorSource::Size const& disk, Partition const& partition) {
    u64 const first = partition.first_sector;
    bool const is_on_disk = first != 0 && partition.sectors != 0 && first < disk.sectors &&
                            partition.sectors <= disk.sectors - first;
    if (!is_on_disk || size_ == size_max) return refuse();
    for (u32 i = 0; i < size_; ++i) {
        Partition const& other = partitions_[i];
        if (first < other.first_sector + other.sectors &&
            other.first_sector < first + partition.sectors)
            return refuse();
    }
    partitions_[size_++] = partition;
}

} // namespace flat::block
