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

class FsFatDamage : public ::testing::TestWithParam<Case> {};

TEST_P(FsFatDamage, damaged_disks_do_no_harm) {
    u32 const seed = fs::testing::seed_of_damages();
    testing::Folder folder;
    std::filesystem::create_directories(folder.path + "/d/e/f");
    for (char const* const each : {"/a", "/d/a", "/d/e/a"})
        write_file(folder.path + each, pattern(20'000));
    write_file(folder.path + "/" + std::string(100, 'l') + "arge", pattern(330'000));
    testing::Machine machine;
    machine.format(GetParam().options, GetParam().kib, folder.path);
    u32 const mounted =
        fs::testing::damage_and_visit(machine, seed, {0, 512, GetParam().used_bytes});
    EXPECT_GT(mounted, fs::testing::damages_of_run() / 5);
}

INSTANTIATE_TEST_SUITE_P(Each, FsFatDamage,
                         ::testing::Values(Case{"-F 12 -s 1", 1440, 64 * 1024},
                                           Case{"-F 16 -s 1", 2400, 64 * 1024}));

} // namespace
} // namespace flat::fs::fat
