// SPDX-License-Identifier: BSD-2-Clause
// Tests of a file of a disk, read into memory.
#include <boot/file_of_disk.hpp>

#include <fs/testing.hpp>
#include <log/testing.hpp>

#include <gtest/gtest.h>
#include <optional>

namespace flat::boot {
namespace {

using block::testing::pattern;
using block::testing::TestDisk;
using Bytes = block::testing::Bytes;

/// A format whose file system is in memory, whatever is on the disk.
class SomeFormat : public fs::Format {
public:
    explicit SomeFormat(fs::FileSystem& files) : files_(files) {}

    Result<fs::FileSystem*, fs::FsError> mount(block::Disk&, bool is_read_only) override {
        EXPECT_TRUE(is_read_only);
        if (refusal) return fs::FsError{*refusal};
        return &files_;
    }

    std::optional<fs::FsError::Code> refusal;

private:
    fs::FileSystem& files_;
};

class TheFile final : public FileOfDisk {
public:
    using FileOfDisk::FileOfDisk;
};

class BootFileOfDisk : public ::testing::Test {
protected:
    BootFileOfDisk() {
        fs::testing::Paths paths(names);
        EXPECT_FALSE(paths.make("/games", fs::Node::Kind::directory));
        EXPECT_FALSE(paths.make("/games/levels", fs::Node::Kind::file));
        EXPECT_FALSE(paths.write("/games/levels", 0, pattern(100'000)));
    }

    Bytes contents(char const* path) {
        log.text.clear();
        fs::Format* const formats[] = {&other, &format};
        TheFile file({.disk = disk,
                      .formats = Span<fs::Format* const>(formats),
                      .memory = memory,
                      .log = log},
                     {.path = path});
        auto const found = file.contents();
        EXPECT_EQ(found.base, file.contents().base); // it is read once
        auto const* const begin = pointer_to<u8>(found.base);
        return Bytes(begin, begin + found.bytes);
    }

    fs::testing::Kernel kernel;
    fs::testing::SomeFiles files{kernel};
    fs::testing::SomeNames names{kernel, files};
    SomeFormat other{files};
    SomeFormat format{files};
    TestDisk disk;
    block::testing::TestMemory memory;
    log::testing::FakeLog log;
};

TEST_F(BootFileOfDisk, is_found_by_its_path_and_read_as_a_whole) {
    EXPECT_EQ(contents("games/levels"), pattern(100'000));
    EXPECT_EQ(contents("//games//levels"), pattern(100'000));
    EXPECT_EQ(log.text, "");
}

TEST_F(BootFileOfDisk, is_that_of_the_first_format_that_the_disk_has) {
    other.refusal = fs::FsError::unknown_format;
    EXPECT_EQ(contents("games/levels"), pattern(100'000));
    other.refusal = fs::FsError::corrupt;
    EXPECT_EQ(contents("games/levels"), Bytes());
}

TEST_F(BootFileOfDisk, that_cannot_be_had_is_told_and_has_no_bytes) {
    for (char const* const path : {"games/none", "games", "games/levels/deeper", ""}) {
        EXPECT_EQ(contents(path), Bytes());
        EXPECT_NE(log.text.find("there is no file `" + std::string(path) + "`"), std::string::npos);
    }
    memory.left = 0;
    EXPECT_EQ(contents("games/levels"), Bytes());
    EXPECT_NE(log.text, "");
}

} // namespace
} // namespace flat::boot
