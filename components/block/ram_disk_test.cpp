// SPDX-License-Identifier: BSD-2-Clause
// Tests of memory that serves as a disk.
#include <block/ram_disk.hpp>

#include <block/testing.hpp>

#include <gtest/gtest.h>
#include <net/testing.hpp>

namespace flat::block {
namespace {

using testing::Bytes;
using testing::pattern;
using testing::TestRequest;

class SomeDisk final : public RamDisk {
public:
    using RamDisk::RamDisk;
};

class BlockRamDisk : public ::testing::Test {
protected:
    net::testing::TestAllocator allocator;
    TestRequest request;
};

TEST_F(BlockRamDisk, what_was_written_is_read_and_the_rest_is_zeros) {
    SomeDisk disk({.allocator = allocator}, {.kib = 8});
    EXPECT_EQ(disk.geometry().sectors, 16u);
    Bytes bytes = pattern(1536);
    request.segments = {{bytes.data(), 0, 512}, {bytes.data() + 512, 0, 1024}};
    request.set_write(13, {request.segments.data(), 2}, true);
    disk.submit(request);
    EXPECT_TRUE(request.outcome().is_ok());
    Bytes read(2048, 1);
    request.segments = {{read.data(), 0, 2048}};
    request.set_read(12, {request.segments.data(), 1});
    disk.submit(request);
    EXPECT_EQ(Bytes(read.begin(), read.begin() + 512), Bytes(512));
    EXPECT_EQ(Bytes(read.begin() + 512, read.end()), bytes);
    request.set_flush();
    disk.submit(request);
    EXPECT_TRUE(request.outcome().is_ok());
    request.set_read(13, {request.segments.data(), 1});
    disk.submit(request);
    EXPECT_EQ(request.code(), DiskError::out_of_range);
}

TEST_F(BlockRamDisk, without_memory_there_is_no_disk) {
    allocator.left = 0;
    SomeDisk disk({.allocator = allocator}, {.kib = 8});
    request.set_flush();
    disk.submit(request);
    EXPECT_EQ(request.code(), DiskError::no_disk);
}

} // namespace
} // namespace flat::block
