// SPDX-License-Identifier: BSD-2-Clause
// Tests of copies from and to pages that are in memory.
#include <mapping/mappings.hpp>

#include <domain/page.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>

namespace flat::mapping {
namespace {

using domain::page_size;
using hal::Mmu;

constexpr u32 read_write = Mmu::read | Mmu::write;

class MappingCopies : public ::testing::Test {
protected:
    MappingCopies() { object.use(frames); }
    ~MappingCopies() override { EXPECT_TRUE(mappings.close(object)); }

    /// Has a page in memory, whose bytes are all the same.
    void bring_in(u64 page, u8 byte, u32 rights = read_write) {
        auto const held = mappings.hold(object, page, read_write).value();
        memset(machine::physical_to_virtual(held.frame), byte, page_size);
        mappings.let_go(object, page, read_write);
        if (rights != read_write) mappings.clean(object, page, 1);
    }

    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs objects{{.frames = record_frames}, {}};
    testing::FakeMmu mmu;
    testing::FakeObject object;
    Mappings mappings{{.mmu = mmu, .objects = objects, .threads = {}, .replacement = {}}, {}};
    u8 bytes[4 * page_size] = {};
};

TEST_F(MappingCopies, go_as_far_as_pages_are_in_memory_and_ask_nobody) {
    bring_in(1, 'a');
    bring_in(2, 'b');
    bring_in(3, 'c');
    bring_in(5, 'd');
    auto const filled = object.filled;
    EXPECT_EQ(mappings.copy_out(object, page_size + 100, bytes), 3 * page_size - 100);
    EXPECT_EQ(bytes[page_size - 101], 'a');
    EXPECT_EQ(bytes[page_size - 100], 'b');
    EXPECT_EQ(bytes[3 * page_size - 101], 'c');
    EXPECT_EQ(bytes[3 * page_size - 100], 0);
    EXPECT_EQ(mappings.copy_out(object, 4 * page_size, bytes), 0u);
    EXPECT_EQ(mappings.copy_out(object, 5 * page_size, Span<u8>(bytes, 0)), 0u);
    EXPECT_EQ(object.filled, filled);
}

TEST_F(MappingCopies, write_only_to_pages_that_may_be_written_to) {
    bring_in(0, 'a');
    bring_in(1, 'b');
    bring_in(2, 'c', Mmu::read);
    memset(bytes, 'x', sizeof bytes);
    EXPECT_EQ(mappings.copy_in(object, page_size - 1, bytes), page_size + 1);
    EXPECT_EQ(mappings.copy_out(object, 0, bytes), 3 * page_size);
    EXPECT_EQ(bytes[page_size - 2], 'a');
    EXPECT_EQ(bytes[page_size - 1], 'x');
    EXPECT_EQ(bytes[2 * page_size - 1], 'x');
    EXPECT_EQ(bytes[2 * page_size], 'c');
}

TEST_F(MappingCopies, of_objects_that_nobody_knows_are_none) {
    testing::FakeObject other;
    EXPECT_EQ(mappings.copy_out(other, 0, bytes), 0u);
    EXPECT_EQ(mappings.copy_in(other, 0, bytes), 0u);
}

TEST_F(MappingCopies, reach_no_page_that_has_been_discarded) {
    bring_in(0, 'a');
    mappings.discard(object, 0, 1);
    EXPECT_EQ(mappings.copy_out(object, 0, bytes), 0u);
}

} // namespace
} // namespace flat::mapping
