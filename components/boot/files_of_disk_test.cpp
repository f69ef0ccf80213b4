// SPDX-License-Identifier: BSD-2-Clause
// Tests of the file system of a disk, whatever its format is.
#include <boot/files_of_disk.hpp>

#include <fs/testing.hpp>
#include <log/testing.hpp>

#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace flat::boot {
namespace {

using Code = fs::FsError::Code;

/// A format whose file system is in memory, whatever is on the disk.
class SomeFormat : public fs::Format {
public:
    explicit SomeFormat(fs::FileSystem& files) : files_(files) {}

    Result<fs::FileSystem*, fs::FsError> mount(block::Disk&, bool is_read_only) override {
        mounts.push_back(is_read_only);
        if (refusal) return fs::FsError{*refusal};
        if (is_protected && !is_read_only) return fs::FsError{Code::read_only};
        return &files_;
    }

    std::vector<bool> mounts; // whether only to read
    std::optional<Code> refusal;
    bool is_protected = false;

private:
    fs::FileSystem& files_;
};

class TheFiles final : public FilesOfDisk {
public:
    using FilesOfDisk::FilesOfDisk;
};

class BootFilesOfDisk : public ::testing::Test {
protected:
    TheFiles& files(bool is_read_only) {
        return made_.emplace(
            FilesOfDiskComponent::Ports{
                .disk = disk, .formats = Span<fs::Format* const>(formats_), .log = log},
            FilesOfDiskComponent::Attributes{.is_read_only = is_read_only});
    }

    fs::testing::Kernel kernel;
    fs::testing::SomeFiles in_memory{kernel};
    SomeFormat other{in_memory};
    SomeFormat format{in_memory};
    block::testing::TestDisk disk;
    log::testing::FakeLog log;

private:
    fs::Format* const formats_[2] = {&other, &format};
    std::optional<TheFiles> made_;
};

TEST_F(BootFilesOfDisk, are_mounted_when_they_are_asked_for_and_anew_after_an_end) {
    TheFiles& disk_files = files(true);
    EXPECT_EQ(disk_files.statistics().block_bytes, 0u);
    EXPECT_TRUE(disk_files.sync().is_ok() && disk_files.unmount().is_ok());
    EXPECT_TRUE(other.mounts.empty());

    fs::Directory* const root = disk_files.root().value();
    EXPECT_EQ(disk_files.root().value(), root);
    EXPECT_EQ(other.mounts, std::vector{true});
    EXPECT_GT(disk_files.statistics().block_bytes, 0u);
    EXPECT_TRUE(disk_files.sync().is_ok());
    root->release();
    EXPECT_EQ(fs::testing::code_of(disk_files.unmount()), Code::busy); // held once more
    root->release();
    EXPECT_TRUE(disk_files.unmount().is_ok());

    disk_files.root().value()->release();
    EXPECT_EQ(other.mounts.size(), 2u);
    EXPECT_EQ(log.text, "");
}

TEST_F(BootFilesOfDisk, are_those_of_the_first_format_that_the_disk_has) {
    other.refusal = Code::unknown_format;
    files(true).root().value()->release();
    EXPECT_EQ(format.mounts.size(), 1u);
    format.refusal = Code::unknown_format;
    EXPECT_EQ(fs::testing::code_of(files(true).root()), Code::unknown_format);
    other.refusal = Code::corrupt; // it has this one, whatever others would say
    EXPECT_EQ(fs::testing::code_of(files(true).root()), Code::corrupt);
    EXPECT_EQ(format.mounts.size(), 2u);
}

TEST_F(BootFilesOfDisk, are_only_read_where_the_disk_cannot_be_written_to) {
    other.is_protected = true;
    files(false).root().value()->release();
    EXPECT_EQ(other.mounts, (std::vector{false, true}));
    EXPECT_EQ(log.text, "the disk is only read: it is write-protected, or was not left whole\n");
    other.is_protected = false;
    files(false).root().value()->release();
    EXPECT_EQ(other.mounts.back(), false);
}

} // namespace
} // namespace flat::boot
