// SPDX-License-Identifier: BSD-2-Clause
// Tests of the shell, over a disk in memory.
#include <shell/shell.hpp>

#include <block/disk_pages.hpp>
#include <block/partitions.hpp>
#include <block/testing.hpp>
#include <fs/ext2/testing.hpp>
#include <fs/ram_files.hpp>
#include <log/testing.hpp>
#include <mapping/mappings.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>
#include <memory/testing.hpp>

#include <deque>
#include <gtest/gtest.h>
#include <string>

namespace flat::shell {
namespace {

using block::testing::put;
using block::testing::TestDisk;
using block::testing::TestMemory;
using block::testing::TestThreads;

/// A keyboard, a few bytes at a time.
class Typist final : public hal::ConsoleInput {
public:
    u32 read(Span<u8> destination) override {
        if (pieces.empty()) return 0;
        std::string const piece = pieces.front();
        pieces.pop_front();
        std::copy(piece.begin(), piece.end(), destination.begin());
        return static_cast<u32>(piece.size());
    }
    Result<void, hal::TrapError> listen(Listener& who) override {
        listener = &who;
        return {};
    }

    std::deque<std::string> pieces;
    Listener* listener = nullptr;
};

class SomeShell final : public Shell {
public:
    using Shell::Shell;
};

class SomeFiles final : public fs::RamFiles {
public:
    using RamFiles::RamFiles;
};

class Table final : public block::Partitions {
public:
    using Partitions::Partitions;
};

class Contents final : public block::DiskPages {
public:
    using DiskPages::DiskPages;
};

class ShellShell : public ::testing::Test {
protected:
    /// What the shell says to lines, in pieces.
    std::string answer(std::deque<std::string> pieces) {
        input.pieces = std::move(pieces);
        log.text.clear();
        SomeShell shell({.disks = Span<block::PartitionTable* const>(tables),
                         .contents = contents,
                         .pages = pages,
                         .names = names,
                         .formats = Span<fs::Format* const>(formats),
                         .exports = {},
                         .devices = {},
                         .limits = {},
                         .memory = memory,
                         .threads = threads,
                         .input = input,
                         .log = log},
                        {});
        threads.on_wait = [&] {
            input.pieces.emplace_back("halt\n");
            input.listener->arrived();
        };
        shell.run();
        return log.text;
    }

