// SPDX-License-Identifier: BSD-2-Clause
// Tests of disks in files of the host's.
#include <platform/disk.hpp>

#include <block/testing.hpp>
#include <log/testing.hpp>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

namespace flat::platform {
namespace {

using block::DiskError;
using block::testing::Bytes;
using block::testing::pattern;
using block::testing::TestRequest;

class HostDisk final : public Disk {
public:
    using Disk::Disk;
};

class PlatformDisk : public ::testing::Test {
protected:
    PlatformDisk() {
        int const file = mkstemp(path);
        EXPECT_EQ(ftruncate(file, 8 * 512 + 100), 0);
        close(file);
        setenv("FLAT_DISK_3", path, 1);
    }
    ~PlatformDisk() override {
        unlink(path);
        unsetenv("FLAT_DISK_3");
    }

    HostDisk& open() {
        disk.emplace(HostDisk::Ports{.log = log}, HostDisk::Attributes{.number = 3});
        return *disk;
    }

    void submit(u64 sector, Bytes& bytes, bool is_write) {
        u32 const half = u32(bytes.size() / 2);
        request.segments = {{bytes.data(), 0, half}, {bytes.data() + half, 0, half}};
        Span<DiskRequest::Segment const> const segments(request.segments.data(), 2);
        if (is_write)
            request.set_write(sector, segments, true);
        else
            request.set_read(sector, segments);
        disk->submit(request);
    }

    char path[32] = "/tmp/flat-disk-XXXXXX";
    log::testing::FakeLog log;
    std::optional<HostDisk> disk;
    TestRequest request;
};

TEST_F(PlatformDisk, what_was_written_is_in_the_file) {
    open();
    EXPECT_EQ(disk->geometry().sectors, 8u);
    EXPECT_FALSE(disk->geometry().is_read_only);
    Bytes bytes = pattern(2048);
    submit(3, bytes, true);
    ASSERT_TRUE(request.outcome().is_ok());
    request.set_flush();
    disk->submit(request);
    EXPECT_TRUE(request.outcome().is_ok());
    open(); // another process would find it too
    Bytes again(2048);
    submit(3, again, false);
    EXPECT_EQ(again, bytes);
    submit(5, again, false);
    EXPECT_EQ(request.code(), DiskError::out_of_range);
}

TEST_F(PlatformDisk, without_a_file_there_is_no_disk) {
    for (char const* const path : {"", "/nowhere/at/all", "/"}) {
        setenv("FLAT_DISK_3", path, 1);
        open();
        EXPECT_EQ(disk->geometry().sectors, 0u);
        EXPECT_NE(log.text.find("disk 3: there is no disk (FLAT_DISK_3)"), std::string::npos);
        log.text.clear();
    }
}

TEST_F(PlatformDisk, a_file_that_became_shorter_is_an_error_with_the_sector) {
    open();
    ASSERT_EQ(truncate(path, 4 * 512), 0);
    Bytes bytes(2048);
    submit(2, bytes, false);
    EXPECT_EQ(request.code(), DiskError::medium);
    EXPECT_EQ(request.failed_sector(), 4u);
}

} // namespace
} // namespace flat::platform
