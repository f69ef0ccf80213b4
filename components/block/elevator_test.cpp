// SPDX-License-Identifier: BSD-2-Clause
// Tests of disks that are asked for sectors in their order.
#include <block/elevator.hpp>

#include <block/testing.hpp>

#include <deque>
#include <gtest/gtest.h>
#include <random>

namespace flat::block {
namespace {

using testing::Bytes;
using testing::pattern;
using testing::TestDisk;
using testing::TestRequest;
using Kind = DiskRequest::Kind;

/// A request with memory of its own.
class OwnRequest {
public:
    void set(Kind kind, u64 sector, u32 sectors, u8 value, bool is_forced = false) {
        bytes.assign(sectors * 512, value);
        request.segments = {{bytes.data(), 0, u32(bytes.size())}};
        Span<DiskRequest::Segment const> const segments(request.segments.data(), 1);
        if (kind == Kind::read)
            request.set_read(sector, segments);
        else
            request.set_write(sector, segments, is_forced);
    }

    TestRequest request;
    Bytes bytes;
};

class SomeElevator final : public Elevator {
public:
    using Elevator::Elevator;
};

class BlockElevator : public ::testing::Test {
protected:
    BlockElevator() {
        disk.contents = pattern(256 * 512);
        disk.keeps = true;
    }

    void submit(OwnRequest& each, Kind kind, u64 sector, u32 sectors = 1, u8 value = 0) {
        each.set(kind, sector, sectors, value);
        elevator.submit(each.request);
    }

    /// Ends what the disk has, until it gets nothing more; the first sectors in that order.
    std::vector<u64> finish() {
        std::vector<u64> sectors;
        while (!disk.kept.empty()) {
            for (DiskRequest const* const each : disk.kept)
                sectors.push_back(each->sector());
            disk.go_on();
        }
        return sectors;
    }

    Bytes on_disk(u64 sector, u32 sectors) const {
        auto const from = disk.contents.begin() + static_cast<long>(sector * 512);
        return Bytes(from, from + static_cast<long>(sectors) * 512);
    }

