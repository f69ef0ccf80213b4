// SPDX-License-Identifier: BSD-2-Clause
// Tests of reading ext2, of disks that mke2fs has made.
#include <fs/ext2/testing.hpp>

#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace flat::fs::ext2 {
namespace {

using block::testing::pattern;
using fs::testing::code_of;
using testing::Bytes;
using testing::write_file;
using Code = FsError::Code;
using Kind = Node::Kind;
using std::nullopt;

class FsExt2 : public ::testing::Test {
protected:
    ~FsExt2() override {
        if (machine.paths) EXPECT_EQ(machine.unmount(), nullopt);
        EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u);
    }

    /// A folder with something of everything.
    void fill_folder() {
        std::filesystem::create_directories(folder.path + "/d/e");
        write_file(folder.path + "/small", pattern(100));
        write_file(folder.path + "/direct", pattern(12 * 1024));
        write_file(folder.path + "/single", pattern(200'000));
        write_file(folder.path + "/d/double", pattern(600'000));
        write_file(folder.path + "/sparse", pattern(10));
        std::filesystem::resize_file(folder.path + "/sparse", 80'000'000);
        std::filesystem::create_symlink("d/e", folder.path + "/short");
        std::filesystem::create_symlink(std::string(50, '/') + "d/../d/double",
                                        folder.path + "/long");
        std::filesystem::create_hard_link(folder.path + "/small", folder.path + "/again");
        ::chmod((folder.path + "/small").c_str(), 04711);
        ::mknod((folder.path + "/tty").c_str(), S_IFCHR | 0600, makedev(4, 1));
        ::mknod((folder.path + "/pipe").c_str(), S_IFIFO | 0644, 0);
    }

    testing::Machine machine;
    testing::Folder folder;
};

class FsExt2OfBlocks : public FsExt2, public ::testing::WithParamInterface<int> {};

TEST_P(FsExt2OfBlocks, all_that_mke2fs_writes_is_read) {
    fill_folder();
    machine.format("4M -b " + std::to_string(GetParam()), folder.path);
    ASSERT_EQ(machine.mount(), nullopt);
    auto& paths = *machine.paths;
    EXPECT_EQ(paths.read("/small"), pattern(100));
    EXPECT_EQ(paths.read("/direct"), pattern(12 * 1024));
    EXPECT_EQ(paths.read("/single"), pattern(200'000));
    EXPECT_EQ(paths.read("/d/double"), pattern(600'000));
    Bytes begin = pattern(10);
    begin.resize(12);
    EXPECT_EQ(paths.read("/sparse", 0, 12), begin);
    EXPECT_EQ(paths.read("/sparse", 79'999'990), Bytes(10));
    EXPECT_EQ(paths.target("/short"), "d/e");
    EXPECT_EQ(paths.read("/long", 500'000), paths.read("/d/double", 500'000));
    auto const small = paths.attributes("/small");
    EXPECT_EQ(small.mode, 04711u);
    EXPECT_EQ(small.links, 2u);
    EXPECT_EQ(small.number, paths.attributes("/again").number);
    EXPECT_EQ(small.sectors, u64(GetParam()) / 512);
    EXPECT_EQ(paths.attributes("/tty").kind, Kind::character_device);
    EXPECT_EQ(paths.attributes("/tty").device, makedev(4, 1));
    EXPECT_EQ(paths.attributes("/pipe").kind, Kind::pipe);
    EXPECT_EQ(paths.attributes("/d").links, 3u);
    EXPECT_EQ(paths.list("/").size(), 11u); // with lost+found
    EXPECT_EQ(paths.list("/d"), (std::vector<std::string>{"double", "e"}));
}

INSTANTIATE_TEST_SUITE_P(Each, FsExt2OfBlocks, ::testing::Values(1024, 2048, 4096));

TEST_F(FsExt2, without_types_and_large_nodes_it_is_read_as_well) {
    fill_folder();
    machine.format("4M -b 1024 -O ^filetype,^dir_index,^resize_inode -I 128", folder.path);
    ASSERT_EQ(machine.mount(), nullopt);
    u8 room[255];
    u32 directories = 0;
    for (u64 place = 0;;) {
        auto const entry = machine.paths->root().next(place, room).value();
        if (entry.name_bytes == 0) break;
        place = entry.next;
        if (entry.kind == Kind::directory) ++directories;
    }
    EXPECT_EQ(directories, 4u);
    EXPECT_EQ(machine.paths->read("/d/double"), pattern(600'000));
}

TEST_F(FsExt2, large_directories_are_met_name_by_name) {
    std::filesystem::create_directories(folder.path + "/many");
    std::vector<std::string> expected;
    for (int i = 0; i < 1000; ++i) {
        expected.push_back("a-name-that-is-not-short-" + std::to_string(i));
        write_file(folder.path + "/many/" + expected.back(), {});
    }
    std::sort(expected.begin(), expected.end());
    machine.format("4M -b 1024 -N 4096", folder.path);
    ASSERT_EQ(machine.mount(), nullopt);
    EXPECT_EQ(machine.paths->list("/many"), expected);
    EXPECT_EQ(machine.paths->attributes("/many/" + expected[77]).kind, Kind::file);
    EXPECT_EQ(code_of(machine.paths->node("/many/none")), Code::not_found);
}

TEST_F(FsExt2, what_is_no_such_file_system_is_told_from_what_is_not_understood) {
    machine.disk.contents.assign(1 << 20, 0);
    EXPECT_EQ(machine.mount(), Code::unknown_format);
    machine.disk.contents.assign(1024, 0);
    EXPECT_EQ(machine.mount(), Code::unknown_format);
    machine.disk.contents.clear();
    EXPECT_EQ(machine.mount(), Code::io);
    machine.format("4M -O extents");
    EXPECT_EQ(machine.mount(), Code::not_supported);
    machine.format("8M -b 8192");
    EXPECT_EQ(machine.mount(), Code::not_supported);
    machine.format("4M");
    machine.disk.contents.resize(3 << 20);
    EXPECT_EQ(machine.mount(), Code::corrupt);
    machine.format("4M");
    machine.disk.bad_sector = 2;
    EXPECT_EQ(machine.mount(), Code::io);
}

TEST_F(FsExt2, it_is_in_use_while_a_node_is_held_and_can_be_mounted_again) {
    machine.format("4M");
    ASSERT_EQ(machine.mount(), nullopt);
    EXPECT_EQ(code_of(machine.files->unmount()), Code::busy);
    EXPECT_EQ(code_of(machine.ext2.mount(machine.disk, true)), Code::busy);
    ASSERT_EQ(machine.unmount(), nullopt);
    ASSERT_EQ(machine.mount(), nullopt);
    auto const statistics = machine.files->statistics();
    EXPECT_EQ(statistics.blocks, 4096u);
    EXPECT_EQ(statistics.block_bytes, 1024u);
    EXPECT_TRUE(statistics.is_read_only);
    EXPECT_GT(statistics.free_blocks, statistics.available_blocks);
    EXPECT_EQ(machine.paths->make("/a", Kind::file), Code::read_only);
}

TEST_F(FsExt2, a_sector_that_cannot_be_read_is_an_error_of_who_reads) {
    fill_folder();
    machine.format("4M -b 4096", folder.path);
    ASSERT_EQ(machine.mount(), nullopt);
    EXPECT_EQ(machine.paths->read("/d/double").size(), 600'000u);
    ASSERT_EQ(machine.unmount(), nullopt);
    machine.disk.bad_sector = *machine.disk.place_of(pattern(600'000), 100 * 4096) / 512;
    ASSERT_EQ(machine.mount(), nullopt);
    auto const failure = machine.paths->in_file("/d/double", [](File& file) {
        Bytes room(1000);
        return code_of(file.read(100 * 4096, {room.data(), room.size()}));
    });
    EXPECT_EQ(failure, Code::io);
    machine.disk.bad_sector.reset();
}

} // namespace
} // namespace flat::fs::ext2
