// SPDX-License-Identifier: BSD-2-Clause
// Tests of the disks at a controller, each by its number.
#include <block/drive.hpp>

#include <block/testing.hpp>

#include <gtest/gtest.h>

namespace flat::block {
namespace {

using testing::TestDisk;
using testing::TestRequest;

class TwoDisks final : public Disks {
public:
    u32 count() override { return 2; }
    Result<Disk*, DiskError> disk(u32 index) override {
        if (index >= count()) return DiskError{DiskError::no_disk};
        return &each[index];
    }

    TestDisk each[2];
};

class SomeDrive final : public Drive {
public:
    using Drive::Drive;
};

TEST(BlockDrive, is_the_disk_of_its_number) {
    TwoDisks disks;
    disks.each[1].sector_bytes = 4096;
    SomeDrive second({.disks = disks}, {.number = 1});
    EXPECT_EQ(second.geometry().sector_bytes, 4096u);
    TestRequest request;
    request.set_flush();
    second.submit(request);
    EXPECT_EQ(request.ends, 1u);
    EXPECT_TRUE(request.outcome().is_ok());
}

TEST(BlockDrive, where_the_controller_has_fewer_there_is_no_disk) {
    TwoDisks disks;
    SomeDrive third({.disks = disks}, {.number = 2});
    EXPECT_EQ(third.geometry().sectors, 0u);
    EXPECT_TRUE(third.geometry().is_read_only);
    TestRequest request;
    request.set_flush();
    third.submit(request);
    EXPECT_EQ(request.ends, 1u);
    EXPECT_EQ(request.code(), DiskError::no_disk);
}

} // namespace
} // namespace flat::block
