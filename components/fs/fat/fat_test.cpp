// SPDX-License-Identifier: BSD-2-Clause
// Tests of reading FAT, of disks that mkfs.fat and mtools have made.
#include <fs/fat/testing.hpp>

namespace flat::fs::fat {
namespace {

using block::testing::pattern;
using fs::testing::code_of;
using fs::testing::write_file;
using testing::Bytes;
using Code = FsError::Code;
using Kind = Node::Kind;
using std::nullopt;

/// How mkfs.fat is called, and how large the disk is.
struct Form {
    char const* options;
    u32 kib;
};

class FsFat : public ::testing::Test {
protected:
    ~FsFat() override {
        if (machine.paths) EXPECT_EQ(machine.unmount(), nullopt);
        EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u);
    }

    void fill_folder() {
        std::filesystem::create_directories(folder.path + "/d/deeper");
        write_file(folder.path + "/SMALL.TXT", pattern(100));
        write_file(folder.path + "/empty", {});
        write_file(folder.path + "/d/large", pattern(300'000));
        write_file(folder.path + "/d/deeper/a name with spaces, and long.text", pattern(5000));
        write_file(folder.path + "/d/\xc3\x84rger \xe2\x82\xac", {1, 2, 3});
    }

    testing::Machine machine;
    testing::Folder folder;
};

class FsFatOfForms : public FsFat, public ::testing::WithParamInterface<Form> {};

TEST_P(FsFatOfForms, all_that_mtools_write_is_read) {
    fill_folder();
    machine.format(GetParam().options, GetParam().kib, folder.path);
    ASSERT_EQ(machine.mount(), nullopt);
    auto& paths = *machine.paths;
    EXPECT_EQ(paths.list("/"), (std::vector<std::string>{"SMALL.TXT", "d", "empty"}));
    EXPECT_EQ(paths.list("/d"),
              (std::vector<std::string>{"deeper", "large", "\xc3\x84rger \xe2\x82\xac"}));
    EXPECT_EQ(paths.read("/small.txt"), pattern(100));
    EXPECT_EQ(paths.read("/empty"), Bytes());
    EXPECT_EQ(paths.read("/D/LARGE"), pattern(300'000));
    EXPECT_EQ(paths.read("/d/large", 299'990), pattern(10, 299'990));
    EXPECT_EQ(paths.read("/d/deeper/A NAME with spaces, and long.text"), pattern(5000));
    EXPECT_EQ(paths.read("/d/deeper/ANAMEW~1.TEX"), pattern(5000));
    EXPECT_EQ(paths.read("/d/\xc3\xa4RGER \xe2\x82\xac"), (Bytes{1, 2, 3}));
    EXPECT_EQ(code_of(paths.node("/d/none")), Code::not_found);
    EXPECT_EQ(code_of(paths.node("/d/\xff")), Code::not_found);
    EXPECT_EQ(paths.attributes("/").links, 3u);
    EXPECT_EQ(paths.attributes("/d").links, 3u);
    EXPECT_EQ(paths.attributes("/d").mode, 0755u);
    EXPECT_EQ(paths.attributes("/d/deeper/../large").size_bytes, 300'000u);
    EXPECT_EQ(paths.attributes("/d/deeper/../..").number, FatVolume::root_number);
    EXPECT_EQ(paths.attributes("/d/deeper/..").number, paths.attributes("/d").number);
}

INSTANTIATE_TEST_SUITE_P(Each, FsFatOfForms,
                         ::testing::Values(Form{"-F 12 -s 1", 1440}, Form{"-F 12 -s 16", 8192},
                                           Form{"-F 16 -s 1", 8192},
                                           Form{"-F 16 -S 2048 -s 4", 65536},
                                           Form{"-F 32 -s 1", 40960},
                                           Form{"-F 32 -S 1024 -s 1", 69632}));

TEST_F(FsFat, times_are_those_of_the_entry) {
    write_file(folder.path + "/a", {1});
    ASSERT_EQ(fs::testing::run("TZ=UTC touch -d '2024-02-29 23:59:58 UTC' " + folder.path + "/a"),
              0);
    ::setenv("TZ", "UTC", 1);
    machine.format("-F 12", 1440, folder.path);
    ASSERT_EQ(machine.mount(), nullopt);
    EXPECT_EQ(machine.paths->attributes("/a").modified_ns, 1'709'251'198'000'000'000);
}

TEST_F(FsFat, large_directories_are_met_name_by_name) {
    std::filesystem::create_directories(folder.path + "/many");
    std::vector<std::string> expected;
    for (int i = 0; i < 300; ++i) {
        expected.push_back("A name that is not short " + std::to_string(i));
        write_file(folder.path + "/many/" + expected.back(), {});
    }
    std::sort(expected.begin(), expected.end());
    machine.format("-F 16", 16384, folder.path);
    ASSERT_EQ(machine.mount(), nullopt);
    EXPECT_EQ(machine.paths->list("/many"), expected);
}

TEST_F(FsFat, what_is_no_such_file_system_is_told_from_what_is_not_understood) {
    machine.disk.contents.assign(1 << 20, 0);
    EXPECT_EQ(machine.mount(), Code::unknown_format);
    machine.disk.contents.clear();
    EXPECT_EQ(machine.mount(), Code::io);
    machine.format("-F 12", 1440);
    machine.disk.contents.resize(1 << 20);
    EXPECT_EQ(machine.mount(), Code::corrupt);
    machine.format("-F 12", 1440);
    machine.disk.bad_sector = 1;
    EXPECT_EQ(machine.mount(), Code::io);
}

TEST_F(FsFat, it_is_in_use_while_a_node_is_held_and_can_be_mounted_again) {
    machine.format("-F 12", 1440);
    ASSERT_EQ(machine.mount(), nullopt);
    EXPECT_EQ(code_of(machine.files->unmount()), Code::busy);
    EXPECT_EQ(code_of(machine.format_of_disk.mount(machine.disk, true)), Code::busy);
    ASSERT_EQ(machine.unmount(), nullopt);
    ASSERT_EQ(machine.mount(), nullopt);
    auto const statistics = machine.files->statistics();
    EXPECT_EQ(statistics.blocks, 2847u);
    EXPECT_EQ(statistics.free_blocks, 2847u);
    EXPECT_TRUE(statistics.is_read_only);
    EXPECT_EQ(machine.paths->make("/a", Kind::file), Code::read_only);
}

/// A disk of FAT16 whose only file has a chain that a test spoils: the first cluster is 2.
class FsFatSpoiled : public FsFat {
protected:
    FsFatSpoiled() {
        write_file(folder.path + "/a", pattern(5 * 512));
        std::filesystem::create_directories(folder.path + "/d");
        machine.format("-F 16 -s 1 -R 1", 8192, folder.path);
    }

    void set_next(u32 cluster, u32 next) {
        block::testing::put(machine.disk.contents, 512 + 2 * cluster, next, 2);
    }
    std::optional<Code> code(char const* path) {
        EXPECT_EQ(machine.mount(), nullopt);
        return code_of(machine.paths->node(path));
    }
};

TEST_F(FsFatSpoiled, a_chain_that_leads_into_itself_is_corrupt) {
    set_next(6, 3);
    EXPECT_EQ(code("/a"), Code::corrupt);
}

TEST_F(FsFatSpoiled, a_chain_that_is_too_short_is_corrupt) {
    set_next(4, 0xffff);
    EXPECT_EQ(code("/a"), Code::corrupt);
}

TEST_F(FsFatSpoiled, a_chain_that_leaves_the_disk_is_corrupt) {
    set_next(4, 0xff00);
    EXPECT_EQ(code("/a"), Code::corrupt);
}

TEST_F(FsFatSpoiled, what_was_found_corrupt_can_be_unmounted_and_is_only_read_then) {
    set_next(4, 0xffff);
    ASSERT_EQ(machine.mount(false), nullopt);
    EXPECT_EQ(code_of(machine.paths->node("/a")), Code::corrupt);
    EXPECT_EQ(machine.paths->make("/b", Kind::file), nullopt);
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.mount(false), Code::read_only);
    EXPECT_EQ(machine.mount(), nullopt);
    EXPECT_EQ(machine.paths->attributes("/b").links, 1u);
}

TEST_F(FsFatSpoiled, a_chain_with_a_free_cluster_is_corrupt) {
    set_next(4, 0);
    EXPECT_EQ(code("/a"), Code::corrupt);
}

} // namespace
} // namespace flat::fs::fat
