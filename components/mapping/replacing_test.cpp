// SPDX-License-Identifier: BSD-2-Clause
// Tests of the bound of pages in memory, and of what leaves when it is reached.
#include <mapping/mappings.hpp>

#include <flat/memory/user_space.hpp>
#include <mapping/testing.hpp>
#include <memory/replacement/clock.hpp>
#include <memory/replacement/fifo.hpp>
#include <memory/replacement/lru.hpp>
#include <memory/slabs.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace flat::mapping {
namespace {

using hal::Mmu;

constexpr u32 read_write = Mmu::read | Mmu::write;
constexpr u64 bound = 8;

template<class P>
class Some final : public P {
public:
    Some() : P({}, {}) {}
};

class MappingReplacing : public ::testing::Test {
protected:
    MappingReplacing() { object.use(frames); }
    ~MappingReplacing() override {
        EXPECT_TRUE(mappings.close(object));
        EXPECT_EQ(frames.taken_bytes(), 0u);
        EXPECT_EQ(lru.next(), nullptr);
    }

    static u64& word_of(memory::ResidentPages::Held const& held) {
        return *static_cast<u64*>(machine::physical_to_virtual(held.frame));
    }
    /// Holds a page, for which another one may have been cleaned, which ends at once.
    memory::ResidentPages::Held hold(u64 page, u32 rights) {
        auto held = mappings.hold(object, page, rights).value();
        if (held.condition != 0) held = mappings.hold(object, page, rights).value();
        EXPECT_EQ(held.condition, 0u);
        return held;
    }
    u64 read(u64 page) {
        auto const held = hold(page, Mmu::read);
        u64 const word = word_of(held);
        mappings.let_go(object, page, Mmu::read);
        return word;
    }
    void write(u64 page, u64 word) {
        auto const held = hold(page, read_write);
        word_of(held) = word;
        mappings.let_go(object, page, read_write);
    }
    u64 resident() { return mappings.count(object).resident; }

    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs objects{{.frames = record_frames}, {}};
    testing::FakeMmu mmu;
    testing::FakeObject object;
    Some<memory::replacement::Lru> lru;
    Mappings mappings{{.mmu = mmu, .objects = objects, .threads = {}, .replacement = lru},
                      {.cache_pages = bound, .ahead_max = 3}};
};

TEST_F(MappingReplacing, no_more_pages_stay_than_may_and_the_least_recent_one_leaves) {
    for (u64 page = 0; page < bound; ++page)
        read(page);
    read(0);
    read(50);
    EXPECT_EQ(resident(), bound);
    object.filled.clear();
    read(0);
    EXPECT_TRUE(object.filled.empty());
    read(1);
    EXPECT_EQ(object.filled, std::vector<u64>{1});
    EXPECT_EQ(resident(), bound);
}

TEST_F(MappingReplacing, what_was_written_to_is_cleaned_before_it_leaves) {
    for (u64 page = 0; page < 60; ++page)
        write(page, page + 1000);
    EXPECT_EQ(resident(), bound);
    EXPECT_GE(object.contents.size(), 60 - bound);
    for (u64 page = 0; page < 60; ++page)
        EXPECT_EQ(read(page), page + 1000);
}

TEST_F(MappingReplacing, what_is_held_stays_and_when_all_is_held_there_may_be_more) {
    for (u64 page = 0; page < bound; ++page)
        EXPECT_TRUE(mappings.hold(object, page, Mmu::read).is_ok());
    read(40);
    EXPECT_EQ(resident(), bound + 1);
    for (u64 page = 0; page < bound; ++page)
        mappings.let_go(object, page, Mmu::read);
    read(41);
    EXPECT_EQ(resident(), bound) << "what was too much has left";
}

TEST_F(MappingReplacing, cleaning_that_takes_its_time_is_waited_for) {
    for (u64 page = 0; page < bound; ++page)
        write(page, page);
    object.is_late = true;
    u64 const condition = mappings.hold(object, 70, Mmu::read).value().condition;
    EXPECT_EQ(condition, mappings.count(object).condition);
    EXPECT_EQ(object.waiting(), bound) << "as many pages in a row as there are";
    EXPECT_EQ(mappings.hold(object, 70, Mmu::read).value().condition, condition);
    EXPECT_EQ(object.waiting(), bound) << "nothing is begun twice";
    while (object.waiting() != 0)
        object.end();
    object.is_late = false;
    read(70);
    EXPECT_EQ(resident(), bound);
}

TEST_F(MappingReplacing, what_cannot_be_cleaned_stays_dirty_and_is_not_tried_for_ever) {
    for (u64 page = 0; page < bound; ++page)
        write(page, page + 1);
    object.contents.clear();
    object.fails = true;
    EXPECT_NE(mappings.hold(object, 70, Mmu::read).value().condition, 0u);
    EXPECT_EQ(object.cleaned.size(), bound);
    object.fails = false;
    read(70);
    EXPECT_EQ(resident(), bound + 1);
    EXPECT_TRUE(object.contents.size() <= 1 && mappings.count(object).dirty == bound);
    mappings.clean(object, 0, 100);
    EXPECT_EQ(mappings.count(object).dirty, 0u);
    read(71);
    EXPECT_EQ(read(0), 1u);
}

TEST_F(MappingReplacing, a_mapped_page_leaves_with_its_mappings) {
    constexpr vaddr base = 0x40'0000;
    memory::UserSpace* const space = mappings.create().value();
    EXPECT_TRUE(space->map(object, 0, 100, base, Mmu::read).is_ok());
    for (u64 page = 0; page < 3 * bound; ++page)
        EXPECT_EQ(space->resolve(base + page * domain::page_size, Mmu::read).value(), 0u);
    EXPECT_EQ(resident(), bound);
    EXPECT_GT(mmu.mapped(), 0u);
    EXPECT_LE(mmu.mapped(), bound) << "what is filled ahead is not mapped yet";
    space->release();
}

TEST_F(MappingReplacing, an_object_whose_pages_are_nowhere_else_keeps_them) {
    testing::FakeObject own;
    own.use(frames);
    own.may_be_replaced = false;
    for (u64 page = 0; page < 3 * bound; ++page) {
        EXPECT_TRUE(mappings.hold(own, page, Mmu::read).is_ok());
        mappings.let_go(own, page, Mmu::read);
        read(page);
    }
    EXPECT_EQ(mappings.count(own).resident, 3 * bound);
    EXPECT_TRUE(mappings.close(own));
}

TEST_F(MappingReplacing, pages_in_a_row_are_filled_ahead_by_a_window_that_doubles) {
    Some<memory::replacement::Lru> policy;
    Mappings large{{.mmu = mmu, .objects = objects, .threads = {}, .replacement = policy},
                   {.cache_pages = 64, .ahead_max = 7}};
    auto const access = [&](u64 page) {
        EXPECT_EQ(large.hold(object, page, Mmu::read).value().condition, 0u);
        large.let_go(object, page, Mmu::read);
        return object.filled.size();
    };
    EXPECT_EQ(access(0), 2u);
    EXPECT_EQ(access(1), 2u);
    EXPECT_EQ(access(2), 5u);
    EXPECT_EQ(access(5), 10u);
    EXPECT_EQ(access(10), 18u);
    EXPECT_EQ(access(18), 26u) << "no more than may be";
    EXPECT_EQ(access(50), 27u) << "not in a row";
    EXPECT_EQ(access(51), 29u);
    EXPECT_EQ(access(97), 30u);
    EXPECT_EQ(access(98), 32u);
    EXPECT_EQ(large.replacements().filled, 9u);
    EXPECT_EQ(large.replacements().filled_ahead, 23u);
    std::sort(object.filled.begin(), object.filled.end());
    EXPECT_EQ(std::adjacent_find(object.filled.begin(), object.filled.end()), object.filled.end());
    EXPECT_TRUE(large.close(object));
}

TEST_F(MappingReplacing, what_was_not_filled_ahead_is_asked_for_again) {
    object.is_late = true;
    EXPECT_NE(mappings.hold(object, 0, Mmu::read).value().condition, 0u);
    EXPECT_EQ(object.waiting(), 2u);
    object.end();
    object.fails = true;
    object.end();
    object.is_late = object.fails = false;
    EXPECT_EQ(read(1), 0u);
    EXPECT_EQ(object.filled, (std::vector<u64>{0, 1, 1}));
}

TEST_F(MappingReplacing, pages_can_be_filled_before_somebody_asks_for_them) {
    Some<memory::replacement::Lru> policy;
    Mappings large{{.mmu = mmu, .objects = objects, .threads = {}, .replacement = policy},
                   {.cache_pages = 64, .ahead_max = 0}};
    EXPECT_TRUE(large.hold(object, 3, Mmu::read).is_ok());
    large.let_go(object, 3, Mmu::read);
    object.filled.clear();
    large.fill_ahead(object, 0, 16);
    ASSERT_EQ(object.filled.size(), 15u) << "but the one that is there";
    large.fill_ahead(object, 0, 40);
    EXPECT_EQ(object.filled.size(), 15u) << "no more than a quarter at once";
    large.fill_ahead(object, 16, 16);
    large.fill_ahead(object, 32, 8);
    for (u64 page = 0; page < 40; ++page) {
        EXPECT_EQ(large.hold(object, page, Mmu::read).value().condition, 0u);
        large.let_go(object, page, Mmu::read);
    }
    EXPECT_EQ(object.filled.size(), 39u);
    EXPECT_EQ(large.count(object).resident, 40u);
    EXPECT_TRUE(large.close(object));
}

TEST_F(MappingReplacing, what_is_filled_before_waits_for_no_room_and_reports_no_failure) {
    object.is_late = true;
    mappings.fill_ahead(object, 0, 3 * bound);
    EXPECT_EQ(object.waiting(), bound / 4);
    for (u64 page = 0; page < 2 * bound; ++page)
        mappings.fill_ahead(object, page, 1);
    EXPECT_EQ(object.waiting(), bound) << "those on their way cannot leave";
    object.fails = true;
    while (object.waiting() != 0)
        object.end();
    object.is_late = object.fails = false;
    EXPECT_EQ(read(1), 0u);
    EXPECT_TRUE(mappings.close(object));
    mappings.fill_ahead(object, object.pages(), 5);
    EXPECT_EQ(mappings.count(object).resident, 0u);
    EXPECT_TRUE(mappings.close(object)) << "nothing is known of it";
}

/// Reads and writes of several objects by each policy: what is read is what was written last, and
/// the bound holds.
TEST(MappingReplacingModel, by_each_policy_the_same_is_read_as_without_a_bound) {
    Some<memory::replacement::Clock> clock;
    Some<memory::replacement::Lru> lru;
    Some<memory::replacement::Fifo> fifo;
    memory::Replacement* const policies[] = {&clock, &lru, &fifo};
    for (memory::Replacement* const policy : policies) {
        memory::testing::FakeFrames frames;
        memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
        memory::Slabs objects{{.frames = record_frames}, {}};
        testing::FakeMmu mmu;
        Mappings mappings{{.mmu = mmu, .objects = objects, .threads = {}, .replacement = *policy},
                          {.cache_pages = bound, .ahead_max = 3}};
        testing::FakeObject all[3];
        std::map<u64, u64> words[3];
        for (testing::FakeObject& each : all)
            each.use(frames);
        std::mt19937 random(20260402);
        for (u32 step = 0; step < 20'000; ++step) {
            usize const which = random() % 3;
            u64 const page = random() % 30;
            bool const writes = random() % 3 == 0;
            u32 const rights = writes ? read_write : u32{Mmu::read};
            auto held = mappings.hold(all[which], page, rights).value();
            while (held.condition != 0) // cleaning has ended already
                held = mappings.hold(all[which], page, rights).value();
            u64& word = *static_cast<u64*>(machine::physical_to_virtual(held.frame));
            ASSERT_EQ(word, words[which][page]) << step;
            if (writes) word = words[which][page] = step;
            mappings.let_go(all[which], page, rights);
            if (step % 500 == 0) mappings.discard(all[which], 100, 10);
            if (step % 700 == 0) mappings.clean(all[which], 0, 100);
            u64 sum = 0;
            for (testing::FakeObject& each : all)
                sum += mappings.count(each).resident;
            ASSERT_LE(sum, bound);
        }
        for (testing::FakeObject& each : all)
            EXPECT_TRUE(mappings.close(each));
        EXPECT_EQ(policy->next(), nullptr);
    }
}

} // namespace
} // namespace flat::mapping
