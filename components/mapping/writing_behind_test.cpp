// SPDX-License-Identifier: BSD-2-Clause
// Tests of the list of pages that were written to, and of what is cleaned when.
#include <mapping/mappings.hpp>

#include <block/testing.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>

#include <gtest/gtest.h>

namespace flat::mapping {
namespace {

using hal::Mmu;
using Pages = std::vector<u64>;

constexpr u32 read_write = Mmu::read | Mmu::write;

class MappingWritingBehind : public ::testing::Test {
protected:
    MappingWritingBehind() {
        object.use(frames);
        other.use(frames);
    }
    ~MappingWritingBehind() override {
        EXPECT_TRUE(mappings.close(object));
        EXPECT_TRUE(mappings.close(other));
        EXPECT_EQ(unwritten(), 0u);
        EXPECT_EQ(frames.taken_bytes(), 0u);
    }

    void write(testing::FakeObject& to, u64 page) {
        EXPECT_EQ(mappings.hold(to, page, read_write).value().condition, 0u);
        mappings.let_go(to, page, read_write);
    }
    void write(u64 page) { write(object, page); }
    u64 unwritten() { return mappings.unwritten().pages; }
    u64 dirty() { return mappings.count(object).dirty; }

    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs objects{{.frames = record_frames}, {}};
    testing::FakeMmu mmu;
    testing::FakeObject object;
    testing::FakeObject other;
    block::testing::TestThreads threads;
    Mappings mappings{{.mmu = mmu, .objects = objects, .threads = threads, .replacement = {}},
                      {.dirty_max = 8}};
};

TEST_F(MappingWritingBehind, a_page_is_cleaned_when_it_has_been_dirty_for_so_many_rounds) {
    write(1);
    mappings.write_behind(1, 2);
    write(2);
    write(1); // it is as old as it was
    EXPECT_EQ(object.cleaned, Pages{});
    mappings.write_behind(1, 2);
    EXPECT_EQ(object.cleaned, (Pages{1, 2})) << "those after it are on the way";
    EXPECT_EQ(unwritten(), 0u);
    EXPECT_EQ(dirty(), 0u);
    EXPECT_EQ(mappings.unwritten().written, 2u);
    write(1);
    mappings.write_behind(1, 2);
    EXPECT_EQ(object.cleaned.size(), 2u) << "it was clean meanwhile";
    mappings.write_behind(1, 2);
    EXPECT_EQ(object.cleaned, (Pages{1, 2, 1}));
}

TEST_F(MappingWritingBehind, what_is_young_and_not_in_a_row_stays) {
    write(1);
    mappings.write_behind(1, 2);
    write(5);
    write(other, 2);
    mappings.write_behind(1, 2);
    EXPECT_EQ(object.cleaned, Pages{1});
    EXPECT_EQ(other.cleaned, Pages{});
    mappings.write_behind(1, 2);
    EXPECT_EQ(object.cleaned, (Pages{1, 5}));
    EXPECT_EQ(other.cleaned, Pages{2});
}

TEST_F(MappingWritingBehind, more_than_may_be_dirty_are_cleaned_until_half_is_left) {
    for (u64 page = 0; page < 8; ++page)
        write(2 * page);
    mappings.write_behind(0, 100);
    EXPECT_EQ(object.cleaned, Pages{});
    write(90);
    mappings.write_behind(0, 100);
    EXPECT_EQ(object.cleaned, (Pages{0, 2, 4, 6, 8}));
    EXPECT_EQ(unwritten(), 4u);
}

TEST_F(MappingWritingBehind, the_first_page_and_one_too_many_are_told) {
    auto const notifications_of = [&](u64 page) {
        u64 const before = threads.notifications;
        write(page);
        return threads.notifications - before;
    };
    EXPECT_EQ(notifications_of(0), 2u) << "of the transfer, and of the first page";
    for (u64 page = 1; page < 8; ++page)
        EXPECT_EQ(notifications_of(page), 1u);
    EXPECT_EQ(notifications_of(8), 2u);
    EXPECT_EQ(notifications_of(9), 1u);
    EXPECT_EQ(notifications_of(9), 0u);
}

TEST_F(MappingWritingBehind, all_transfers_are_begun_and_none_is_waited_for) {
    for (u64 page = 0; page < 6; page += 2)
        write(page);
    write(other, 7);
    object.is_late = other.is_late = true;
    mappings.write_behind(1, 1);
    EXPECT_EQ(object.waiting(), 3u);
    EXPECT_EQ(other.waiting(), 1u);
    EXPECT_EQ(unwritten(), 0u);
    mappings.write_behind(1, 1);
    EXPECT_EQ(object.waiting(), 3u) << "nothing is begun twice";
    EXPECT_NE(mappings.hold(object, 0, read_write).value().condition, 0u) << "writers wait";
    while (object.waiting() != 0)
        object.end();
    other.end();
    object.is_late = false;
}

TEST_F(MappingWritingBehind, what_somebody_writes_to_now_has_its_turn_later) {
    EXPECT_TRUE(mappings.hold(object, 3, read_write).is_ok());
    write(8);
    mappings.write_behind(1, 1);
    EXPECT_EQ(object.cleaned, Pages{8});
    EXPECT_EQ(unwritten(), 1u);
    mappings.let_go(object, 3, read_write);
    mappings.write_behind(0, 1);
    EXPECT_EQ(object.cleaned, Pages{8}) << "as if it had become dirty in that round";
    mappings.write_behind(1, 1);
    EXPECT_EQ(object.cleaned, (Pages{8, 3}));
}

TEST_F(MappingWritingBehind, what_cannot_be_cleaned_is_left_for_who_synchronises) {
    write(1);
    write(6);
    object.fails = true;
    mappings.write_behind(1, 1);
    EXPECT_EQ(object.cleaned, (Pages{1, 6}));
    EXPECT_EQ(dirty(), 2u);
    EXPECT_EQ(unwritten(), 0u);
    object.fails = false;
    write(1);
    mappings.write_behind(5, 1);
    EXPECT_EQ(object.cleaned.size(), 2u) << "it is not tried for ever";
    mappings.clean(object, 0, 100);
    EXPECT_EQ(dirty(), 0u);
    write(1);
    mappings.write_behind(1, 1);
    EXPECT_EQ(object.cleaned, (Pages{1, 6, 1, 6, 1}));
}

TEST_F(MappingWritingBehind, discarded_pages_and_those_that_live_nowhere_else_are_none) {
    other.may_be_replaced = false;
    write(other, 1);
    EXPECT_EQ(unwritten(), 0u);
    write(1);
    write(2);
    EXPECT_EQ(unwritten(), 2u);
    EXPECT_EQ(mappings.discard(object, 1, 1), 0u);
    EXPECT_EQ(unwritten(), 1u);
    mappings.write_behind(1, 1);
    EXPECT_EQ(object.cleaned, Pages{2});
    EXPECT_EQ(other.cleaned, Pages{});
}

/// At most six pages are dirty or on their way.
class MappingThrottle : public MappingWritingBehind {
protected:
    u64 condition_of_writing(u64 page) {
        auto const held = limited.hold(object, page, read_write);
        if (held.value().condition == 0) limited.let_go(object, page, read_write);
        return held.value().condition;
    }
    ~MappingThrottle() override { EXPECT_TRUE(limited.close(object)); }

