// SPDX-License-Identifier: BSD-2-Clause
// Tests of the map of physical memory, and of its making from what firmware reports.
#include <arch/start/start_info.hpp>
#include <x86_64/memory_map.hpp>

#include <core/utility.hpp>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace flat::arch {
namespace {

using Region = MemoryMap::Region;
using Kind = MemoryMap::Kind;

constexpr u32 ram = FirmwareRange::usable_ram;
constexpr u32 reserved = 2;

std::vector<Region> regions_of(MemoryMap const& map) {
    return {map.regions().begin(), map.regions().end()};
}

std::vector<Region> regions_from(std::vector<FirmwareRange> const& ranges) {
    auto const map = memory_map_from(Span(ranges.data(), ranges.size()));
    EXPECT_TRUE(map);
    return map ? regions_of(*map) : std::vector<Region>();
}

TEST(MemoryMap, cuts_a_region_in_which_another_is_assigned) {
    MemoryMap map;
    ASSERT_TRUE(map.assign(0, 0x9000, Kind::free));
    ASSERT_TRUE(map.assign(0x2000, 0x4000, Kind::kernel));
    EXPECT_EQ(regions_of(map), (std::vector<Region>{{0, 0x2000, Kind::free},
                                                    {0x2000, 0x2000, Kind::kernel},
                                                    {0x4000, 0x5000, Kind::free}}));
}

TEST(MemoryMap, joins_neighbours_of_one_kind) {
    MemoryMap map;
    ASSERT_TRUE(map.assign(0x1000, 0x2000, Kind::free));
    ASSERT_TRUE(map.assign(0x3000, 0x4000, Kind::free));
    ASSERT_TRUE(map.assign(0x2000, 0x3000, Kind::free));
    EXPECT_EQ(regions_of(map), (std::vector<Region>{{0x1000, 0x3000, Kind::free}}));
}

TEST(MemoryMap, replaces_all_that_an_assignment_covers) {
    MemoryMap map;
    ASSERT_TRUE(map.assign(0x1000, 0x2000, Kind::free));
    ASSERT_TRUE(map.assign(0x3000, 0x4000, Kind::kernel));
    ASSERT_TRUE(map.assign(0, 0x5000, Kind::reserved));
    EXPECT_EQ(regions_of(map), (std::vector<Region>{{0, 0x5000, Kind::reserved}}));
}

TEST(MemoryMap, ignores_empty_ranges) {
    MemoryMap map;
    EXPECT_TRUE(map.assign(0x1000, 0x1000, Kind::free));
    EXPECT_TRUE(map.assign(0x2000, 0x1000, Kind::free));
    EXPECT_TRUE(map.regions().is_empty());
}

TEST(MemoryMap, that_is_full_refuses_another_region_and_stays_as_it_is) {
    MemoryMap map;
    for (usize i = 0; i < MemoryMap::capacity; ++i)
        ASSERT_TRUE(map.assign(i * 0x2000, i * 0x2000 + 0x1000, Kind::free));
    auto const before = regions_of(map);
    EXPECT_FALSE(map.assign(MemoryMap::capacity * 0x2000, ~0ull, Kind::free));
    EXPECT_EQ(regions_of(map), before);
    EXPECT_TRUE(map.assign(0x1000, 0x2000, Kind::free)) << "joining needs no room";
}

TEST(FirmwareMap, of_a_pc_has_its_memory_free_and_its_holes_reserved) {
    EXPECT_EQ(
        regions_from(
            {{0, 0x9fc00, ram, 0}, {0x9fc00, 0x400, reserved, 0}, {0x10'0000, 0x100'0000, ram, 0}}),
        (std::vector<Region>{{0, 0x1000, Kind::reserved},
                             {0x1000, 0x9e000, Kind::free},
                             {0x9f000, 0x61000, Kind::reserved},
                             {0x10'0000, 0x100'0000, Kind::free}}));
}

TEST(FirmwareMap, gives_way_to_reservations_in_any_order) {
    std::vector<Region> const expected = {{0, 0x1000, Kind::reserved},
                                          {0x1000, 0x1000, Kind::free},
                                          {0x2000, 0x2000, Kind::reserved},
                                          {0x4000, 0x4000, Kind::free}};
    FirmwareRange const memory = {0, 0x8000, ram, 0};
    FirmwareRange const hole = {0x2800, 0x1000, reserved, 0};
    EXPECT_EQ(regions_from({memory, hole}), expected);
    EXPECT_EQ(regions_from({hole, memory}), expected);
}

TEST(FirmwareMap, has_at_least_the_reserved_page_0) {
    EXPECT_EQ(regions_from({}), (std::vector<Region>{{0, 0x1000, Kind::reserved}}));
}

TEST(FirmwareMap, ends_where_the_direct_map_does) {
    EXPECT_EQ(regions_from({{0, ~0ull, ram, 0}}),
              (std::vector<Region>{{0, 0x1000, Kind::reserved},
                                   {0x1000, MemoryMap::address_limit - 0x1000, Kind::free}}));
}

TEST(FirmwareMap, with_too_many_ranges_is_none) {
    std::vector<FirmwareRange> ranges;
    for (u64 i = 0; i < 200; ++i)
        ranges.push_back({i * 0x4000, 0x1000, ram, 0});
    EXPECT_FALSE(memory_map_from(Span<FirmwareRange const>(ranges.data(), ranges.size())));
}

// Whatever firmware reports, regions are whole pages in order, neighbours differ, and no free page
// contains a byte that some range reserves.
TEST(FirmwareMap, is_sane_whatever_firmware_reports) {
    std::mt19937_64 random(2);
    u64 const edges[] = {0,
                         1,
                         0xfff,
                         0x1000,
                         0x1001,
                         MemoryMap::address_limit - 1,
                         MemoryMap::address_limit,
                         ~0ull - 0x800,
                         ~0ull};
    auto const number = [&] {
        return random() % 4 == 0 ? edges[random() % std::size(edges)] : random() % 0x40000;
    };
    for (int round = 0; round < 2000; ++round) {
        std::vector<FirmwareRange> ranges(random() % 20);
        for (FirmwareRange& range : ranges)
            range = {number(), number(), static_cast<u32>(random() % 3), 0};
        auto const regions = regions_from(ranges);
        u64 end = 0;
        for (usize i = 0; i < regions.size(); ++i) {
            ASSERT_EQ(regions[i].base, end) << "neither overlaps nor holes";
            ASSERT_GT(regions[i].size_bytes, 0u);
            ASSERT_EQ(regions[i].size_bytes % 0x1000, 0u);
            if (i > 0) ASSERT_NE(regions[i].kind, regions[i - 1].kind);
            end = regions[i].base + regions[i].size_bytes;
            if (regions[i].kind != Kind::free) continue;
            for (FirmwareRange const& range : ranges) {
                if (range.type == ram || range.size_bytes == 0) continue;
                u64 const last = range.base + min(range.size_bytes - 1, ~range.base);
                ASSERT_TRUE(last < regions[i].base || range.base >= end);
            }
        }
        ASSERT_LE(end, MemoryMap::address_limit);
    }
}

} // namespace
} // namespace flat::arch
