// SPDX-License-Identifier: BSD-2-Clause
// sigma0's bookkeeping: every frame goes to one owner, and only memory that may be given is.
#include "memory_map.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace sigma0 {
namespace {

using l4::Fpage;
using l4::MemoryDescriptor;
using l4::MemoryType;
using l4::Rights;
using l4::ThreadId;
using l4::Word;

ThreadId const alice = ThreadId::global(100, 1);
ThreadId const bob = ThreadId::global(101, 1);

constexpr Word mega = 1 << 20;

Fpage page_at(Word address) {
    return Fpage::around(address, 12);
}

/// What was cleared since a test began.
struct Cleared {
    Word first;
    Word last;

    bool operator==(Cleared const&) const = default;
};
std::vector<Cleared> cleared;

void clear(Word first, Word last) {
    cleared.push_back({first, last});
}

/// A small PC: 64 MiB with the kernel at 1 MiB, and a device.
class MemoryMapTest : public testing::Test {
protected:
    MemoryMapTest() {
        cleared.clear();
        memory.describe({MemoryType::conventional, 0, 64 * mega - 1});
        memory.describe({MemoryType::reserved, 1 * mega, 4 * mega - 1});
        memory.describe({MemoryType::dedicated, 0xfee0'0000, 0xfee0'0fff});
        memory.describe({MemoryType::shared, 0xb'8000, 0xb'ffff});
    }