    Mappings limited{{.mmu = mmu, .objects = objects, .threads = threads, .replacement = {}},
                     {.dirty_max = 100, .dirty_limit = 6}};
};

TEST_F(MappingThrottle, who_writes_too_much_waits_until_some_is_clean) {
    for (u64 page = 0; page < 12; page += 2)
        EXPECT_EQ(condition_of_writing(page), 0u);
    object.is_late = true;
    EXPECT_EQ(condition_of_writing(0), 0u) << "it is dirty already";
    u64 const condition = condition_of_writing(90);
    EXPECT_EQ(condition, limited.unwritten().condition);
    EXPECT_EQ(object.cleaned, (Pages{0, 2, 4})) << "the oldest, until half is left";
    EXPECT_EQ(condition_of_writing(90), condition);
    EXPECT_EQ(object.waiting(), 3u) << "nothing is begun twice";
    u64 const before = threads.notifications;
    object.end();
    EXPECT_EQ(threads.notifications - before, 2u) << "who waits for the page, and who writes";
    object.is_late = false;
    EXPECT_EQ(condition_of_writing(90), 0u);
    while (object.waiting() != 0)
        object.end();
    EXPECT_EQ(threads.notifications - before, 5u) << "nobody waits to write any more";
}

TEST_F(MappingThrottle, who_reads_does_not_wait) {
    for (u64 page = 0; page < 12; page += 2)
        EXPECT_EQ(condition_of_writing(page), 0u);
    object.is_late = true;
    EXPECT_NE(condition_of_writing(90), 0u);
    object.is_late = false;
    EXPECT_EQ(limited.hold(object, 91, Mmu::read).value().condition, 0u);
    limited.let_go(object, 91, Mmu::read);
    while (object.waiting() != 0)
        object.end();
}

TEST_F(MappingThrottle, a_waiting_writer_looks_again_when_others_begin_a_transfer) {
    for (u64 page = 0; page < 12; page += 2)
        EXPECT_EQ(condition_of_writing(page), 0u);
    object.is_late = true;
    EXPECT_NE(condition_of_writing(90), 0u);
    u64 const before = threads.notifications;
    limited.clean(object, 10, 1);
    EXPECT_EQ(threads.notifications - before, 1u);
    object.is_late = false;
    while (object.waiting() != 0)
        object.end();
}

TEST_F(MappingThrottle, what_cannot_be_cleaned_does_not_hold_writers_up) {
    for (u64 page = 0; page < 12; page += 2)
        EXPECT_TRUE(limited.hold(object, page, read_write).is_ok());
    EXPECT_EQ(condition_of_writing(90), 0u) << "somebody writes to all of them";
    for (u64 page = 0; page < 12; page += 2)
        limited.let_go(object, page, read_write);
    object.fails = true;
    EXPECT_EQ(condition_of_writing(0), 0u);
    limited.clean(object, 0, 100);
    object.fails = false;
    EXPECT_EQ(limited.unwritten().pages, 0u) << "a disk that fails is no reason to wait";
    EXPECT_EQ(condition_of_writing(92), 0u);
}

TEST_F(MappingWritingBehind, a_failure_has_a_number_until_all_is_clean) {
    write(1);
    write(other, 1);
    EXPECT_EQ(mappings.count(object).stuck, 0u);
    object.fails = other.fails = true;
    mappings.write_behind(1, 1);
    auto const counts = mappings.count(object);
    EXPECT_EQ(counts.stuck, 1u);
    EXPECT_EQ(mappings.count(other).stuck, 1u);
    EXPECT_NE(mappings.count(other).last_failure, counts.last_failure);
    mappings.clean(object, 0, 100);
    EXPECT_EQ(mappings.count(object).stuck, 1u);
    EXPECT_GT(mappings.count(object).last_failure, counts.last_failure);
    object.fails = other.fails = false;
    mappings.clean(object, 0, 100);
    EXPECT_EQ(mappings.count(object).stuck, 0u);
    EXPECT_EQ(mappings.discard(other, 1, 1), 0u);
    EXPECT_EQ(mappings.count(other).stuck, 0u);
}

} // namespace
} // namespace flat::mapping