    TestDisk disk;
    TestThreads threads;
    memory::testing::FakeFrames frames{64 << 20, paddr{6} << 30};
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs objects{{.frames = record_frames}, {}};
    mapping::testing::FakeMmu mmu;
    fs::testing::SomeReplacement replacement;
    mapping::Mappings pages{
        {.mmu = mmu, .objects = objects, .threads = threads, .replacement = replacement}, {}};
    Contents contents{{.disk = disk, .cached = frames, .objects = objects}, {}};
    fs::ext2::testing::Machine machine;
    fs::Format* formats[1] = {&machine.ext2};
    SomeFiles files{
        {.objects = objects, .contents = frames, .pages = pages, .threads = threads, .clock = {}},
        {}};
    fs::ext2::testing::SomeNames names{
        {.first = files, .objects = objects, .threads = threads, .rule = {}}, {}};
    TestMemory memory;
    Table table{{.whole = disk, .memory = memory, .threads = threads}, {}};
    TestDisk second_disk;
    Table second{{.whole = second_disk, .memory = memory, .threads = threads}, {}};
    block::PartitionTable* tables[2] = {&table, &second};
    Typist input;
    log::testing::FakeLog log;
};

bool has(std::string const& text, char const* part) {
    return text.find(part) != std::string::npos;
}

TEST_F(ShellShell, lines_come_in_any_pieces_and_end_in_either_way) {
    EXPECT_TRUE(has(answer({"di", "sk\r", "\n\n"}), "64 sectors of 512 bytes"));
    EXPECT_TRUE(has(answer({std::string(60, 'a'), std::string(60, 'b'), std::string(60, 'c'),
                            std::string(60, 'd'), std::string(60, 'e'), "\ndisk\n"}),
                    "64 sectors of 512 bytes"));
}

TEST_F(ShellShell, tells_what_the_cache_has_done) {
    EXPECT_TRUE(has(answer({"checksum\ncache\n"}),
                    "0 pages; 3 were filled and 5 ahead, 0 have left, 0 were cleaned for that"));
}

TEST_F(ShellShell, says_what_there_is_and_what_there_is_not) {
    EXPECT_TRUE(has(answer({"help\n"}), "checksum [PARTITION]"));
    EXPECT_TRUE(has(answer({"frobnicate all\n"}), "frobnicate: there is no such command"));
    EXPECT_TRUE(has(answer({"   \n"}), "the shell is ready"));
}

TEST_F(ShellShell, shows_partitions_and_their_checksums) {
    disk.contents[446 + 4] = 0x83;
    put(disk.contents, 446 + 8, 10, 4);
    put(disk.contents, 446 + 12, 20, 4);
    put(disk.contents, 510, 0xaa55, 2);
    std::memcpy(&disk.contents[10 * 512], "123456789", 9);
    auto const said = answer({"disk\nchecksum 0\n"});
    EXPECT_TRUE(has(said, "partition 0: sectors 10 to 29")) << said;
    EXPECT_TRUE(has(said, "of 10240 bytes")) << said;
    disk.bad_sector = 12;
    EXPECT_TRUE(has(answer({"checksum 0\n"}), "sector 2 cannot be read"));
    disk.bad_sector.reset();
    EXPECT_TRUE(has(answer({"checksum\n"}), "of 32768 bytes"));
    EXPECT_EQ(pages.count(contents).resident, 0u);
    EXPECT_TRUE(has(answer({"checksum 1\n"}), "checksum: there is no such disk"));
    EXPECT_TRUE(has(answer({"checksum x\n"}), "checksum: there is no such name"));
    EXPECT_TRUE(has(answer({"put x y\n", "checksum x\n"}), "checksum 0x"));
}

TEST_F(ShellShell, further_disks_are_shown_while_they_are_there) {
    second_disk.contents.resize(77 * 512);
    EXPECT_TRUE(has(answer({"disk\n"}), "diskb:\n77 sectors of 512 bytes\n"));
    second_disk.contents.clear();
    EXPECT_FALSE(has(answer({"disk\n"}), "diskb"));
}

TEST_F(ShellShell, a_page_is_copied_to_the_disk_and_no_further) {
    disk.contents = block::testing::pattern(64 * 512);
    auto const before = disk.contents;
    answer({"copy 2 5\n"});
    EXPECT_EQ(disk.flushes, 1u);
    EXPECT_TRUE(std::equal(before.begin() + 8192, before.begin() + 12288,
                           disk.contents.begin() + 5 * 4096));
    EXPECT_TRUE(std::equal(before.begin(), before.begin() + 5 * 4096, disk.contents.begin()));
    for (char const* const words : {"copy\n", "copy 1\n", "copy 1 8\n", "copy x 1\n"})
        EXPECT_TRUE(has(answer({words}), "copy: there is no such sector")) << words;
    disk.is_read_only = true;
    EXPECT_TRUE(has(answer({"copy 0 7\n"}), "copy: the disk cannot be written to"));
    disk.is_read_only = false;
    disk.bad_sector = 6 * 8;
    EXPECT_TRUE(has(answer({"copy 0 6\n"}), "page 6 cannot be read"));
    disk.bad_sector = 5 * 8;
    EXPECT_TRUE(has(answer({"copy 0 5\n"}), "copy: a sector cannot be read or written"));
    disk.bad_sector.reset();
}

TEST_F(ShellShell, errors_of_the_disk_are_told_with_the_sector) {
    disk.bad_sector = 40;
    EXPECT_TRUE(has(answer({"checksum\n"}), "page 5 cannot be read"));
    disk.contents.clear();
    EXPECT_TRUE(has(answer({"disk\n"}), "disk: there is no such disk"));
    disk.contents.resize(1024);
    memory.left = 0;
    EXPECT_TRUE(has(answer({"checksum 0\n"}), "checksum: no memory is left"));
}

} // namespace
} // namespace flat::shell
