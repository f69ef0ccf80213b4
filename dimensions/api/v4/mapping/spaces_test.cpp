// SPDX-License-Identifier: BSD-2-Clause
// Address spaces: what they cost, what sigma0's is, and that all of it comes back.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

class ApiSpaces : public ::testing::Test {
protected:
    Machine machine;
};

TEST_F(ApiSpaces, give_back_their_frames_tables_and_objects) {
    auto const frames_before = machine.frames.taken;
    Tcb& first = machine.add_space(10);
    Tcb& second = machine.add(16, first);
    EXPECT_EQ(machine.frames.taken.size(), frames_before.size() + 2); // one page of UTCBs each
    EXPECT_EQ(machine.mmu.roots.size(), 3u);
    machine.remove(first);
    EXPECT_EQ(machine.mmu.roots.size(), 3u);
    machine.remove(second);
    EXPECT_EQ(machine.frames.taken, frames_before);
    EXPECT_EQ(machine.mmu.roots.size(), 2u);
    EXPECT_EQ(machine.objects.count, 1u);
}

TEST_F(ApiSpaces, share_a_page_among_the_utcbs_in_it) {
    Tcb& first = machine.add(9, *machine.root);
    Tcb& second = machine.add(10, *machine.root);
    EXPECT_EQ(first.utcb() + 1, second.utcb());
    EXPECT_EQ(first.local_id() + sizeof(Utcb), second.local_id());
    EXPECT_EQ(first.local_id(), utcbs + sizeof(Utcb) + 512);
}

TEST_F(ApiSpaces, show_the_kernels_memory_to_nobody_in_a_fresh_page_of_utcbs) {
    paddr const frame = machine.frames.allocate(0).value();
    auto* const words = static_cast<u64*>(machine::physical_to_virtual(frame));
    std::fill_n(words, domain::page_size / sizeof *words, ~u64{0});
    machine.frames.free(frame, 0);
    machine.frames.hand_out_again = frame;
    Tcb& thread = machine.add(12, *machine.root);
    ASSERT_EQ(address_of(thread.utcb()), address_of(words));
    EXPECT_EQ(words[128 + 5], 0u); // in the next UTCB of the page
}

TEST_F(ApiSpaces, of_sigma0_translate_user_memory_to_itself_by_pages_as_large_as_fit) {
    Space& space = *machine.root->space();
    EXPECT_TRUE(machine.spaces.map_physical(space, 0x120'3456));
    auto const page = machine.mmu.get_mapping(space.page_root(), 0x120'3456);
    ASSERT_TRUE(page.is_ok());
    EXPECT_EQ(page.value(), (hal::Mmu::Mapping{0x120'0000, 0x120'0000, 21, 15}));
    EXPECT_FALSE(machine.spaces.map_physical(space, 0xff'ffff));
    EXPECT_FALSE(machine.spaces.map_physical(space, 0x180'0000));
}

TEST(ApiSpacesMemory, is_the_largest_free_region_in_whole_pages) {
    struct Regions : hal::PhysicalMemory {
        u32 region_count() override { return 4; }
        Region region(u32 index) override {
            Region const all[] = {{0x100'0000, 0x10'0000, Kind::free},
                                  {0x200'0000, 0x100'0000, Kind::reserved},
                                  {0x400'0800, 0x20'1000, Kind::free},
                                  {0x800'0000, 0x10'0000, Kind::free}};
            return all[index];
        }
    } memory;
    FakeMmu mmu;
    FakeFrames frames;
    FakeObjects objects;
    InterfacePage page{{.frames = frames}, {}};
    Spaces spaces{{.mmu = mmu,
                   .memory = memory,
                   .frames = frames,
                   .objects = objects,
                   .interface_page = page,
                   .io_ports = {}},
                  {}};
    EXPECT_EQ(spaces.user_memory().base, 0x400'1000u);
    EXPECT_EQ(spaces.user_memory().size_bytes, 0x20'0000u);
}

} // namespace
} // namespace flat::api
