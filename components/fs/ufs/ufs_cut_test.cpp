// SPDX-License-Identifier: BSD-2-Clause
// Tests of power cuts while an FFS is written, after which it is only read.
#include <fs/ufs/testing.hpp>

#include <fs/host/cuts/testing.hpp>

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

INSTANTIATE_TEST_SUITE_P(Each, FsUfsCuts,
                         ::testing::Values("-s 4m -f 60 -o version=1,bsize=4096,fsize=512",
                                           "-s 4m -f 60 -B be -o version=2,bsize=8192,fsize=1024"));

} // namespace
} // namespace flat::fs::ufs
