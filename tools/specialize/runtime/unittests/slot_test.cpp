// SPDX-License-Identifier: BSD-2-Clause
// Slots in one thread: calls, versions, code near and far.
#include "made_code.hpp"
#include "slots_of_c.h"

#include <cstdlib>
#include <fstream>
#include <pthread.h>
#include <set>
#include <string>
#include <sys/mman.h>
#include <vector>

extern "C" {
int twice_any(int x) {
    return 2 * x;
}
int throw_any(int x) {
    if (x < 0) throw x;
    return x;
}
int countdown_any(int x);
}

FLATLAND_SLOT(twice, twice_any);
FLATLAND_GATED_SLOT(throwing, throw_any, int, (int x), (x));
FLATLAND_GATED_SLOT(countdown, countdown_any, int, (int x), (x));

extern "C" int twice(int x);
extern "C" int throwing(int x);
extern "C" int countdown(int x);

namespace {
template<typename function>
FlatlandVersion version_of(function* entry, FlatlandLifetime lifetime) {
    FlatlandVersion version = {};
    version.entry = reinterpret_cast<void (*)()>(entry);
    version.lifetime = lifetime;
    return version;
}

int add_two(int x) {
    return x + 2;
}
int sum_negative(int a, int b, int c, int d, int e, int f, int g, double h, int const* i) {
    return -(a + b + c + d + e + f + g + static_cast<int>(h) + *i);
}
int throw_other(int x) {
    if (x < 0) throw 10 * x;
    return 10 * x;
}
int countdown_two(int x) {
    return x > 0 ? 1 + countdown(x - 2) : 0;
}

bool has_writable_code() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (line.find(" rwx") != std::string::npos) return true;
    return false;
}
} // namespace

int countdown_any(int x) {
    return x > 0 ? 1 + countdown(x - 1) : 0;
}

TEST(Slot, calls_go_to_the_generic_code_at_first) {
    EXPECT_EQ(add(1), 1001);
    EXPECT_EQ(gated_add(1), 1001);
    EXPECT_EQ(twice(21), 42);
    EXPECT_EQ(flatland_slot_version(&add_slot), nullptr);
}

TEST(Slot, calls_go_to_the_version_while_it_is_plugged) {
    FlatlandVersion version = version_of(add_two, flatland_permanent);
    for (int iteration = 0; iteration < 3; iteration++) {
        ASSERT_EQ(flatland_slot_plug(&add_slot, &version), flatland_done);
        EXPECT_EQ(add(1), 3);
        EXPECT_EQ(flatland_slot_version(&add_slot), &version);
        ASSERT_EQ(flatland_slot_unplug(&add_slot), flatland_done);
        EXPECT_EQ(add(1), 1001);
    }
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Slot, one_version_replaces_another) {
    FlatlandVersion two = version_of(add_two, flatland_permanent);
    FlatlandVersion twice_version = version_of(twice_any, flatland_permanent);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &two), flatland_done);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &twice_version), flatland_done);
    EXPECT_EQ(add(40), 80);
    EXPECT_EQ(flatland_live_versions(), 1u);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &twice_version), flatland_done);
    ASSERT_EQ(flatland_slot_unplug(&add_slot), flatland_done);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Slot, its_address_is_a_function_like_any_other) {
    int (*const volatile function)(int) = add;
    FlatlandVersion version = version_of(add_two, flatland_permanent);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &version), flatland_done);
    EXPECT_EQ(function(1), 3);
    ASSERT_EQ(flatland_slot_unplug(&add_slot), flatland_done);
    EXPECT_EQ(function(1), 1001);
}

TEST(Slot, a_plugged_slot_is_one_direct_jump) {
    FlatlandVersion version = version_of(add_two, flatland_permanent);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &version), flatland_done);
    std::int32_t distance;
    std::memcpy(&distance, add_slot.outer + 1, sizeof distance);
    EXPECT_EQ(add_slot.outer[0], 0xe9);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(add_slot.outer) + 5 + distance,
              reinterpret_cast<std::uintptr_t>(&add_two));
    ASSERT_EQ(flatland_slot_unplug(&add_slot), flatland_done);
}

TEST(Slot, arguments_on_the_stack_and_in_all_registers_arrive) {
    int const nine = 9;
    FlatlandVersion version = version_of(sum_negative, flatland_freeable);
    EXPECT_EQ(sum(1, 2, 3, 4, 5, 6, 7, 8.0, &nine), 45);
    ASSERT_EQ(flatland_slot_plug(&sum_slot, &version), flatland_done);
    EXPECT_EQ(sum(1, 2, 3, 4, 5, 6, 7, 8.0, &nine), -45);
    ASSERT_EQ(flatland_slot_unplug(&sum_slot), flatland_done);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Slot, functions_without_result_have_gates_too) {
    FlatlandVersion version = version_of(+[](int* place) { *place = 2; }, flatland_freeable);
    int seen = 0;
    note(&seen);
    EXPECT_EQ(seen, 1);
    ASSERT_EQ(flatland_slot_plug(&note_slot, &version), flatland_done);
    note(&seen);
    EXPECT_EQ(seen, 2);
    ASSERT_EQ(flatland_slot_unplug(&note_slot), flatland_done);
}

