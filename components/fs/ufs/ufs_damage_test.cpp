// SPDX-License-Identifier: BSD-2-Clause
// Whatever a disk with FFS says, reading and changing it does no harm and ends.
#include <fs/host/damage/testing.hpp>
#include <fs/ufs/testing.hpp>

namespace flat::fs::ufs {
namespace {

using block::testing::pattern;
using testing::write_file;

/// Damages a disk of the format as the seed says.
void damage_some(char const* format, u32 seed) {
    testing::Folder folder;
    std::filesystem::create_directories(folder.path + "/d/e/f");
    for (char const* const each : {"/a", "/d/a", "/d/e/a"})
        write_file(folder.path + each, pattern(20'000));
    write_file(folder.path + "/large", pattern(330'000));
    std::filesystem::create_symlink(std::string(190, 'x'), folder.path + "/link");
    testing::Machine machine;
    machine.format(std::string("-s 2m ") + format, folder.path);
    u32 const mounted = fs::testing::damage_and_visit(machine, seed, {8192, 1400, 90 * 1024});
    EXPECT_GT(mounted, fs::testing::damages_of_run() / 5);
}

class FsUfsDamage : public ::testing::TestWithParam<char const*> {};

TEST_P(FsUfsDamage, damaged_disks_do_no_harm) {
    damage_some(GetParam(), fs::testing::seed_of_damages());
}

// Among them is a disk whose damage is found when it is left.
TEST_P(FsUfsDamage, what_is_corrupt_can_be_unmounted) {
    damage_some(GetParam(), 1804125319);
}

INSTANTIATE_TEST_SUITE_P(Each, FsUfsDamage, ::testing::Values("-B le", "-B be -o version=2"));

} // namespace
} // namespace flat::fs::ufs
