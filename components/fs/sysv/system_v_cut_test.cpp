// SPDX-License-Identifier: BSD-2-Clause
// Tests of power cuts while a disk of System V's format is written, after which it is only read.
#include <fs/sysv/testing.hpp>

#include <fs/host/cuts/testing.hpp>

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

INSTANTIATE_TEST_SUITE_P(Each, FsSystemVCuts,
                         ::testing::Values(testing::Making{},
                                           testing::Making{.block_bytes = 512,
                                                           .is_big_endian = true,
                                                           .is_release_2 = true}));

} // namespace
} // namespace flat::fs::sysv