    TestDisk disk;
    SomeElevator elevator{{.whole = disk}, {.in_flight = 1, .joins_max = 4}};
    std::deque<OwnRequest> all{12};
};

TEST_F(BlockElevator, what_waits_is_asked_for_in_the_order_of_sectors) {
    submit(all[0], Kind::read, 50);
    u64 const sectors[] = {90, 10, 70, 30};
    for (u32 i = 0; i < 4; ++i)
        submit(all[1 + i], Kind::read, sectors[i]);
    EXPECT_EQ(finish(), (std::vector<u64>{50, 70, 90, 10, 30}));
    for (u32 i = 0; i < 5; ++i)
        EXPECT_EQ(all[i].request.ends, 1u);
    EXPECT_EQ(all[2].bytes, on_disk(10, 1));
}

TEST_F(BlockElevator, requests_in_a_row_become_one) {
    submit(all[0], Kind::read, 0);
    submit(all[3], Kind::read, 13);
    submit(all[2], Kind::read, 11, 2);
    submit(all[1], Kind::read, 10);
    submit(all[4], Kind::write, 14, 1, 7);
    submit(all[5], Kind::write, 15, 2, 8);
    EXPECT_EQ(finish(), (std::vector<u64>{0, 10, 14}));
    EXPECT_EQ(disk.reads, 2u);
    EXPECT_EQ(disk.writes, 1u);
    EXPECT_EQ(all[2].bytes, on_disk(11, 2));
    EXPECT_EQ(all[3].bytes, on_disk(13, 1));
    EXPECT_EQ(on_disk(14, 1), Bytes(512, 7));
    EXPECT_EQ(on_disk(15, 2), Bytes(1024, 8));
}

TEST_F(BlockElevator, no_more_segments_are_joined_than_the_disk_takes) {
    elevator.submit(all[0].request); // a flush: the disk has it at once
    EXPECT_EQ(disk.kept.size(), 1u);
    std::deque<OwnRequest> many(41);
    for (u64 i = 0; i < 41; ++i)
        submit(many[i], Kind::read, 100 + i);
    EXPECT_EQ(finish(), (std::vector<u64>{0, 100, 101, 104, 120, 136}))
        << "one at once, as many as may join, and the next sweep by 16";
    for (OwnRequest const& each : many)
        EXPECT_TRUE(each.request.outcome().is_ok());
}

TEST_F(BlockElevator, forced_writes_are_not_joined_to_others) {
    submit(all[0], Kind::read, 0);
    submit(all[1], Kind::write, 10);
    all[2].set(Kind::write, 11, 1, 1, true);
    elevator.submit(all[2].request);
    EXPECT_EQ(finish(), (std::vector<u64>{0, 10, 11}));
}

TEST_F(BlockElevator, a_request_that_is_passed_by_waits_for_one_sweep_at_most) {
    submit(all[0], Kind::read, 20);
    submit(all[1], Kind::read, 5); // for the next sweep
    for (u32 i = 2; i < 10; ++i)
        submit(all[i], Kind::read, 20 + 2 * i); // of which some may join
    EXPECT_EQ(finish(), (std::vector<u64>{20, 24, 26, 28, 5, 30, 32, 34, 36, 38}));
}

TEST_F(BlockElevator, a_bad_sector_fails_the_request_that_has_it_and_no_other) {
    for (u64 bad = 10; bad < 20; ++bad) {
        disk.bad_sector = bad;
        submit(all[0], Kind::read, 0);
        for (u32 i = 0; i < 5; ++i)
            submit(all[1 + i], Kind::read, 10 + 2 * i, 2);
        finish();
        for (u32 i = 0; i < 5; ++i) {
            TestRequest const& each = all[1 + i].request;
            bool const is_bad = (bad - 10) / 2 == i;
            ASSERT_EQ(each.outcome().is_error(), is_bad) << bad << " " << i;
            if (is_bad) EXPECT_EQ(each.code(), DiskError::medium);
            if (is_bad) EXPECT_EQ(each.failed_sector(), bad);
            if (!is_bad) EXPECT_EQ(all[1 + i].bytes, on_disk(10 + 2 * i, 2));
        }
    }
}

TEST_F(BlockElevator, what_cannot_be_is_refused_and_a_disk_that_is_gone_fails_all) {
    submit(all[0], Kind::read, 256);
    EXPECT_EQ(all[0].request.code(), DiskError::out_of_range);
    disk.is_read_only = true;
    submit(all[0], Kind::write, 3);
    EXPECT_EQ(all[0].request.code(), DiskError::read_only);
    disk.is_read_only = false;
    for (u32 i = 0; i < 4; ++i)
        submit(all[i], Kind::read, 10 + i);
    disk.contents.clear();
    finish();
    for (u32 i = 0; i < 4; ++i)
        EXPECT_EQ(all[i].request.code(), DiskError::no_disk);
}

/// Each request ends once, right, whatever sectors are bad and whenever the disk ends its own; what
/// is read is what was written.
TEST_F(BlockElevator, does_what_the_disk_alone_would_do) {
    std::mt19937 random(20260301);
    auto const below = [&](u32 limit) { return static_cast<u32>(random() % limit); };
    std::vector<u32> submitted(12);
    for (u32 step = 0; step < 20'000; ++step) {
        u32 const which = below(12);
        TestRequest const& request = all[which].request;
        if (below(4) == 0 || request.ends != submitted[which]) {
            if (below(3) == 0) disk.bad_sector = below(300);
            disk.keeps = below(4) != 0;
            disk.go_on();
            continue;
        }
        ++submitted[which];
        u32 const sectors = 1 + below(3);
        u64 const sector = which * 20 + below(18); // apart from the others
        submit(all[which], below(2) ? Kind::read : Kind::write, sector, sectors, u8(step));
        for (u32 i = 0; i < 12; ++i) {
            ASSERT_LE(all[i].request.ends, submitted[i]);
            if (all[i].request.ends == 0 || all[i].request.ends != submitted[i]) continue;
            TestRequest const& each = all[i].request;
            if (each.outcome().is_error()) {
                ASSERT_EQ(each.code(), DiskError::medium);
                ASSERT_LT(each.failed_sector() - each.sector(), each.bytes() / 512);
            } else {
                ASSERT_EQ(all[i].bytes, on_disk(each.sector(), u32(each.bytes() / 512)));
            }
        }
    }
    disk.keeps = false;
    disk.go_on();
    for (u32 i = 0; i < 12; ++i)
        EXPECT_EQ(all[i].request.ends, submitted[i]);
}

} // namespace
} // namespace flat::block
