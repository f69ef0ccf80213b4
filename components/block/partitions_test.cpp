// SPDX-License-Identifier: BSD-2-Clause
// Tests of partitions as disks.
#include <block/partitions.hpp>

#include <block/testing.hpp>

#include <gtest/gtest.h>

namespace flat::block {
namespace {

using testing::Bytes;
using testing::pattern;
using testing::put;
using testing::TestDisk;
using testing::TestMemory;
using testing::TestRequest;
using testing::TestThreads;

class Table final : public Partitions {
public:
    using Partitions::Partitions;
};

class BlockPartitions : public ::testing::Test {
protected:
    BlockPartitions() {
        whole.contents[446 + 4] = 0x83;
        put(whole.contents, 446 + 8, 10, 4);
        put(whole.contents, 446 + 12, 20, 4);
        put(whole.contents, 510, 0xaa55, 2);
        threads.on_wait = [this] { whole.go_on(); };
    }

    void submit(u32 index, u64 sector, bool is_write = false) {
        request.segments = {{room, 0, 512}};
        Span<DiskRequest::Segment const> const segments(request.segments.data(), 1);
        if (is_write)
            request.set_write(sector, segments);
        else
            request.set_read(sector, segments);
        table.disk(index).value()->submit(request);
    }

    TestDisk whole;
    TestMemory memory;
    TestThreads threads;
    Table table{{.whole = whole, .memory = memory, .threads = threads}, {}};
    TestRequest request;
    u8 room[512] = {};
};

TEST_F(BlockPartitions, a_partition_is_a_disk_that_begins_elsewhere) {
    whole.keeps = true; // what the thread waits for
    auto const found = table.scan().value();
    whole.keeps = false;
    EXPECT_EQ(found.kind, PartitionTable::Kind::mbr);
    EXPECT_EQ(found.partitions, 1u);
    EXPECT_EQ(table.partition(0).first_sector, 10u);
    EXPECT_EQ(table.partition(1).sectors, 0u);
    EXPECT_EQ(table.disk(0).value()->geometry().sectors, 20u);
    std::memcpy(room, pattern(512, 9).data(), 512);
    submit(0, 19, true);
    EXPECT_TRUE(request.outcome().is_ok());
    auto const place = whole.contents.begin() + 29 * 512;
    EXPECT_EQ(Bytes(place, place + 512), pattern(512, 9));
    submit(0, 20);
    EXPECT_EQ(request.code(), DiskError::out_of_range);
}

TEST_F(BlockPartitions, what_fails_says_where_as_the_partition_counts) {
    ASSERT_TRUE(table.scan().is_ok());
    whole.bad_sector = 15;
    submit(0, 5);
    EXPECT_EQ(request.code(), DiskError::medium);
    EXPECT_EQ(request.failed_sector(), 5u);
}

TEST_F(BlockPartitions, without_a_partition_there_is_no_disk) {
    ASSERT_TRUE(table.scan().is_ok());
    submit(1, 0);
    EXPECT_EQ(request.code(), DiskError::no_disk);
    EXPECT_EQ(table.disk(16).error().code, DiskError::no_disk);
    whole.contents[446 + 4] = 0;
    ASSERT_TRUE(table.scan().is_ok());
    submit(0, 0);
    EXPECT_EQ(request.code(), DiskError::no_disk);
}

TEST_F(BlockPartitions, a_disk_that_cannot_be_read_is_an_error_of_the_scan) {
    whole.bad_sector = 0;
    EXPECT_EQ(table.scan().error().code, DiskError::medium);
    whole.contents.clear();
    EXPECT_EQ(table.scan().error().code, DiskError::no_disk);
}

} // namespace
} // namespace flat::block
