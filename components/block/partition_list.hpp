// SPDX-License-Identifier: BSD-2-Clause
// What a disk's own description of its partitions says, checked.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <flat/block/disk_error.hpp>
#include <flat/block/partition_table.hpp>

namespace flat::block {

/// Where sectors come from.
class SectorSource {
public:
    using Outcome = Result<void, DiskError>;

    /// How many sectors there are, and of how many bytes.
    struct Size {
        u64 sectors;
        u32 sector_bytes;
    };

    virtual Size size() = 0;

    /// A sector, which is there; valid until the next one is read.
    virtual Result<Span<u8 const>, DiskError> read(u64 sector) = 0;

protected:
    ~SectorSource() = default;
};

/// The partitions of a disk, in the order of their table. Whatever the sectors contain, reading
/// ends after at most `entries_max` of them, no partition overlaps another, and all are on the
/// disk.
class PartitionList {
public:
    using Partition = PartitionTable::Partition;
    using Kind = PartitionTable::Kind;
    using Outcome = SectorSource::Outcome;

    static constexpr u32 size_max = 16;
    static constexpr u32 entries_max = 1024;

    /// Reads the table of a disk, in place of what was here before. Only failures to read fail.
    Outcome read(SectorSource& disk);

    Kind kind() const { return kind_; }
    u32 size() const { return size_; }
    u32 refused() const { return refused_; }
    Partition const& operator[](u32 index) const { return partitions_[index]; }

private:
    struct GptHeader;

    // partition_list.cpp: MBR
    Outcome read_mbr(SectorSource& disk, Span<u8 const> sector);
    Outcome read_chain(SectorSource& disk, u64 first, u64 sectors);
    void add(SectorSource::Size const& disk, Partition const& partition);
    void refuse() { ++refused_; }

    // gpt.cpp
    Result<bool, DiskError> read_gpt(SectorSource& disk, u64 header_sector);
    static Result<bool, DiskError> has_good_entries(SectorSource& disk, GptHeader const& header);
    Outcome add_entries(SectorSource& disk, GptHeader const& header);

    Partition partitions_[size_max] = {};
    Kind kind_ = Kind::none;
    u32 size_ = 0;
    u32 refused_ = 0;
};

} // namespace flat::block
