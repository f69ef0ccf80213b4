// SPDX-License-Identifier: BSD-2-Clause
// Tests of trees of page tables, in an array that stands for physical memory.
#include <arch/paging/page_tree.hpp>

#include <machine/physical.hpp>
#include <x86_64/user_page.hpp>

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace flat::arch {
namespace {

using hal::Mmu;
using Code = hal::MmuError::Code;

constexpr u64 large_page = 1ull << 21;
constexpr u64 huge_page = 1ull << 30;

/// Memory of 64 frames; frame 0 is the root of the tree.
class PageTreeTest : public testing::Test {
public:
    static constexpr usize frame_count = 64;

    PageTreeTest() : memory_(frame_count) {
        for (usize i = frame_count - 1; i > 0; --i)
            free_.push_back(i * domain::page_size);
    }

    Maybe<paddr> take() {
        if (free_.empty()) return nothing;
        paddr const frame = free_.back();
        free_.pop_back();
        memset(static_cast<void*>(&memory_[frame / domain::page_size]), 0xa5, domain::page_size);
        return frame;
    }
    void give_back(paddr frame) {
        for (paddr const other : free_)
            EXPECT_NE(frame, other) << "freed twice";
        free_.push_back(frame);
    }

protected:
    auto tree() { return PageTree<PageTreeTest>(0, address_of(memory_.data()), *this); }

    static PageEntry page(paddr physical, u32 level = 0) {
        return PageEntry::page(physical, level, Mmu::read | Mmu::user, false);
    }
    static void expect_error(Result<void, hal::MmuError> const& result, Code code) {
        ASSERT_TRUE(result.is_error());
        EXPECT_EQ(result.error().code, code);
    }

    std::vector<PageTable> memory_;
    std::vector<paddr> free_;
};

TEST_F(PageTreeTest, finds_what_was_mapped_and_nothing_beside_it) {
    ASSERT_TRUE(tree().map(0x40'0000, page(0x7000), 0).is_ok());
    auto const found = tree().find(0x40'0fff);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->level, 0u);
    EXPECT_EQ(found->entry->physical(), 0x7000u);
    EXPECT_FALSE(tree().find(0x40'1000));
    EXPECT_FALSE(tree().find(0x3f'ffff));
    EXPECT_FALSE(tree().find(0));
}

TEST_F(PageTreeTest, has_the_entries_of_small_pages_where_there_are_tables_for_them) {
    ASSERT_TRUE(tree().map(0x40'0000, page(0x7000), 0).is_ok());
    ASSERT_TRUE(tree().map(0x60'0000, page(large_page, 1), 1).is_ok());
    ASSERT_TRUE(tree().small_entry(0x40'0000));
    EXPECT_EQ(tree().small_entry(0x40'0000)->physical(), 0x7000u);
    ASSERT_TRUE(tree().small_entry(0x40'1000));
    EXPECT_FALSE(tree().small_entry(0x40'1000)->is_present());
    EXPECT_FALSE(tree().small_entry(0x60'0000));
    EXPECT_FALSE(tree().small_entry(0x80'0000));
    EXPECT_FALSE(tree().small_entry(huge_page));
    EXPECT_FALSE(tree().small_entry(1ull << 40));
}

TEST_F(PageTreeTest, frees_its_tables_one_by_one_those_without_others_below_first) {
    ASSERT_TRUE(tree().map(0x40'0000, page(0x7000), 0).is_ok());
    ASSERT_TRUE(tree().map(0x60'0000, page(0x8000), 0).is_ok());
    ASSERT_TRUE(
        tree().map(huge_page, PageEntry::page(0, 1, Mmu::read | Mmu::user, false), 1).is_ok());
    usize const left = free_.size();
    for (usize freed = 1; freed <= 5; ++freed) {
        EXPECT_TRUE(tree().free_one(user_entries));
        EXPECT_EQ(free_.size(), left + freed);
    }
    EXPECT_EQ(free_.size(), frame_count - 1);
    EXPECT_FALSE(tree().free_one(user_entries));
    EXPECT_FALSE(tree().find(huge_page));
}

TEST_F(PageTreeTest, tells_where_user_mode_can_write) {
    u32 const rights = Mmu::read | Mmu::write | Mmu::user;
    ASSERT_TRUE(tree().map(0x40'0000, PageEntry::page(0x7000, 0, rights, false), 0).is_ok());
    ASSERT_TRUE(tree().map(0x40'1000, page(0x8000), 0).is_ok());
    u32 const kernels = Mmu::read | Mmu::write;
    ASSERT_TRUE(tree().map(0x40'2000, PageEntry::page(0x9000, 0, kernels, false), 0).is_ok());
    vaddr const memory = address_of(memory_.data());
    EXPECT_EQ(address_of(user_page(0, 0x40'0fff, memory)), memory + 0x7fff);
    EXPECT_EQ(user_page(0, 0x40'1000, memory), nullptr); // only read
    EXPECT_EQ(user_page(0, 0x40'2000, memory), nullptr); // the kernel's
    EXPECT_EQ(user_page(0, 0x40'3000, memory), nullptr); // absent, in a table
    EXPECT_EQ(user_page(0, 0x80'0000, memory), nullptr); // no table
}

TEST_F(PageTreeTest, tells_where_user_mode_can_write_in_large_pages) {
    u32 const rights = Mmu::read | Mmu::write | Mmu::user;
    ASSERT_TRUE(tree().map(large_page, PageEntry::page(0, 1, rights, false), 1).is_ok());
    ASSERT_TRUE(tree().map(huge_page, page(0, 2), 2).is_ok());
    vaddr const memory = address_of(memory_.data());
    EXPECT_EQ(address_of(user_page(0, large_page + 0x1'2345, memory)), memory + 0x1'2345);
    EXPECT_EQ(user_page(0, huge_page + 0x1'2345, memory), nullptr); // only read
}

TEST_F(PageTreeTest, finds_pages_of_every_size) {
    ASSERT_TRUE(tree().map(large_page, page(large_page, 1), 1).is_ok());
    ASSERT_TRUE(tree().map(huge_page, page(huge_page, 2), 2).is_ok());
    EXPECT_EQ(tree().find(2 * large_page - 1)->level, 1u);
    EXPECT_EQ(tree().find(2 * huge_page - 1)->level, 2u);
}

TEST_F(PageTreeTest, refuses_to_map_over_a_page) {
    ASSERT_TRUE(tree().map(large_page, page(0x7000), 0).is_ok());
    expect_error(tree().map(large_page, page(0x8000), 0), Code::already_mapped);
    expect_error(tree().map(large_page, page(large_page, 1), 1), Code::already_mapped);
    expect_error(tree().map(0, page(huge_page, 2), 2), Code::already_mapped);
    EXPECT_EQ(tree().find(large_page)->entry->physical(), 0x7000u);
}

TEST_F(PageTreeTest, refuses_to_map_inside_a_larger_page) {
    ASSERT_TRUE(tree().map(0, page(huge_page, 2), 2).is_ok());
    expect_error(tree().map(0x1000, page(0x7000), 0), Code::already_mapped);
    expect_error(tree().map(large_page, page(large_page, 1), 1), Code::already_mapped);
}

TEST_F(PageTreeTest, maps_a_large_page_where_small_ones_have_gone_and_frees_their_tables) {
    usize const before = free_.size();
    ASSERT_TRUE(tree().map(0x1000, page(0x7000), 0).is_ok());
    ASSERT_TRUE(tree().map(large_page, page(0x8000), 0).is_ok());
    *tree().find(0x1000)->entry = PageEntry();
    *tree().find(large_page)->entry = PageEntry();
    ASSERT_TRUE(tree().map(0, page(0, 2), 2).is_ok());
    EXPECT_EQ(before - free_.size(), 1u) << "the second-level table alone is left";
    EXPECT_EQ(tree().find(0x1000)->level, 2u);
}

TEST_F(PageTreeTest, reports_when_there_is_no_frame_for_a_table) {
    free_.resize(2);
    expect_error(tree().map(0, page(0x7000), 0), Code::out_of_memory);
    EXPECT_FALSE(tree().find(0));
    free_.push_back(5 * domain::page_size);
    EXPECT_TRUE(tree().map(0, page(0x7000), 0).is_ok()) << "the tables made before are used";
}

TEST_F(PageTreeTest, lets_users_into_the_tables_of_the_lower_half_and_of_the_kernel_window) {
    for (vaddr const address : {vaddr(0), direct_map_base, machine::kernel_window_base})
        ASSERT_TRUE(tree().map(address, page(0x7000), 0).is_ok());
    auto const is_open = [&](vaddr address) {
        return (memory_[0].entries[table_index(address, 3)].rights(0) & Mmu::user) != 0;
    };
    EXPECT_TRUE(is_open(0));
    EXPECT_TRUE(is_open(machine::kernel_window_base));
    EXPECT_FALSE(is_open(direct_map_base));
}

TEST_F(PageTreeTest, clears_the_entries_asked_for_and_frees_every_table_that_they_lead_to) {
    usize const before = free_.size();
    ASSERT_TRUE(tree().map(0x1000, page(0x7000), 0).is_ok());
    ASSERT_TRUE(tree().map(1ull << 39, page(huge_page, 2), 2).is_ok());
    ASSERT_TRUE(tree().populate(300).is_ok());
    tree().clear(user_entries);
    EXPECT_EQ(before - free_.size(), 1u);
    EXPECT_FALSE(tree().find(0x1000));
    EXPECT_FALSE(memory_[0].entries[0].is_present());
    EXPECT_TRUE(memory_[0].entries[300].is_present());
}

TEST_F(PageTreeTest, populates_an_entry_once) {
    ASSERT_TRUE(tree().populate(300).is_ok());
    usize const after_one = free_.size();
    ASSERT_TRUE(tree().populate(300).is_ok());
    EXPECT_EQ(free_.size(), after_one);
}

TEST_F(PageTreeTest, splits_a_page_into_smaller_ones_that_translate_as_it_did) {
    constexpr vaddr base = 3 * huge_page;
    ASSERT_TRUE(tree().map(base, page(huge_page, 2), 2).is_ok());
    ASSERT_TRUE(tree().split(*tree().find(base), true).is_ok());
    vaddr const address = base + 5 * large_page + 7 * domain::page_size;
    ASSERT_EQ(tree().find(address)->level, 1u);
    EXPECT_EQ(tree().find(address)->entry->physical(), huge_page + 5 * large_page);
    ASSERT_TRUE(tree().split(*tree().find(address), true).is_ok());
    ASSERT_EQ(tree().find(address)->level, 0u);
    EXPECT_EQ(tree().find(address)->entry->physical(), huge_page + address - base);
    EXPECT_EQ(tree().find(address)->entry->rights(0), u32(Mmu::read | Mmu::user));
    EXPECT_EQ(tree().find(base + 4 * large_page)->level, 1u);
    expect_error(tree().split(*tree().find(address), true), Code::invalid);
}

TEST_F(PageTreeTest, leaves_a_page_whole_without_a_table_to_split_it) {
    ASSERT_TRUE(tree().map(huge_page, page(huge_page, 1), 1).is_ok());
    auto const kept = std::exchange(free_, {});
    expect_error(tree().split(*tree().find(huge_page), true), Code::out_of_memory);
    EXPECT_EQ(tree().find(huge_page)->level, 1u);
    free_ = kept;
}

// Compares a long random history with a simple model: a set of 4 KiB pages with what covers them.
TEST_F(PageTreeTest, agrees_with_a_model_whatever_is_mapped_and_removed) {
    std::mt19937 random(1);
    std::map<vaddr, std::pair<paddr, u32>> model; // base -> physical, level
    auto const covering = [&](vaddr address) {
        auto above = model.upper_bound(address);
        if (above == model.begin()) return model.end();
        --above;
        return address < above->first + (1ull << level_bits(above->second.second)) ? above
                                                                                   : model.end();
    };
    usize const all = free_.size();
    for (int step = 0; step < 20000; ++step) {
        u32 const level = random() % 3;
        vaddr const base = (random() % 4 << 30 | random() % 4 << 21 | random() % 4 << 12) >>
                           level_bits(level) << level_bits(level);
        u64 const size = 1ull << level_bits(level);
        if (random() % 2) {
            auto const next = model.lower_bound(base);
            bool const is_free = covering(base) == model.end() &&
                                 (next == model.end() || next->first >= base + size);
            ASSERT_EQ(tree().map(base, page(base, level), level).is_ok(), is_free);
            if (is_free) model[base] = {base, level};
        } else {
            auto const expected = covering(base);
            auto const found = tree().find(base);
            ASSERT_EQ(found.has_value(), expected != model.end());
            if (!found) continue;
            ASSERT_EQ(found->level, expected->second.second);
            ASSERT_EQ(found->entry->physical(), expected->second.first);
            *found->entry = PageEntry();
            model.erase(expected);
        }
    }
    tree().clear(user_entries);
    EXPECT_EQ(free_.size(), all);
}

} // namespace
} // namespace flat::arch
