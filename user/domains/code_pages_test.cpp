// SPDX-License-Identifier: BSD-2-Clause
// Pages for code are writable or executable, never both; and no frame of them is lost.
#include "code_pages.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <set>

namespace domains {
namespace {

using l4::Rights;
using l4::Word;

constexpr unsigned memory_frames = 600;
alignas(4096) unsigned char memory[memory_frames][4096];
unsigned got = 0;
unsigned limit = memory_frames;
std::set<Word> revoked;

flat::Maybe<Word> get() {
    if (got == limit) return flat::nothing;
    return flat::address_of(memory[got++]);
}

void revoke(Word frame) {
    revoked.insert(frame);
}

class DomainCodePages : public ::testing::Test {
protected:
    DomainCodePages() {
        got = 0;
        limit = memory_frames;
        revoked.clear();
        std::memset(memory, 0xee, sizeof memory);
        pages.allow(CodePages::pages_max);
    }
    ~DomainCodePages() override {
        pages.give_all(frames);
        EXPECT_EQ(pages.count(), 0u);
        EXPECT_EQ(frames.free(), frames.all());
    }

    bool can(Word address, Rights access) { return pages.page(address, access).has_value(); }
    Word frame_at(Word address) { return pages.page(address, Rights::read)->region().address(); }

    Frames frames{get, revoke};
    CodePages pages;
};

TEST_F(DomainCodePages, are_zeros_that_can_be_written_and_not_executed) {
    Word const base = pages.take(3, frames);
    ASSERT_EQ(base, CodePages::first_address);
    for (Word index = 0; index < 3; ++index) {
        Word const address = base + index * l4::page_size;
        EXPECT_TRUE(can(address + 8, Rights::read_write));
        EXPECT_FALSE(can(address, Rights::execute));
        auto const* const bytes = flat::pointer_to<unsigned char>(frame_at(address));
        for (unsigned i = 0; i < l4::page_size; ++i)
            ASSERT_EQ(bytes[i], 0);
    }
    EXPECT_FALSE(can(base - 1, Rights::read));
    EXPECT_FALSE(can(base + 3 * l4::page_size, Rights::read));
}

TEST_F(DomainCodePages, sealed_once_can_be_executed_or_read_and_never_written_again) {
    Word const base = pages.take(3, frames);
    Word const frame = frame_at(base);
    EXPECT_TRUE(pages.seal(base, 1, true, frames));
    EXPECT_TRUE(revoked.contains(frame));
    EXPECT_TRUE(pages.seal(base + l4::page_size, 1, false, frames));
    EXPECT_TRUE(can(base, Rights::execute) && can(base, Rights::read));
    EXPECT_FALSE(can(base, Rights::write));
    EXPECT_FALSE(can(base + l4::page_size, Rights::write));
    EXPECT_FALSE(can(base + l4::page_size, Rights::execute));
    EXPECT_FALSE(pages.seal(base, 1, false, frames));
    EXPECT_FALSE(pages.seal(base + l4::page_size, 2, true, frames));
    EXPECT_TRUE(can(base + 2 * l4::page_size, Rights::write)) << "nothing changes by half";
}

TEST_F(DomainCodePages, are_taken_anew_with_zeros_and_no_other_frames) {
    for (unsigned round = 0; round < 100; ++round) {
        Word const base = pages.take(5, frames);
        ASSERT_EQ(base, CodePages::first_address);
        for (Word index = 0; index < 5; ++index) {
            auto* const bytes = flat::pointer_to<unsigned char>(frame_at(base + index * 4096));
            ASSERT_EQ(bytes[17], 0);
            bytes[17] = 1;
        }
        ASSERT_TRUE(pages.seal(base, 2, true, frames));
        ASSERT_TRUE(pages.release(base, 5, frames));
        ASSERT_FALSE(can(base, Rights::read));
    }
    EXPECT_EQ(got, 6u) << "one of them is the table";
}

TEST_F(DomainCodePages, lie_where_there_is_room_between_others) {
    Word const first = pages.take(2, frames);
    Word const second = pages.take(3, frames);
    EXPECT_EQ(second, first + 2 * l4::page_size);
    EXPECT_TRUE(pages.release(first, 2, frames));
    EXPECT_EQ(pages.take(3, frames), second + 3 * l4::page_size);
    EXPECT_EQ(pages.take(2, frames), first);
}

TEST_F(DomainCodePages, are_as_many_as_the_domain_may_have) {
    pages.allow(4);
    EXPECT_EQ(pages.take(5, frames), 0u);
    Word const base = pages.take(3, frames);
    EXPECT_EQ(pages.take(2, frames), 0u);
    EXPECT_EQ(pages.take(~Word{0}, frames), 0u);
    EXPECT_EQ(pages.take(0, frames), 0u);
    EXPECT_TRUE(pages.release(base, 3, frames));
    EXPECT_NE(pages.take(4, frames), 0u);
    CodePages none;
    EXPECT_EQ(none.take(1, frames), 0u);
    EXPECT_FALSE(none.seal(CodePages::first_address, 1, true, frames));
    EXPECT_FALSE(none.page(CodePages::first_address, Rights::read).has_value());
    CodePages all;
    all.allow(~Word{0});
    EXPECT_EQ(all.take(CodePages::pages_max + 1, frames), 0u);
    EXPECT_EQ(all.take(CodePages::pages_max, frames), CodePages::first_address);
    all.give_all(frames);
}

TEST_F(DomainCodePages, that_are_not_all_there_are_not_taken) {
    limit = 4;
    EXPECT_EQ(pages.take(4, frames), 0u);
    EXPECT_EQ(pages.count(), 0u);
    EXPECT_NE(pages.take(3, frames), 0u);
}

TEST_F(DomainCodePages, addresses_that_are_none_change_nothing) {
    Word const base = pages.take(2, frames);
    Word const end = CodePages::first_address + CodePages::pages_max * l4::page_size;
    for (Word const address : {Word{0}, base + 1, base - l4::page_size, end, ~Word{0}}) {
        EXPECT_FALSE(pages.seal(address, 1, true, frames));
        EXPECT_FALSE(pages.release(address, 1, frames));
    }
    for (Word const count : {Word{0}, Word{3}, Word{513}, ~Word{0}, ~Word{0} / 4096 + 1}) {
        EXPECT_FALSE(pages.seal(base, count, true, frames));
        EXPECT_FALSE(pages.release(base, count, frames));
    }
    EXPECT_TRUE(can(base, Rights::write));
}

} // namespace
} // namespace domains