    MemoryMap memory{clear};
};

TEST_F(MemoryMapTest, a_free_page_is_given_with_all_rights) {
    EXPECT_EQ(memory.take(page_at(8 * mega), alice), page_at(8 * mega).with(Rights::all));
}

TEST_F(MemoryMapTest, a_page_is_given_to_one_thread_only) {
    memory.take(page_at(8 * mega), alice);
    EXPECT_TRUE(memory.take(page_at(8 * mega), bob).is_nil());
}

TEST_F(MemoryMapTest, its_owner_may_ask_for_a_page_again) {
    memory.take(page_at(8 * mega), alice);
    EXPECT_FALSE(memory.take(page_at(8 * mega), alice).is_nil());
}

TEST_F(MemoryMapTest, a_region_is_refused_when_one_page_of_it_belongs_to_somebody_else) {
    memory.take(page_at(8 * mega + 0x5000), bob);
    EXPECT_TRUE(memory.take(Fpage::around(8 * mega, 16), alice).is_nil());
    EXPECT_FALSE(memory.take(page_at(8 * mega), alice).is_nil()) << "a refusal must take nothing";
}

TEST_F(MemoryMapTest, an_owner_may_extend_what_is_owned) {
    memory.take(page_at(8 * mega + 0x5000), alice);
    EXPECT_FALSE(memory.take(Fpage::around(8 * mega, 16), alice).is_nil());
    EXPECT_TRUE(memory.take(page_at(8 * mega + 0xf000), bob).is_nil());
}

TEST_F(MemoryMapTest, the_kernels_memory_is_never_given) {
    EXPECT_TRUE(memory.take(page_at(1 * mega), alice).is_nil());
    EXPECT_TRUE(memory.take(page_at(4 * mega - 1), alice).is_nil());
    EXPECT_TRUE(memory.take(Fpage::around(0, 22), alice).is_nil());
    EXPECT_FALSE(memory.take(page_at(4 * mega), alice).is_nil());
}

TEST_F(MemoryMapTest, memory_that_nobody_described_is_never_given) {
    EXPECT_TRUE(memory.take(page_at(64 * mega), alice).is_nil());
    EXPECT_TRUE(memory.take(page_at(~Word{0}), alice).is_nil());
    EXPECT_TRUE(memory.take(Fpage::around(0, 63), alice).is_nil());
}

TEST_F(MemoryMapTest, a_device_is_given_once_and_only_by_its_address) {
    EXPECT_TRUE(memory.take_by_fault(0xfee0'0010, alice).is_nil());
    EXPECT_FALSE(memory.take(page_at(0xfee0'0000), alice).is_nil());
    EXPECT_TRUE(memory.take(page_at(0xfee0'0000), bob).is_nil());
    EXPECT_FALSE(memory.take_by_fault(0xfee0'0010, alice).is_nil()) << "alice owns it by now";
}

TEST_F(MemoryMapTest, shared_memory_is_given_to_everyone) {
    EXPECT_FALSE(memory.take(page_at(0xb'8000), alice).is_nil());
    EXPECT_FALSE(memory.take(page_at(0xb'8000), bob).is_nil());
    EXPECT_FALSE(memory.take(Fpage::around(0xb'8000, 15), bob).is_nil());
    EXPECT_TRUE(memory.take(Fpage::around(0xb'0000, 16), bob).is_nil())
        << "half of it is not shared";
}

TEST_F(MemoryMapTest, a_fault_gets_the_page_around_its_address) {
    EXPECT_EQ(memory.take_by_fault(8 * mega + 0x123, alice), page_at(8 * mega).with(Rights::all));
}

TEST_F(MemoryMapTest, anywhere_is_the_highest_free_memory_that_is_aligned) {
    EXPECT_EQ(memory.take_anywhere(12, alice).address(), 64 * mega - 0x1000);
    EXPECT_EQ(memory.take_anywhere(20, bob).address(), 62 * mega);
    EXPECT_EQ(memory.take_anywhere(12, bob).address(), 64 * mega - 0x2000);
}

TEST_F(MemoryMapTest, anywhere_never_finds_devices_and_ends_when_memory_does) {
    EXPECT_TRUE(memory.take_anywhere(26, alice).is_nil());
    EXPECT_FALSE(memory.take_anywhere(25, alice).is_nil());
    EXPECT_TRUE(memory.take_anywhere(25, alice).is_nil());
    while (!memory.take_anywhere(12, alice).is_nil()) {
    }
    EXPECT_TRUE(memory.take(page_at(4 * mega), bob).is_nil());
    EXPECT_FALSE(memory.take(page_at(0xfee0'0000), bob).is_nil());
}

TEST_F(MemoryMapTest, less_than_a_page_and_the_complete_space_are_refused) {
    EXPECT_TRUE(memory.take(Fpage::around(8 * mega, 11), alice).is_nil());
    EXPECT_TRUE(memory.take(Fpage::complete(), alice).is_nil());
    EXPECT_TRUE(memory.take(Fpage::nil(), alice).is_nil());
    EXPECT_TRUE(memory.take_anywhere(11, alice).is_nil());
    EXPECT_TRUE(memory.take_anywhere(63, alice).is_nil());
}

TEST_F(MemoryMapTest, a_page_that_is_only_partly_conventional_is_not_given) {
    MemoryMap partial(clear);
    partial.describe({MemoryType::conventional, 0x1400, 0x3bff});
    EXPECT_TRUE(partial.take(page_at(0x1000), alice).is_nil());
    EXPECT_FALSE(partial.take(page_at(0x2000), alice).is_nil());
    EXPECT_TRUE(partial.take(page_at(0x3000), alice).is_nil());

    MemoryMap crumb(clear);
    crumb.describe({MemoryType::conventional, 0x400, 0xbff});
    EXPECT_TRUE(crumb.take(page_at(0), alice).is_nil());
    EXPECT_EQ(crumb.region_count(), 1u);
}

TEST_F(MemoryMapTest, virtual_memory_and_limits_in_the_wrong_order_are_ignored) {
    auto const before = memory.region_count();
    memory.describe({MemoryType::reserved, 8 * mega, 16 * mega - 1, true});
    memory.describe({MemoryType::reserved, 16 * mega, 8 * mega - 1});
    EXPECT_EQ(memory.region_count(), before);
    EXPECT_FALSE(memory.take(page_at(8 * mega), alice).is_nil());
}

TEST_F(MemoryMapTest, what_is_given_at_the_start_belongs_to_its_owner) {
    memory.give(16 * mega + 0x10, 17 * mega, alice);
    EXPECT_TRUE(memory.take_by_fault(16 * mega, bob).is_nil());
    EXPECT_FALSE(memory.take_by_fault(17 * mega, alice).is_nil());
    EXPECT_FALSE(memory.take(page_at(17 * mega + 0x1000), bob).is_nil());
}

TEST_F(MemoryMapTest, free_memory_is_cleared_when_it_is_given) {
    memory.take(page_at(8 * mega), alice);
    EXPECT_EQ(cleared, (std::vector<Cleared>{{8 * mega, 8 * mega + 0xfff}}));
    memory.take_by_fault(9 * mega + 0x123, alice);
    memory.take_anywhere(20, bob);
    EXPECT_EQ(cleared[1], (Cleared{9 * mega, 9 * mega + 0xfff}));
    EXPECT_EQ(cleared[2], (Cleared{63 * mega, 64 * mega - 1}));
    EXPECT_EQ(cleared.size(), 3u);
}

TEST_F(MemoryMapTest, what_somebody_has_is_not_cleared_again) {
    memory.take(page_at(8 * mega + 0x1000), alice);
    cleared.clear();
    memory.take(page_at(8 * mega + 0x1000), alice);
    EXPECT_TRUE(cleared.empty());
    memory.take(Fpage::around(8 * mega, 14), alice);
    EXPECT_EQ(cleared, (std::vector<Cleared>{{8 * mega, 8 * mega + 0xfff},
                                             {8 * mega + 0x2000, 8 * mega + 0x3fff}}));
}

TEST_F(MemoryMapTest, neither_what_is_refused_nor_devices_nor_what_is_shared_are_cleared) {
    memory.take(page_at(8 * mega), alice);
    memory.give(16 * mega, 17 * mega - 1, alice);
    cleared.clear();
    memory.take(Fpage::around(8 * mega, 16), bob);
    memory.take(Fpage::around(16 * mega, 22), bob);
    memory.take(page_at(0xfee0'0000), bob);
    memory.take(page_at(0xb'8000), bob);
    EXPECT_TRUE(cleared.empty());
}

TEST_F(MemoryMapTest, neighbours_that_are_alike_become_one_region) {
    auto const before = memory.region_count();
    for (Word address = 8 * mega; address < 9 * mega; address += 0x2000)
        memory.take(page_at(address), alice);
    for (Word address = 8 * mega + 0x1000; address < 9 * mega; address += 0x2000)
        memory.take(page_at(address), alice);
    EXPECT_EQ(memory.region_count(), before + 2);
}

TEST_F(MemoryMapTest, a_full_map_refuses_and_keeps_what_it_knows) {
    Word address = 8 * mega;
    while (!memory.take(page_at(address), alice).is_nil())
        address += 0x2000;
    EXPECT_LE(memory.region_count(), MemoryMap::capacity);
    EXPECT_GT(memory.region_count(), MemoryMap::capacity - 3);
    cleared.clear();
    EXPECT_TRUE(memory.take(page_at(address), alice).is_nil());
    EXPECT_TRUE(cleared.empty());
    EXPECT_TRUE(memory.take(page_at(8 * mega), bob).is_nil());
    EXPECT_FALSE(memory.take_by_fault(0xb'8000, bob).is_nil());
}

TEST_F(MemoryMapTest, random_requests_never_give_a_page_to_two_threads) {
    constexpr Word pages = 256;
    MemoryMap small(clear);
    small.describe({MemoryType::conventional, 0, pages * 0x1000 - 1});
    std::vector<Word> owner(pages, 0);
    std::mt19937_64 random(1);
    for (int round = 0; round < 2000; ++round) {
        Word const who = 1 + random() % 3;
        auto const thread = ThreadId::global(100 + who, 1);
        unsigned const size_log2 = 12 + random() % 4;
        auto const wanted = Fpage::around(random() % (pages * 0x1000), size_log2);
        auto const given =
            random() % 4 == 0 ? small.take_anywhere(size_log2, thread) : small.take(wanted, thread);
        bool all_mine = true;
        for (Word page = wanted.address() >> 12;
             page << 12 < wanted.address() + wanted.size_bytes(); ++page)
            all_mine = all_mine && (owner[page] == 0 || owner[page] == who);
        if (given.is_nil()) continue;
        EXPECT_TRUE(given.address() != wanted.address() || all_mine);
        for (Word page = given.address() >> 12; page << 12 < given.address() + given.size_bytes();
             ++page) {
            EXPECT_TRUE(owner[page] == 0 || owner[page] == who) << "page " << page;
            owner[page] = who;
        }
    }
}

} // namespace
} // namespace sigma0
