// SPDX-License-Identifier: BSD-2-Clause
// Tests of power cuts while an ext2 is written, after which e2fsck repairs it, and of orphans.
#include <fs/ext2/testing.hpp>

#include <fs/host/cuts/testing.hpp>

namespace flat::fs::ext2 {
namespace {

using fs::testing::code_of;
using testing::Bytes;
using Kind = Node::Kind;
using std::nullopt;

class FsExt2Cuts : public ::testing::Test {
protected:
    ~FsExt2Cuts() override { EXPECT_EQ(machine.kernel.frames.taken_bytes(), 0u); }

    testing::Machine machine;
};

TEST_F(FsExt2Cuts, what_was_synchronised_is_there_after_a_cut_at_any_point) {
    machine.format("2M -b 1024 -N 64");
    machine.disk.sector_bytes = 1024; // blocks are written whole
    ASSERT_EQ(machine.mount(false), nullopt);
    fs::testing::cut_power(machine, fs::testing::cuts_of_run(), {.replaces_at_once = true});
}

TEST_F(FsExt2Cuts, what_was_removed_while_it_was_held_is_free_after_a_cut) {
    machine.format("1M -b 1024");
    ASSERT_EQ(machine.mount(false), nullopt);
    u64 const free = machine.files->statistics().free_blocks;
    for (char const* const each : {"/a", "/b"}) {
        EXPECT_EQ(machine.paths->make(each, Kind::file), nullopt);
        EXPECT_EQ(machine.paths->write(each, 0, block::testing::pattern(30'000)), nullopt);
    }
    Bytes cut;
    {
        Holding<Node> const a(machine.paths->node("/a").value());
        Holding<Node> const b(machine.paths->node("/b").value());
        for (char const* const each : {"/a", "/b"})
            EXPECT_EQ(machine.paths->unlink(each), nullopt);
        ASSERT_TRUE(machine.files->sync().is_ok());
        cut = machine.disk.contents;
    }
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
    // The disk says that it was not left whole; with that mended, orphans are left to us.
    block::testing::put(cut, 1024 + super_block::state, super_block::is_whole, 2);
    machine.disk.contents = cut;
    ASSERT_EQ(machine.mount(false), nullopt);
    EXPECT_EQ(machine.files->statistics().free_blocks, free);
    EXPECT_EQ(machine.unmount(), nullopt);
    EXPECT_EQ(machine.problems(), "");
    machine.disk.contents = cut;
    EXPECT_EQ(machine.repair(), "");
    EXPECT_EQ(machine.mount(false), nullopt);
    EXPECT_EQ(machine.files->statistics().free_blocks, free);
    EXPECT_EQ(machine.unmount(), nullopt);
}

TEST_F(FsExt2Cuts, a_list_of_orphans_that_never_ends_is_corrupt) {
    machine.format("1M -b 1024");
    block::testing::put(machine.disk.contents, 1024 + super_block::first_orphan, 2, 4);
    EXPECT_EQ(machine.mount(false), FsError::corrupt);
    machine.format("1M -b 1024");
    block::testing::put(machine.disk.contents, 1024 + super_block::first_orphan, 1 << 20, 4);
    EXPECT_EQ(machine.mount(false), FsError::corrupt);
    EXPECT_EQ(machine.mount(true), nullopt);
    EXPECT_EQ(machine.unmount(), nullopt);
}

} // namespace
} // namespace flat::fs::ext2
