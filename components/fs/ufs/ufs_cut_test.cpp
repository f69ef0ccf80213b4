// SPDX-License-Identifier: BSD-2-Clause
// Tests of power cuts while an FFS is written, after which it is repaired.
#include <fs/ufs/testing.hpp>

#include <fs/host/cuts/testing.hpp>
#include <fs/host/damage/testing.hpp>

namespace flat::fs::ufs {
namespace {

/// How makefs is called.
class FsUfsCuts : public ::testing::TestWithParam<char const*> {
protected:
    ~FsUfsCuts() override { EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u); }

    testing::Machine machine;
};

TEST_P(FsUfsCuts, what_was_synchronised_and_not_touched_is_there_after_a_cut_at_any_point) {
    machine.format(GetParam());
    ASSERT_EQ(machine.mount(false), std::nullopt);
    fs::testing::cut_power(machine, fs::testing::cuts_of_run(),
                           {.replaces_at_once = false, .crowd = 20});
}

TEST_P(FsUfsCuts, a_disk_that_was_left_in_use_is_only_read_until_it_is_repaired) {
    machine.format(GetParam());
    fs::testing::leave_in_use_and_repair(machine);
}

/// The repair itself: nodes and names that say anything.
TEST_P(FsUfsCuts, whatever_is_written_over_nodes_and_names_it_can_be_repaired) {
    machine.format(GetParam());
    ASSERT_EQ(machine.mount(false), std::nullopt);
    for (std::string const folder : {"/d", "/d/e", "/f"}) {
        EXPECT_EQ(machine.paths->make(folder, Node::Kind::directory, 0755), std::nullopt);
        for (u32 i = 0; i < 15; ++i) {
            std::string const path = folder + "/" + std::to_string(i);
            EXPECT_EQ(machine.paths->make(path, Node::Kind::file), std::nullopt);
            EXPECT_EQ(machine.paths->write(path, 0, fs::testing::Bytes(i * 5000, u8(i))),
                      std::nullopt);
        }
        EXPECT_EQ(machine.paths->make_link(folder + "/link", std::string(folder.size() * 30, 'x')),
                  std::nullopt);
    }
    EXPECT_EQ(machine.unmount(), std::nullopt);
    ASSERT_EQ(machine.problems(), "");
    fs::testing::Bytes const whole = machine.disk.contents;
    std::vector<u64> const damaged = testing::Places(whole).of_nodes_and_names();
    std::mt19937 random(fs::testing::seed_of_damages());
    for (u32 i = 0; i < fs::testing::cuts_of_run() / 10; ++i) {
        machine.disk.contents = whole;
        for (u32 changes = 1 + random() % 100; changes > 0; --changes)
            machine.disk.contents.at(damaged[random() % damaged.size()]) =
                static_cast<u8>(random());
        ASSERT_EQ(machine.repair(), "") << "number " << i;
        ASSERT_EQ(machine.repair(), "") << "once more, number " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Each, FsUfsCuts,
                         ::testing::Values("-s 4m -f 60 -o version=1,bsize=4096,fsize=512",
                                           "-s 4m -f 60 -B be -o version=2,bsize=8192,fsize=1024"));

} // namespace
} // namespace flat::fs::ufs