TEST(Slot, an_exception_leaves_the_gate) {
    FlatlandVersion version = version_of(throw_other, flatland_freeable);
    ASSERT_EQ(flatland_slot_plug(&throwing_slot, &version), flatland_done);
    for (int iteration = 0; iteration < 2; iteration++)
        EXPECT_THROW(throwing(-1), int);
    EXPECT_EQ(throwing(1), 10);
    ASSERT_EQ(flatland_slot_unplug(&throwing_slot), flatland_done);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Slot, calls_within_calls_count) {
    FlatlandVersion version = version_of(countdown_two, flatland_freeable);
    ASSERT_EQ(flatland_slot_plug(&countdown_slot, &version), flatland_done);
    EXPECT_EQ(countdown(100), 50);
    ASSERT_EQ(flatland_slot_unplug(&countdown_slot), flatland_done);
    EXPECT_EQ(countdown(100), 100);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Slot, calls_within_calls_may_be_many_thousands_deep) {
    FlatlandVersion version = version_of(countdown_two, flatland_freeable);
    ASSERT_EQ(flatland_slot_plug(&countdown_slot, &version), flatland_done);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{1} << 28);
    pthread_t thread;
    auto const count = +[](void*) -> void* {
        EXPECT_EQ(countdown(140'000), 70'000);
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, count, nullptr), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    ASSERT_EQ(flatland_slot_unplug(&countdown_slot), flatland_done);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Slot, a_freeable_version_needs_a_gate) {
    FlatlandVersion version = version_of(add_two, flatland_freeable);
    EXPECT_EQ(flatland_slot_plug(&add_slot, &version), flatland_not_gated);
    EXPECT_EQ(add(1), 1001);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Slot, a_version_is_in_one_slot_at_a_time) {
    FlatlandVersion version = version_of(add_two, flatland_permanent);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &version), flatland_done);
    EXPECT_EQ(flatland_slot_plug(&twice_slot, &version), flatland_in_use);
    EXPECT_EQ(twice(21), 42);
    ASSERT_EQ(flatland_slot_unplug(&add_slot), flatland_done);
    ASSERT_EQ(flatland_slot_plug(&twice_slot, &version), flatland_done);
    EXPECT_EQ(twice(21), 23);
    ASSERT_EQ(flatland_slot_unplug(&twice_slot), flatland_done);
}

TEST(Slot, slots_are_found_by_name) {
    EXPECT_EQ(flatland_slot_find("twice"), &twice_slot);
    EXPECT_EQ(flatland_slot_find("gated_add"), &gated_add_slot);
    EXPECT_EQ(flatland_slot_find("nobody"), nullptr);
    std::size_t count;
    FlatlandSlot* const slots = flatland_slots(&count);
    std::set<std::string> names;
    for (std::size_t i = 0; i < count; i++)
        names.insert(slots[i].name);
    EXPECT_EQ(names.size(), count);
    for (char const* each : {"add", "gated_add", "sum", "note", "twice", "throwing", "countdown"})
        EXPECT_TRUE(names.contains(each)) << each;
}

TEST(Slot, every_error_has_its_words) {
    std::set<std::string> texts;
    for (int status = flatland_no_page; status <= flatland_inside; status++) {
        std::string const text = flatland_status_text(static_cast<FlatlandStatus>(status));
        EXPECT_EQ(text.substr(0, 7), "S0" + std::to_string(status) + ": ");
        texts.insert(text);
    }
    EXPECT_EQ(texts.size(), 6u);
}

TEST(Code, made_near_the_slot_is_reached_by_a_direct_jump) {
    auto* const made = new MadeVersion(gated_add_slot, 7, flatland_freeable);
    ASSERT_EQ(flatland_slot_plug(&gated_add_slot, &made->version), flatland_done);
    EXPECT_EQ(gated_add(1), 8);
    EXPECT_EQ(gated_add_slot.inner[0], 0xe9);
    EXPECT_FALSE(has_writable_code());
    ASSERT_EQ(flatland_slot_unplug(&gated_add_slot), flatland_done);
    EXPECT_EQ(gated_add(1), 1001);
    EXPECT_EQ(MadeVersion::alive, 0);
}

TEST(Code, has_room_near_the_slot_for_thousands_of_versions) {
    std::vector<void*> blocks;
    for (int i = 0; i < 3000; i++) {
        void* const code = flatland_code_allocate(&add_slot, 100);
        ASSERT_NE(code, nullptr);
        EXPECT_LT(std::llabs(static_cast<unsigned char*>(code) - add_slot.outer), 1ll << 31);
        blocks.push_back(code);
    }
    for (void* code : blocks)
        flatland_code_free(code, 100);
}

TEST(Code, beyond_the_reach_of_a_direct_jump_is_reached_too) {
    std::uintptr_t const far = reinterpret_cast<std::uintptr_t>(add_slot.outer) ^ (1ull << 40);
    void* const code = mmap(reinterpret_cast<void*>(far & ~0xfffull), 4096, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(code, MAP_FAILED);
    ASSERT_GT(std::llabs(reinterpret_cast<std::intptr_t>(code) -
                         reinterpret_cast<std::intptr_t>(add_slot.outer)),
              1ll << 31);
    MadeVersion::write(code, 5);
    ASSERT_EQ(flatland_code_seal(code, 4096), flatland_done);
    FlatlandVersion version = version_of(add_two, flatland_permanent);
    version.entry = reinterpret_cast<void (*)()>(code);
    for (FlatlandSlot* slot : {&add_slot, &gated_add_slot}) {
        ASSERT_EQ(flatland_slot_plug(slot, &version), flatland_done);
        EXPECT_EQ((slot == &add_slot ? add : gated_add)(1), 6);
        ASSERT_EQ(flatland_slot_unplug(slot), flatland_done);
        EXPECT_EQ((slot == &add_slot ? add : gated_add)(1), 1001);
    }
    munmap(code, 4096);
}
