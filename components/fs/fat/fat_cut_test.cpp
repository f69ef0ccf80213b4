// SPDX-License-Identifier: BSD-2-Clause
// Tests of power cuts while a FAT is written, after which fsck.fat repairs it.
#include <fs/fat/testing.hpp>

#include <fs/host/cuts/testing.hpp>

namespace flat::fs::fat {
namespace {

/// How mkfs.fat is called (a table of 12 bits has one sector: docs/storage.md, Limits), how large
/// the disk is, and which part of the cuts it has.
struct Case {
    char const* options;
    u32 kib;
    u32 part;
};

class FsFatCuts : public ::testing::TestWithParam<Case> {
protected:
    ~FsFatCuts() override { EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u); }

    testing::Machine machine;
};

/// A name that moves to another sector is in none of both for a while: its clusters are found.
TEST_P(FsFatCuts, what_was_synchronised_is_there_after_a_cut_at_any_point) {
    machine.format(GetParam().options, GetParam().kib);
    ASSERT_EQ(machine.mount(false), std::nullopt);
    fs::testing::cut_power(machine, fs::testing::cuts_of_run() / GetParam().part,
                           {.replaces_at_once = false});
}

INSTANTIATE_TEST_SUITE_P(Each, FsFatCuts,
                         ::testing::Values(Case{"-F 12 -s 32", 2880, 2},
                                           Case{"-F 16 -s 1", 2400, 2},
                                           Case{"-F 32 -s 1", 40960, 20}));

} // namespace
} // namespace flat::fs::fat
