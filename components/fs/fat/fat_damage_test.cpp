// SPDX-License-Identifier: BSD-2-Clause
// Whatever a disk with FAT says, reading and changing it does no harm and ends.
#include <fs/fat/testing.hpp>
#include <fs/host/damage/testing.hpp>

namespace flat::fs::fat {
namespace {

using block::testing::pattern;
using fs::testing::write_file;

/// How mkfs.fat is called, how large the disk is, and how much of it has something written.
struct Case {
    char const* options;
    u32 kib;
    usize used_bytes;
};

/// The same files.
void fill(testing::Machine& machine) {
    ASSERT_EQ(machine.mount(false), std::nullopt);
    for (char const* const each : {"/d", "/d/e", "/d/e/f"})
        ASSERT_EQ(machine.paths->make(each, Node::Kind::directory), std::nullopt);
    auto const write = [&](std::string const& path, usize bytes) {
        ASSERT_EQ(machine.paths->make(path, Node::Kind::file), std::nullopt);
        ASSERT_EQ(machine.paths->write(path, 0, pattern(bytes)), std::nullopt);
    };
    for (char const* const each : {"/a", "/d/a", "/d/e/a"})
        write(each, 20'000);
    write("/" + std::string(100, 'l') + "arge", 330'000);
    ASSERT_EQ(machine.unmount(), std::nullopt);
    machine.check();
}

class FsFatDamage : public ::testing::TestWithParam<Case> {};

TEST_P(FsFatDamage, damaged_disks_do_no_harm) {
    u32 const seed = fs::testing::seed_of_damages();
    testing::Folder folder;
    std::filesystem::create_directories(folder.path + "/d/e/f");
    for (char const* const each : {"/a", "/d/a", "/d/e/a"})
        write_file(folder.path + each, pattern(20'000));
    write_file(folder.path + "/" + std::string(100, 'l') + "arge", pattern(330'000));
    testing::Machine machine;
    bool const is_small_32 = std::string(GetParam().options).starts_with("-F 32");
    machine.format(GetParam().options, GetParam().kib, is_small_32 ? "" : folder.path);
    if (is_small_32) fill(machine); // mtools take none with so few clusters
    u32 const mounted =
        fs::testing::damage_and_visit(machine, seed, {0, 512, GetParam().used_bytes});
    EXPECT_GT(mounted, fs::testing::damages_of_run() / 5);
}

INSTANTIATE_TEST_SUITE_P(Each, FsFatDamage,
                         ::testing::Values(Case{"-F 12 -s 1", 1440, 64 * 1024},
                                           Case{"-F 16 -s 1", 2400, 64 * 1024},
                                           Case{"-F 32 -s 1", 4096, 96 * 1024}));

} // namespace
} // namespace flat::fs::fat
