// SPDX-License-Identifier: BSD-2-Clause
// Tests of a file of a disk, read into memory.
#include <boot/file_of_disk.hpp>

#include <fs/testing.hpp>
#include <log/testing.hpp>

#include <gtest/gtest.h>

namespace flat::boot {
namespace {

using block::testing::pattern;
using Bytes = block::testing::Bytes;

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

    Bytes contents(char const* path, bool is_needed = true) {
        log.text.clear();
        TheFile file({.files = files, .memory = memory, .log = log},
                     {.path = path, .is_needed = is_needed});
        auto const found = file.contents();
        EXPECT_EQ(found.base, file.contents().base); // it is read once
        auto const* const begin = pointer_to<u8>(found.base);
        return Bytes(begin, begin + found.bytes);
    }

    fs::testing::Kernel kernel;
    fs::testing::SomeFiles files{kernel};
    fs::testing::SomeNames names{kernel, files};
    block::testing::TestMemory memory;
    log::testing::FakeLog log;
};

TEST_F(BootFileOfDisk, is_found_by_its_path_and_read_as_a_whole) {
    EXPECT_EQ(contents("games/levels"), pattern(100'000));
    EXPECT_EQ(contents("//games//levels"), pattern(100'000));
    EXPECT_EQ(log.text, "");
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

TEST_F(BootFileOfDisk, that_nobody_needs_is_not_missed) {
    EXPECT_EQ(contents("games/none", false), Bytes());
    EXPECT_EQ(log.text, "");
}

} // namespace
} // namespace flat::boot
