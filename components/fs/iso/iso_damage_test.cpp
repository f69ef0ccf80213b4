// SPDX-License-Identifier: BSD-2-Clause
// Whatever a disc by ISO 9660 says, reading it does no harm and ends.
#include <fs/host/damage/testing.hpp>
#include <fs/host/disks/testing.hpp>
#include <fs/iso/iso9660.hpp>

namespace flat::fs::iso {
namespace {

using block::testing::pattern;
using fs::testing::write_file;

class SomeIso final : public Iso9660 {
public:
    using Iso9660::Iso9660;
};

class FsIsoDamage : public ::testing::TestWithParam<char const*> {};

TEST_P(FsIsoDamage, damaged_discs_do_no_harm) {
    u32 const seed = fs::testing::seed_of_damages();
    fs::testing::Folder folder;
    std::filesystem::create_directories(folder.path + "/files/d/e/f");
    for (char const* const each : {"/files/a", "/files/d/a", "/files/d/e/a"})
        write_file(folder.path + each, pattern(20'000));
    std::filesystem::create_symlink("../" + std::string(90, 'x'), folder.path + "/files/link");
    std::string const image = folder.path + "/image";
    ASSERT_EQ(fs::testing::run(std::string("genisoimage -quiet ") + GetParam() + " -o " + image +
                               " " + folder.path + "/files"),
              0);
    fs::testing::DiskMachine<SomeIso> machine;
    machine.disk.contents = fs::testing::contents_of(image);
    constexpr usize descriptors = 16 * 2048;
    u32 const mounted = fs::testing::damage_and_visit(machine, seed, {descriptors, 256, 16 * 2048});
    EXPECT_GT(mounted, fs::testing::damages_of_run() / 10);
}

INSTANTIATE_TEST_SUITE_P(Each, FsIsoDamage, ::testing::Values("-R", ""));

} // namespace
} // namespace flat::fs::iso
