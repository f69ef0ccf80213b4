// SPDX-License-Identifier: BSD-2-Clause
// Tests of reading FFS, of disks that makefs has made.
#include <fs/ufs/testing.hpp>

#include <sys/stat.h>

namespace flat::fs::ufs {
namespace {

using block::testing::pattern;
using fs::testing::code_of;
using testing::Bytes;
using testing::write_file;
using Code = FsError::Code;
using Kind = Node::Kind;
using std::nullopt;

class FsUfs : public ::testing::Test {
protected:
    ~FsUfs() override {
        if (machine.paths) EXPECT_EQ(machine.unmount(), nullopt);
        EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u);
    }

    /// A folder with something of everything.
    void fill_folder() {
        std::filesystem::create_directories(folder.path + "/d/e");
        write_file(folder.path + "/small", pattern(100));
        write_file(folder.path + "/tail", pattern(21'000));
        write_file(folder.path + "/single", pattern(300'000));
        write_file(folder.path + "/d/double", pattern(6'000'000));
        for (int i = 0; i < 200; ++i)
            write_file(folder.path + "/d/e/a-name-that-is-not-short-" + std::to_string(i), {});
        std::filesystem::create_symlink("d/e", folder.path + "/short");
        std::filesystem::create_symlink(std::string(150, '/') + "d/../small",
                                        folder.path + "/long");
        std::filesystem::create_hard_link(folder.path + "/small", folder.path + "/again");
        ::chmod((folder.path + "/small").c_str(), 04711);
    }

    testing::Machine machine;
    testing::Folder folder;
};

class FsUfsOf : public FsUfs, public ::testing::WithParamInterface<char const*> {};

TEST_P(FsUfsOf, all_that_makefs_writes_is_read) {
    fill_folder();
    machine.format(std::string("-s 16m ") + GetParam(), folder.path);
    EXPECT_EQ(machine.problems(), "");
    ASSERT_EQ(machine.mount(), nullopt);
    auto& paths = *machine.paths;
    EXPECT_EQ(paths.read("/small"), pattern(100));
    EXPECT_EQ(paths.read("/tail"), pattern(21'000));
    EXPECT_EQ(paths.read("/single"), pattern(300'000));
    EXPECT_TRUE(paths.read("/d/double", 0, 1 << 23) == pattern(6'000'000));
    EXPECT_EQ(paths.target("/short"), "d/e");
    EXPECT_EQ(paths.read("/long"), pattern(100));
    auto const small = paths.attributes("/small");
    EXPECT_EQ(small.mode, 04711u);
    EXPECT_EQ(small.links, 2u);
    EXPECT_EQ(small.number, paths.attributes("/again").number);
    EXPECT_EQ(paths.attributes("/d").links, 3u);
    EXPECT_EQ(paths.list("/d/e").size(), 200u);
    EXPECT_EQ(paths.list("/d"), (std::vector<std::string>{"double", "e"}));
}

INSTANTIATE_TEST_SUITE_P(Each, FsUfsOf,
                         ::testing::Values("-B le", "-B be", "-B le -o version=2",
                                           "-B be -o version=2", "-B le -o bsize=4096,fsize=512",
                                           "-B le -o bsize=16384,fsize=4096",
                                           "-B le -o version=2,bsize=32768,fsize=4096"));

TEST_F(FsUfs, what_is_no_such_file_system_is_told_from_what_is_not_understood) {
    machine.disk.contents.assign(1 << 20, 0);
    EXPECT_EQ(machine.mount(), Code::unknown_format);
    machine.disk.contents.assign(1024, 0);
    EXPECT_EQ(machine.mount(), Code::unknown_format);
    machine.disk.contents.clear();
    EXPECT_EQ(machine.mount(), Code::io);
    machine.format("-s 8m -o bsize=65536,fsize=8192");
    EXPECT_EQ(machine.mount(), Code::not_supported);
    machine.format("-s 8m");
    machine.disk.contents.resize(6 << 20);
    EXPECT_EQ(machine.mount(), Code::corrupt);
    machine.format("-s 8m");
    machine.disk.bad_sector = 16;
    EXPECT_EQ(machine.mount(), Code::io);
}

TEST_F(FsUfs, a_disk_that_was_not_left_whole_is_only_read) {
    machine.format("-s 8m");
    ASSERT_EQ(machine.mount(false), nullopt);
    EXPECT_EQ(machine.paths->make("/file", Kind::file), nullopt);
    ASSERT_EQ(machine.unmount(), nullopt);
    machine.disk.contents[8192 + super_block::is_clean] = 0;
    EXPECT_EQ(machine.mount(false), Code::read_only);
    ASSERT_EQ(machine.mount(), nullopt);
    EXPECT_TRUE(machine.files->statistics().is_read_only);
    auto const sync = [](File& file) { return code_of(file.sync()); };
    EXPECT_EQ(machine.paths->in_file("/file", sync), nullopt);
    EXPECT_EQ(machine.paths->make("/a", Kind::file), Code::read_only);
    EXPECT_EQ(code_of(machine.ufs.mount(machine.disk, true)), Code::busy);
}

} // namespace
} // namespace flat::fs::ufs
