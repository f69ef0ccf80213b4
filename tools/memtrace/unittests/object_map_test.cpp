// SPDX-License-Identifier: BSD-2-Clause
// The map of objects against one that has an entry for each byte.
extern "C" {
#include "../object_map.h"
}

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <thread>

namespace {

ObjectRecord record(char const* name, uint32_t size, uint64_t first, uint64_t count,
                    uint64_t stride) {
    ObjectRecord made{object_mark, size, first, count, stride, {}};
    std::strncpy(made.name, name, sizeof made.name);
    return made;
}

class ObjectMapTest : public testing::Test {
protected:
    void TearDown() override { object_map_destroy(&map); }

    ObjectRecordState take(ObjectRecord const& each) { return object_map_take(&map, &each); }

    ObjectMap map{};
};

TEST_F(ObjectMapTest, an_address_is_found_with_class_base_and_offset) {
    ASSERT_EQ(take(record("A", 16, 1000, 3, 24)), object_record_taken);
    FoundObject found{};
    ASSERT_TRUE(object_map_find(&map, 1024 + 15, &found));
    EXPECT_EQ(found.base, 1024u);
    EXPECT_EQ(found.offset, 15u);
    EXPECT_STREQ(map.classes[found.class_index].name, "A");
    EXPECT_FALSE(object_map_find(&map, 1024 + 16, &found));
    EXPECT_FALSE(object_map_find(&map, 999, &found));
    EXPECT_FALSE(object_map_find(&map, 1072, &found));
}

TEST_F(ObjectMapTest, what_makes_no_sense_is_malformed) {
    EXPECT_EQ(take(record("A", 16, 0, 0, 16)), object_record_malformed);
    EXPECT_EQ(take(record("A", 16, 0, 2, 8)), object_record_malformed);
    EXPECT_EQ(take(record("", 16, 0, 1, 16)), object_record_malformed);
    EXPECT_EQ(take(record("A", 0, 0, 1, 0)), object_record_malformed);
    EXPECT_EQ(take(record("A", 16, ~uint64_t{0} - 8, 1, 16)), object_record_malformed);
    EXPECT_EQ(take(record("A", 16, 0, uint64_t{1} << 62, 16)), object_record_malformed);
    EXPECT_EQ(take(record("A", 16, 0, uint64_t{1} << 32, 16)), object_record_malformed);
    EXPECT_EQ(take(record("A", 16, 0, 1, 16)), object_record_taken);
    EXPECT_EQ(take(record("A", 24, 64, 1, 24)), object_record_malformed);
}

TEST_F(ObjectMapTest, a_name_may_fill_its_field) {
    std::string const name(object_name_bytes, 'n');
    ASSERT_EQ(take(record(name.c_str(), 8, 0, 1, 8)), object_record_taken);
    EXPECT_EQ(map.classes[0].name, name);
}

TEST_F(ObjectMapTest, an_array_goes_over_any_number_of_pages) {
    ASSERT_EQ(take(record("A", 40, 0x10010, 1000, 48)), object_record_taken);
    FoundObject found{};
    for (uint64_t number = 0; number < 1000; ++number) {
        ASSERT_TRUE(object_map_find(&map, 0x10010 + 48 * number + 39, &found));
        EXPECT_EQ(found.base, 0x10010 + 48 * number);
        EXPECT_FALSE(object_map_find(&map, 0x10010 + 48 * number + 40, &found));
    }
    ASSERT_EQ(take(record("", 0, 0x10010 + 48 * 500, 1, 1)), object_record_taken);
    EXPECT_FALSE(object_map_find(&map, 0x10010 + 48 * 500, &found));
    EXPECT_TRUE(object_map_find(&map, 0x10010 + 48 * 501, &found));
}

TEST_F(ObjectMapTest, who_reads_while_another_thread_writes_sees_one_state_or_the_other) {
    ASSERT_EQ(take(record("A", 16, 0x8000, 4, 16)), object_record_taken);
    std::atomic<bool> is_done = false;
    std::jthread const reader([&] {
        while (!is_done) {
            FoundObject found{};
            ASSERT_TRUE(object_map_find(&map, 0x8000 + 20, &found)); // this one stays
            EXPECT_EQ(found.base, 0x8010u);
            found.base = 0x8f90;
            object_map_find(&map, 0x8f80 + 20, &found); // this one comes and goes
            EXPECT_EQ(found.base, 0x8f90u);
        }
    });
    for (int step = 0; step < 20000; ++step) {
        EXPECT_EQ(take(record("B", 8, 0x8100, 100, 8)), object_record_taken);
        EXPECT_EQ(take(record("A", 16, 0x8f80, 40, 16)), object_record_taken);
        EXPECT_EQ(take(record("", 0, 0x8f80, 1, 64)), object_record_taken);
        EXPECT_EQ(take(record("", 0, 0x8100, 1, 800)), object_record_taken);
    }
    is_done = true;
}

struct Object {
    std::string name;
    uint32_t size = 0;
    uint64_t stride = 0;
};

using Objects = std::map<uint64_t, Object>; // by address

// The object at an address, if there is one.
Objects::const_iterator object_at(Objects const& objects, uint64_t address) {
    auto const next = objects.upper_bound(address);
    if (next == objects.begin()) return objects.end();
    auto const found = std::prev(next);
    return address < found->first + found->second.size ? found : objects.end();
}

TEST_F(ObjectMapTest, random_records_do_what_they_do_object_by_object) {
    std::mt19937 random(1);
    auto const below = [&](uint64_t limit) { return random() % limit; };
    uint32_t const sizes[] = {4, 8, 12, 0};
    char const* const names[] = {"A", "B", "C", ""};
    Objects objects;
    for (int step = 0; step < 3000; ++step) {
        size_t const kind = below(4); // the last one forgets
        uint64_t const stride = sizes[kind] + 4 * below(3) + (kind == 3 ? 1 : 0);
        uint64_t const first = 0xf00 + below(400); // on two pages
        uint64_t const count = 1 + below(6);
        ASSERT_EQ(take(record(names[kind], sizes[kind], first, count, stride)),
                  object_record_taken);
        std::erase_if(objects, [&](auto const& each) {
            return each.first < first + count * stride && each.first + each.second.stride > first;
        });
        for (uint64_t i = 0; i < count && kind < 3; ++i)
            objects[first + i * stride] = {names[kind], sizes[kind], stride};
        for (uint64_t address = 0xf00; address < 0xf00 + 520; ++address) {
            FoundObject found{};
            auto const expected = object_at(objects, address);
            ASSERT_EQ(object_map_find(&map, address, &found), expected != objects.end());
            if (expected == objects.end()) continue;
            EXPECT_EQ(map.classes[found.class_index].name, expected->second.name);
            EXPECT_EQ(found.base, expected->first);
            EXPECT_EQ(found.offset, address - expected->first);
        }
    }
}

} // namespace
