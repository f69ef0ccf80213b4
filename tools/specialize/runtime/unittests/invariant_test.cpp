// SPDX-License-Identifier: BSD-2-Clause
// What happens to slots when quasi-invariants fall.
#include "made_code.hpp"
#include "slots_of_c.h"

#include <deque>
#include <thread>
#include <vector>

namespace {
int add_two(int x) {
    return x + 2;
}
int add_three(int x) {
    return x + 3;
}

/// A permanent version that relies on up to two objects.
struct Relying {
    Relying(int (*entry)(int), void const* first, void const* second = nullptr) {
        reliances[0].invariant = first;
        reliances[1].invariant = second;
        version.entry = reinterpret_cast<void (*)()>(entry);
        version.reliances = reliances;
        version.reliance_count = second ? 2 : 1;
    }
    FlatlandVersion version = {};
    FlatlandReliance reliances[2] = {};
};
} // namespace

TEST(Invariant, only_slots_that_rely_on_it_go_back) {
    int address = 0;
    int flags = 0;
    Relying first(add_two, &address, &flags);
    Relying second(add_three, &flags);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &first.version), flatland_done);
    ASSERT_EQ(flatland_slot_plug(&gated_add_slot, &second.version), flatland_done);
    ASSERT_EQ(flatland_invalidate(&address), flatland_done);
    EXPECT_EQ(add(0), 1000);
    EXPECT_EQ(gated_add(0), 3);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &first.version), flatland_done);
    ASSERT_EQ(flatland_invalidate(&flags), flatland_done);
    EXPECT_EQ(add(0), 1000);
    EXPECT_EQ(gated_add(0), 1000);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Invariant, nothing_happens_when_nobody_relies_on_it) {
    int unrelated = 0;
    EXPECT_EQ(flatland_invalidate(&unrelated), flatland_done);
    EXPECT_EQ(flatland_invalidate_range(&unrelated, sizeof unrelated), flatland_done);
}

TEST(Invariant, a_copy_over_a_structure_breaks_what_is_within) {
    struct {
        int before, inside, after;
    } session = {};
    Relying version(add_two, &session.inside);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &version.version), flatland_done);
    ASSERT_EQ(flatland_invalidate_range(&session.before, sizeof(int)), flatland_done);
    ASSERT_EQ(flatland_invalidate_range(&session.after, sizeof(int)), flatland_done);
    EXPECT_EQ(add(0), 2);
    ASSERT_EQ(flatland_invalidate_range(&session, sizeof session), flatland_done);
    EXPECT_EQ(add(0), 1000);
}

