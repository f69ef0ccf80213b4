// SPDX-License-Identifier: BSD-2-Clause
// Tests of pages that the kernel holds.
#include <mapping/mappings.hpp>

#include <flat/memory/user_space.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>

namespace flat::mapping {
namespace {

using hal::Mmu;
using Code = MappingError::Code;

constexpr u32 read_write = Mmu::read | Mmu::write;
constexpr vaddr base = 0x40'0000;

class MappingHolds : public ::testing::Test {
protected:
    MappingHolds() { object.use(frames); }
    ~MappingHolds() override {
        EXPECT_TRUE(mappings.close(object));
        EXPECT_EQ(frames.taken_bytes(), 0u);
    }

    u64& hold(u64 page, u32 rights = Mmu::read) {
        auto const held = mappings.hold(object, page, rights).value();
        EXPECT_EQ(held.condition, 0u);
        return *static_cast<u64*>(machine::physical_to_virtual(held.frame));
    }
    void let_go(u64 page, u32 rights = Mmu::read) { mappings.let_go(object, page, rights); }
    void clean() { mappings.clean(object, 0, 100); }
    u64 dirty() { return mappings.count(object).dirty; }

    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs objects{{.frames = record_frames}, {}};
    testing::FakeMmu mmu;
    testing::FakeObject object;
    Mappings mappings{{.mmu = mmu, .objects = objects, .threads = {}, .replacement = {}}, {}};
};

TEST_F(MappingHolds, a_page_is_filled_once_and_stays_until_it_is_discarded) {
    object.contents[3] = 42;
    EXPECT_EQ(hold(3), 42u);
    let_go(3);
    EXPECT_EQ(hold(3), 42u);
    EXPECT_EQ(mappings.discard(object, 0, 100), 1u) << "it is held";
    let_go(3);
    EXPECT_EQ(object.filled, std::vector<u64>{3});
    EXPECT_EQ(mappings.discard(object, 0, 100), 0u);
    EXPECT_EQ(mappings.count(object).resident, 0u);
    EXPECT_EQ(hold(3), 42u);
    let_go(3);
    EXPECT_EQ(object.filled.size(), 2u);
}

TEST_F(MappingHolds, what_takes_time_names_what_to_wait_for) {
    object.is_late = true;
    object.contents[1] = 7;
    u64 const condition = mappings.hold(object, 1, Mmu::read).value().condition;
    EXPECT_NE(condition, 0u);
    EXPECT_EQ(mappings.hold(object, 1, Mmu::read).value().condition, condition);
    object.end();
    EXPECT_EQ(hold(1), 7u);
    let_go(1);
}

TEST_F(MappingHolds, what_cannot_be_filled_or_is_not_there_is_an_error) {
    object.fails = true;
    EXPECT_EQ(mappings.hold(object, 1, Mmu::read).error().code, Code::unavailable);
    EXPECT_EQ(mappings.hold(object, 100, Mmu::read).error().code, Code::unavailable);
    EXPECT_EQ(mappings.hold(object, 1, Mmu::uncached).error().code, Code::invalid);
    EXPECT_EQ(mappings.count(object).resident, 0u);
    object.fails = false;
    object.granted = Mmu::read;
    EXPECT_EQ(mappings.hold(object, 1, read_write).error().code, Code::forbidden);
    for (u32 i = 0; i < 255; ++i)
        hold(1);
    EXPECT_EQ(mappings.hold(object, 1, Mmu::read).error().code, Code::out_of_memory);
    for (u32 i = 0; i < 255; ++i)
        let_go(1);
}

TEST_F(MappingHolds, a_page_is_cleaned_when_nobody_holds_it_to_write) {
    hold(2, read_write) = 5;
    clean();
    EXPECT_TRUE(object.cleaned.empty());
    mappings.revoke_writing(object, 0, 100);
    hold(2, read_write) = 6; // another one may write, too
    let_go(2, read_write);
    let_go(2, read_write);
    EXPECT_EQ(dirty(), 1u);
    hold(2); // a reader does not disturb
    clean();
    EXPECT_EQ(object.contents[2], 6u);
    EXPECT_EQ(dirty(), 0u);
    let_go(2);
    hold(2, read_write) = 7;
    let_go(2, read_write);
    EXPECT_EQ(dirty(), 1u) << "the next writer is noticed";
    clean();
    EXPECT_EQ(object.contents[2], 7u);
}

TEST_F(MappingHolds, programs_and_the_kernel_see_the_same_page) {
    memory::UserSpace& space = *mappings.create().value();
    ASSERT_TRUE(space.map(object, 0, 4, base, read_write).is_ok());
    hold(0, read_write) = 9;
    let_go(0, read_write);
    ASSERT_EQ(space.resolve(base, Mmu::read).value(), 0u);
    paddr const place = space.translate(base).value();
    EXPECT_EQ(*static_cast<u64*>(machine::physical_to_virtual(place)), 9u);
    EXPECT_EQ(object.filled.size(), 1u);
    space.release();
}

TEST_F(MappingHolds, an_object_is_closed_when_nothing_of_it_is_held) {
    hold(1);
    EXPECT_FALSE(mappings.close(object));
    EXPECT_EQ(mappings.hold(object, 1, Mmu::read).error().code, Code::unavailable);
    let_go(1);
    EXPECT_TRUE(mappings.close(object));
}

TEST_F(MappingHolds, rights_that_are_withdrawn_are_asked_for_again_and_contents_stay) {
    hold(2, read_write) = 5;
    EXPECT_EQ(mappings.withdraw(object, 0, 100, Mmu::read), 1u) << "a writer holds it";
    let_go(2, read_write);
    EXPECT_EQ(mappings.withdraw(object, 0, 100, Mmu::read), 0u);
    EXPECT_EQ(hold(2), 5u);
    EXPECT_TRUE(object.upgraded.empty());
    EXPECT_EQ(mappings.withdraw(object, 2, 1, 0), 1u) << "a reader holds it";
    let_go(2);
    EXPECT_EQ(mappings.withdraw(object, 2, 1, 0), 0u);
    object.contents[2] = 6;
    EXPECT_EQ(hold(2), 6u);
    let_go(2);
    hold(2, read_write) = 7;
    let_go(2, read_write);
    EXPECT_EQ(object.filled, (std::vector<u64>{2, 2}));
    EXPECT_EQ(mappings.withdraw(object, 3, 1, 0), 0u) << "which is not in memory";
}

TEST_F(MappingHolds, a_page_that_is_held_stays_when_another_access_is_refused) {
    u64& word = hold(1, read_write);
    EXPECT_EQ(mappings.withdraw(object, 1, 1, 0), 1u);
    word = 8;
    object.fails = true;
    EXPECT_EQ(mappings.hold(object, 1, Mmu::read).error().code, Code::unavailable);
    EXPECT_EQ(mappings.count(object).resident, 1u);
    EXPECT_EQ(word, 8u);
    let_go(1, read_write);
    EXPECT_EQ(mappings.hold(object, 1, Mmu::read).error().code, Code::unavailable);
    EXPECT_EQ(mappings.count(object).resident, 0u) << "nobody holds it any more";
}

TEST_F(MappingHolds, what_is_withdrawn_while_more_is_asked_for_is_granted_by_the_answer) {
    object.granted = Mmu::read;
    hold(1) = 3;
    let_go(1);
    object.granted = 0;
    object.is_late = true;
    EXPECT_NE(mappings.hold(object, 1, read_write).value().condition, 0u);
    EXPECT_EQ(mappings.withdraw(object, 1, 1, 0), 0u);
    EXPECT_NE(mappings.hold(object, 1, Mmu::read).value().condition, 0u) << "read as it was";
    object.end();
    EXPECT_EQ(hold(1, read_write), 3u);
    let_go(1, read_write);
}

} // namespace
} // namespace flat::mapping
