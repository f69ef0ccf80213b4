// SPDX-License-Identifier: BSD-2-Clause
// What a disk is asked for, and what came of it.
#pragma once

#include <core/containers/list.hpp>
#include <core/result.hpp>
#include <core/span.hpp>
#include <flat/block/disk.hpp>
#include <flat/block/disk_error.hpp>

namespace flat {

/// A member, or a base, of whoever asks; it may be used again when it has ended, and must not end
/// its life before. Sectors are of the disk's own size. While it is under way it belongs to the
/// disk, which may be a part of another: each says by `move` where its part begins.
class DiskRequest : NonCopyable {
public:
    enum class Kind : u8 { read, write, flush };

    /// Memory in a row, as we and as devices see it.
    struct Segment {
        u8* begin;
        paddr physical;
        u32 bytes;
    };

    using Outcome = Result<void, block::DiskError>;

    /// Reads sectors from `sector` on into segments, which must live as long as the request.
    void set_read(u64 sector, Span<Segment const> segments) { set(Kind::read, sector, segments); }

    /// Writes sectors. If `is_forced`, they are on the medium when the request has ended.
    void set_write(u64 sector, Span<Segment const> segments, bool is_forced = false) {
        set(Kind::write, sector, segments);
        is_forced_ = is_forced;
    }

    /// Brings all writes that have ended before onto the medium.
    void set_flush() { set(Kind::flush, 0, {}); }

    Kind kind() const { return kind_; }
    Span<Segment const> segments() const { return segments_; }
    bool is_forced() const { return is_forced_; }

    /// The first sector, as the disk that has the request counts.
    u64 sector() const { return sector_ + moved_; }

    /// All bytes of the segments.
    u64 bytes() const {
        u64 sum = 0;
        for (Segment const& each : segments_)
            sum += each.bytes;
        return sum;
    }

    /// What came of it, after it has ended.
    Outcome outcome() const { return outcome_; }

    /// Where it failed, as the asking side counts sectors: everything before it has been done.
    u64 failed_sector() const { return sector_ + done_sectors_; }

    // For disks.

    /// Whether a disk like this can do it.
    Outcome check(block::Disk::Geometry const& disk) const;

    /// The disk below counts from so many sectors before.
    void move(u64 sectors) { moved_ += sectors; }

    /// Says what came of it; of a failure, how many sectors were done before it.
    void settle(Outcome outcome, u64 done_sectors = 0) {
        outcome_ = outcome;
        done_sectors_ = done_sectors;
    }

    /// Tells the asking side. Nothing of the request may be touched afterwards.
    void tell() { ended(); }

    /// Both.
    void end(Outcome outcome, u64 done_sectors = 0) {
        settle(outcome, done_sectors);
        tell();
    }

    /// In a list of the disk's that has it.
    ListLink<DiskRequest> link;

protected:
    ~DiskRequest() = default;

    /// It has ended. Called once for each `submit`, in whatever context that was done.
    virtual void ended() = 0;

private:
    void set(Kind kind, u64 sector, Span<Segment const> segments) {
        kind_ = kind;
        is_forced_ = false;
        sector_ = sector;
        moved_ = done_sectors_ = 0;
        segments_ = segments;
        outcome_ = {};
    }

    Span<Segment const> segments_;
    u64 sector_ = 0;
    u64 moved_ = 0;
    u64 done_sectors_ = 0;
    Outcome outcome_;
    Kind kind_ = Kind::flush;
    bool is_forced_ = false;
};

using DiskRequests = IntrusiveList<DiskRequest, &DiskRequest::link>;

inline DiskRequest::Outcome DiskRequest::check(block::Disk::Geometry const& disk) const {
    using block::DiskError;
    if (disk.sectors == 0) return DiskError{DiskError::no_disk};
    if (kind_ == Kind::flush) return {};
    if (segments_.size() > disk.segments_max || bytes() == 0) return DiskError{DiskError::invalid};
    for (Segment const& each : segments_)
        if (each.bytes % disk.sector_bytes != 0) return DiskError{DiskError::invalid};
    u64 const count = bytes() / disk.sector_bytes;
    if (sector() > disk.sectors || count > disk.sectors - sector())
        return DiskError{DiskError::out_of_range};
    if (kind_ == Kind::write && disk.is_read_only) return DiskError{DiskError::read_only};
    return {};
}

} // namespace flat
