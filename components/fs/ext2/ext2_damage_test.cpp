// SPDX-License-Identifier: BSD-2-Clause
// Whatever a disk says, reading and changing it does no harm and ends.
#include <fs/ext2/testing.hpp>
#include <fs/host/damage/testing.hpp>

namespace flat::fs::ext2 {
namespace {

using block::testing::pattern;
using testing::Bytes;
using testing::write_file;
using Kind = Node::Kind;

TEST(FsExt2Damage, damaged_disks_do_no_harm) {
    u32 const seed = fs::testing::seed_of_damages();
    testing::Folder folder;
    std::filesystem::create_directories(folder.path + "/d/e/f");
    for (char const* const each : {"/a", "/d/a", "/d/e/a"})
        write_file(folder.path + each, pattern(20'000));
    write_file(folder.path + "/large", pattern(330'000));
    std::filesystem::create_symlink(std::string(90, 'x'), folder.path + "/link");
    testing::Machine machine;
    machine.format("1M -b 1024 -N 64", folder.path);
    u32 const mounted = fs::testing::damage_and_visit(machine, seed, {1024, 8 * 1024, 150 * 1024});
    EXPECT_GT(mounted, fs::testing::damages_of_run() / 3);
}

TEST(FsExt2Damage, a_node_that_is_there_is_not_made_anew_whatever_its_bitmap_says) {
    testing::Folder folder;
    write_file(folder.path + "/a", pattern(100));
    testing::Machine machine;
    machine.format("1M -b 1024", folder.path);
    Bytes& image = machine.disk.contents;
    usize const bitmap = usize(image[2048 + 4] | image[2048 + 5] << 8) * 1024;
    ASSERT_EQ(machine.mount(), std::nullopt);
    u64 const number = machine.paths->attributes("/a").number;
    ASSERT_EQ(machine.unmount(), std::nullopt);
    image[bitmap + (number - 1) / 8] &= u8(~(1 << (number - 1) % 8));
    ASSERT_EQ(machine.mount(false), std::nullopt);
    EXPECT_EQ(machine.paths->make("/b", Kind::file), FsError::Code::corrupt);
    EXPECT_EQ(machine.paths->make("/b", Kind::file), std::nullopt);
    EXPECT_EQ(machine.paths->read("/a"), pattern(100));
    EXPECT_EQ(machine.unmount(), std::nullopt);
    EXPECT_EQ(machine.mount(false), FsError::Code::read_only) << "that is for e2fsck";
    EXPECT_EQ(machine.mount(), std::nullopt);
    EXPECT_EQ(machine.paths->attributes("/b").links, 1u);
}

} // namespace
} // namespace flat::fs::ext2