TEST(Invariant, the_fallback_takes_the_slot_if_it_does_not_rely_on_it_too) {
    int address = 0;
    int flags = 0;
    Relying general(add_three, &flags);
    Relying middle(add_two, &address);
    Relying special(add_two, &address, &flags);
    middle.version.fallback = &general.version;
    special.version.fallback = &middle.version;
    ASSERT_EQ(flatland_slot_plug(&add_slot, &special.version), flatland_done);
    ASSERT_EQ(flatland_invalidate(&address), flatland_done);
    EXPECT_EQ(flatland_slot_version(&add_slot), &general.version);
    EXPECT_EQ(add(0), 3);
    ASSERT_EQ(flatland_invalidate(&flags), flatland_done);
    EXPECT_EQ(add(0), 1000);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Invariant, every_slot_that_relies_on_it_goes_back_wherever_it_lies) {
    std::vector<FlatlandSlot*> slots;
    std::vector<int (*)(int)> functions;
#define COLLECT(name)                                                                              \
    slots.push_back(&name##_slot);                                                                 \
    functions.push_back(name)
    HUNDRED(COLLECT);
    ASSERT_GT(slots.back()->outer - slots.front()->outer, 4096);
    int address = 0;
    std::deque<Relying> versions;
    for (FlatlandSlot* slot : slots) {
        Relying& each = versions.emplace_back(add_two, &address);
        each.version.lifetime = flatland_freeable;
        ASSERT_EQ(flatland_slot_plug(slot, &each.version), flatland_done);
    }
    for (auto function : functions)
        EXPECT_EQ(function(0), 2);
    EXPECT_EQ(flatland_live_versions(), 100u);
    ASSERT_EQ(flatland_invalidate(&address), flatland_done);
    for (auto function : functions)
        EXPECT_EQ(function(0), 1000);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Invariant, a_version_whose_invariant_fell_before_is_not_plugged) {
    int value = 1;
    Relying version(add_two, &value);
    version.version.context = &value;
    version.version.holds = [](FlatlandVersion* each) {
        return *static_cast<int*>(each->context) == 1;
    };
    ASSERT_EQ(flatland_slot_plug(&add_slot, &version.version), flatland_done);
    value = 2;
    ASSERT_EQ(flatland_invalidate(&value), flatland_done);
    EXPECT_EQ(flatland_slot_plug(&add_slot, &version.version), flatland_does_not_hold);
    EXPECT_EQ(add(0), 1000);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

namespace {
int invariant;
FlatlandStatus quiesced;
std::atomic<int> arrived;
std::atomic<bool> may_go;
std::atomic<int> released;

int invalidate_inside(int x) {
    EXPECT_EQ(flatland_invalidate(&invariant), flatland_done);
    quiesced = flatland_slot_quiesce(&gated_add_slot);
    EXPECT_EQ(released, 0);
    return x + 2;
}

int wait_inside(int x) {
    arrived++;
    arrived.notify_all();
    may_go.wait(false);
    return x + 2;
}

FlatlandVersion freeable(int (*entry)(int), FlatlandReliance& reliance) {
    reliance = {&invariant, nullptr, nullptr};
    FlatlandVersion version = {};
    version.entry = reinterpret_cast<void (*)()>(entry);
    version.lifetime = flatland_freeable;
    version.reliances = &reliance;
    version.reliance_count = 1;
    version.released = [](FlatlandVersion*) { released++; };
    released = 0;
    return version;
}
} // namespace

TEST(Quiescence, a_call_may_invalidate_what_it_runs_in) {
    FlatlandReliance reliance;
    FlatlandVersion version = freeable(invalidate_inside, reliance);
    ASSERT_EQ(flatland_slot_plug(&gated_add_slot, &version), flatland_done);
    EXPECT_EQ(gated_add(0), 2);
    EXPECT_EQ(quiesced, flatland_inside);
    EXPECT_EQ(gated_add(0), 1000);
    EXPECT_EQ(flatland_live_versions(), 1u);
    EXPECT_EQ(flatland_slot_plug(&gated_add_slot, &version), flatland_in_use);
    EXPECT_EQ(released, 1); // the failed plug released it, as every change does
    EXPECT_EQ(flatland_collect(), 0u);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Quiescence, a_version_is_released_when_its_last_call_has_ended) {
    FlatlandReliance reliance;
    FlatlandVersion version = freeable(wait_inside, reliance);
    arrived = 0;
    may_go = false;
    ASSERT_EQ(flatland_slot_plug(&gated_add_slot, &version), flatland_done);
    std::thread first([] { EXPECT_EQ(gated_add(0), 2); });
    std::thread second([] { EXPECT_EQ(gated_add(0), 2); });
    for (int seen = 0; seen < 2; seen = arrived)
        arrived.wait(seen);
    ASSERT_EQ(flatland_invalidate(&invariant), flatland_done);
    EXPECT_EQ(gated_add(0), 1000);
    EXPECT_EQ(flatland_collect(), 1u);
    EXPECT_EQ(released, 0);
    std::thread waiter([] { EXPECT_EQ(flatland_slot_quiesce(&gated_add_slot), flatland_done); });
    may_go = true;
    may_go.notify_all();
    waiter.join();
    EXPECT_EQ(released, 1);
    EXPECT_EQ(flatland_live_versions(), 0u);
    first.join();
    second.join();
}

TEST(Quiescence, threads_that_ended_are_not_waited_for) {
    FlatlandReliance reliance;
    FlatlandVersion version = freeable(add_two, reliance);
    for (int iteration = 0; iteration < 3; iteration++) {
        ASSERT_EQ(flatland_slot_plug(&gated_add_slot, &version), flatland_done);
        std::thread([] { EXPECT_EQ(gated_add(0), 2); }).join();
        ASSERT_EQ(flatland_slot_unplug(&gated_add_slot), flatland_done);
        EXPECT_EQ(flatland_live_versions(), 0u);
    }
}
