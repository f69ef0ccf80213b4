// SPDX-License-Identifier: BSD-2-Clause
// Tests of the pages of an object: whatever was found before, all are found, and no others.
#include <mapping/page_set.hpp>

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>

namespace flat::mapping {
namespace {

struct Page {
    explicit Page(u64 number) : number(number) {}
    u64 page_key() const { return number; }

    TreeLink<Page> in_set;
    u64 number;
    Page* next = nullptr;
    Page* previous = nullptr;
};

using Set = PageSet<Page, &Page::in_set, &Page::page_key>;

TEST(MappingPageSet, finds_what_a_map_finds_in_any_order) {
    constexpr u64 numbers = 24;
    std::mt19937 random(5);
    Set set;
    std::map<u64, std::unique_ptr<Page>> model;
    u64 position = 0;
    for (u32 step = 0; step < 20'000; ++step) {
        // Mostly onwards, as files are read.
        position = random() % 4 == 0 ? random() % numbers : (position + 1) % numbers;
        auto const known = model.find(position);
        ASSERT_EQ(set.find(position), known == model.end() ? nullptr : known->second.get());
        if (random() % 8 != 0) continue;
        if (known == model.end()) {
            auto page = std::make_unique<Page>(position);
            set.insert(*page);
            model.emplace(position, std::move(page));
        } else {
            set.remove(*known->second);
            model.erase(known);
        }
    }
    EXPECT_EQ(set.is_empty(), model.empty());
    for (auto const& each : model)
        set.remove(*each.second);
    EXPECT_TRUE(set.is_empty());
}

} // namespace
} // namespace flat::mapping
