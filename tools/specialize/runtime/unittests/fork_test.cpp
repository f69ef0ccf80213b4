// SPDX-License-Identifier: BSD-2-Clause
// After fork, parent and child change their slots for themselves.
#include "made_code.hpp"
#include "slots_of_c.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {
std::atomic<bool> is_inside;
std::atomic<bool> may_go;

int add_two(int x) {
    return x + 2;
}
int add_three(int x) {
    return x + 3;
}

int wait_inside(int x) {
    is_inside = true;
    is_inside.notify_all();
    may_go.wait(false);
    return x + 2;
}

FlatlandVersion version_of(int (*entry)(int), FlatlandLifetime lifetime) {
    FlatlandVersion version = {};
    version.entry = reinterpret_cast<void (*)()>(entry);
    version.lifetime = lifetime;
    return version;
}

/// The exit status of a child that runs this; 100 if it ended otherwise.
template<typename function>
int status_of_child(function run) {
    pid_t const child = fork();
    if (child == 0) _exit(run());
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}
} // namespace

TEST(Fork, what_the_child_plugs_does_not_alter_the_parent) {
    FlatlandVersion two = version_of(add_two, flatland_permanent);
    FlatlandVersion three = version_of(add_three, flatland_permanent);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &two), flatland_done);
    EXPECT_EQ(status_of_child([&] {
                  if (add(0) != 2) return 1;
                  if (flatland_slot_plug(&add_slot, &three) != flatland_done) return 2;
                  return add(0) == 3 ? 0 : 3;
              }),
              0);
    EXPECT_EQ(add(0), 2);
    ASSERT_EQ(flatland_slot_unplug(&add_slot), flatland_done);
}

TEST(Fork, what_the_parent_plugs_does_not_alter_the_child) {
    FlatlandVersion two = version_of(add_two, flatland_permanent);
    int start[2];
    ASSERT_EQ(pipe(start), 0);
    pid_t const child = fork();
    if (child == 0) {
        char byte;
        if (read(start[0], &byte, 1) != 1) _exit(1);
        _exit(add(0) == 1000 && !flatland_slot_version(&add_slot) ? 0 : 2);
    }
    ASSERT_EQ(flatland_slot_plug(&add_slot, &two), flatland_done);
    ASSERT_EQ(write(start[1], "", 1), 1);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(add(0), 2);
    ASSERT_EQ(flatland_slot_unplug(&add_slot), flatland_done);
    close(start[0]);
    close(start[1]);
}

TEST(Fork, the_child_does_not_wait_for_threads_that_it_has_not) {
    FlatlandVersion version = version_of(wait_inside, flatland_freeable);
    is_inside = may_go = false;
    ASSERT_EQ(flatland_slot_plug(&gated_add_slot, &version), flatland_done);
    std::thread caller([] { EXPECT_EQ(gated_add(0), 2); });
    is_inside.wait(false);
    EXPECT_EQ(status_of_child([] {
                  if (flatland_slot_unplug(&gated_add_slot) != flatland_done) return 1;
                  if (gated_add(0) != 1000) return 2;
                  return flatland_live_versions() == 0 ? 0 : 3;
              }),
              0);
    ASSERT_EQ(flatland_slot_unplug(&gated_add_slot), flatland_done);
    EXPECT_EQ(flatland_live_versions(), 1u);
    may_go = true;
    may_go.notify_all();
    caller.join();
    EXPECT_EQ(flatland_collect(), 0u);
    EXPECT_EQ(flatland_live_versions(), 0u);
}

TEST(Memory, is_not_needed_for_the_next_change_and_changes_without_it_change_nothing) {
    FlatlandVersion two = version_of(add_two, flatland_permanent);
    FlatlandVersion three = version_of(add_three, flatland_permanent);
    ASSERT_EQ(flatland_slot_plug(&add_slot, &two), flatland_done);
    EXPECT_EQ(status_of_child([&] {
                  rlimit limit;
                  getrlimit(RLIMIT_AS, &limit);
                  rlimit const none = {0, limit.rlim_max};
                  if (setrlimit(RLIMIT_AS, &none) != 0) return 1;
                  if (flatland_slot_unplug(&add_slot) != flatland_done || add(0) != 1000) return 2;
                  if (flatland_slot_plug(&add_slot, &three) != flatland_no_page) return 3;
                  if (add(0) != 1000 || flatland_live_versions() != 0) return 4;
                  setrlimit(RLIMIT_AS, &limit);
                  if (flatland_slot_plug(&add_slot, &three) != flatland_done) return 5;
                  return add(0) == 3 ? 0 : 6;
              }),
              0);
    ASSERT_EQ(flatland_slot_unplug(&add_slot), flatland_done);
}

TEST(Memory, that_suffices_for_some_slots_changes_those_and_the_rest_later) {
    static int invariant;
    static FlatlandVersion versions[100];
    static FlatlandReliance reliances[100];
    int count = 0;
#define PLUG_ONE(name)                                                                             \
    versions[count] = version_of(add_two, flatland_freeable);                                      \
    reliances[count].invariant = &invariant;                                                       \
    versions[count].reliances = &reliances[count];                                                 \
    versions[count].reliance_count = 1;                                                            \
    ASSERT_EQ(flatland_slot_plug(&name##_slot, &versions[count++]), flatland_done)
    HUNDRED(PLUG_ONE);
    EXPECT_EQ(status_of_child([] {
                  rlimit limit;
                  getrlimit(RLIMIT_AS, &limit);
                  rlimit const none = {0, limit.rlim_max};
                  if (setrlimit(RLIMIT_AS, &none) != 0) return 1;
                  if (flatland_invalidate(&invariant) != flatland_no_page) return 2;
                  std::size_t const left = flatland_live_versions();
                  if (left == 0 || left == 100) return 3;
                  setrlimit(RLIMIT_AS, &limit);
                  if (flatland_invalidate(&invariant) != flatland_done) return 4;
                  return flatland_live_versions() == 0 && many_00(0) == 1000 ? 0 : 5;
              }),
              0);
    ASSERT_EQ(flatland_invalidate(&invariant), flatland_done);
    EXPECT_EQ(flatland_live_versions(), 0u);
}
