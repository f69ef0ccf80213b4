// SPDX-License-Identifier: BSD-2-Clause
// Tests of power cuts while a disk of System V's format is written, after which it is repaired.
#include <fs/sysv/testing.hpp>

#include <fs/host/cuts/testing.hpp>
#include <fs/host/damage/testing.hpp>

namespace flat::fs::sysv {
namespace {

class FsSystemVCuts : public ::testing::TestWithParam<testing::Making> {
protected:
    ~FsSystemVCuts() override { EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u); }

    testing::Machine machine;
};

TEST_P(FsSystemVCuts, what_was_synchronised_and_not_touched_is_there_after_a_cut_at_any_point) {
    machine.format(GetParam());
    ASSERT_EQ(machine.mount(false), std::nullopt);
    fs::testing::cut_power(machine, fs::testing::cuts_of_run(),
                           {.replaces_at_once = false,
                            .name_bytes_max = 14,
                            .crowd = GetParam().block_bytes / 16 - 6});
}

TEST_P(FsSystemVCuts, a_disk_that_was_left_in_use_is_only_read_until_it_is_repaired) {
    machine.format(GetParam());
    fs::testing::leave_in_use_and_repair(machine);
}

/// The repair itself: nodes, tables and names that say anything.
TEST_P(FsSystemVCuts, whatever_is_written_over_a_disk_it_can_be_repaired) {
    machine.format(GetParam());
    ASSERT_EQ(machine.mount(false), std::nullopt);
    for (std::string const folder : {"/d", "/d/e", "/f"}) {
        EXPECT_EQ(machine.paths->make(folder, Node::Kind::directory, 0755), std::nullopt);
        for (u32 i = 0; i < 40; ++i) {
            std::string const path = folder + "/" + std::to_string(i);
            EXPECT_EQ(machine.paths->make(path, Node::Kind::file), std::nullopt);
            EXPECT_EQ(machine.paths->write(path, 0, fs::testing::Bytes(i * 400, u8(i))),
                      std::nullopt);
        }
    }
    EXPECT_EQ(machine.unmount(), std::nullopt);
    ASSERT_EQ(machine.problems(), "");
    fs::testing::Bytes const whole = machine.disk.contents;
    std::mt19937 random(fs::testing::seed_of_damages());
    u64 const first = 2 * GetParam().block_bytes;
    u64 const bytes = 300 * GetParam().block_bytes; // of nodes, and of what has been given first
    for (u32 i = 0; i < fs::testing::cuts_of_run() / 10; ++i) {
        machine.disk.contents = whole;
        for (u32 changes = 1 + random() % 200; changes > 0; --changes)
            machine.disk.contents.at(first + random() % bytes) = static_cast<u8>(random());
        ASSERT_EQ(machine.repair(), "") << "number " << i;
        ASSERT_EQ(machine.repair(), "") << "once more, number " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Each, FsSystemVCuts,
                         ::testing::Values(testing::Making{},
                                           testing::Making{.block_bytes = 512,
                                                           .is_big_endian = true,
                                                           .is_release_2 = true}));

} // namespace
} // namespace flat::fs::sysv
