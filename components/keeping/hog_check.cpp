// SPDX-License-Identifier: BSD-2-Clause
// Makes tasks that take all memory which they may have, and loses nothing by it.
#include <keeping/hog_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <keeping/make_task.hpp>

namespace flat::keeping {

namespace {

/// What the root task has for the tasks' pages themselves, and a task for its report of a fault.
constexpr u32 beside = 40;

} // namespace

void HogCheck::run() {
    run_glutton();
    u64 before = 0;
    for (u32 round = 0; round < rounds; ++round) {
        run_hogs();
        if (round == 1) before = pages_in_use();
    }
    u64 const after = pages_in_use();
    if (after != before) panic("{} pages are in use, and {} were", after, before);
    u64 const most = tasks->pages().all;
    if (most > u64{hogs_max} * (pages + beside)) panic("{} pages were in use", most);
    say(*log, "{} tasks took all that they may have, {} at a time, and gave all back",
        hogs_max * rounds, u32(hogs_max));
}

domain::Domain& HogCheck::start(Text name) {
    domain::Domain* const made = make_task(*tasks, name);
    if (!made) panic("a task cannot be made");
    made->start();
    return *made;
}

/// Who accesses more faults.
void HogCheck::run_glutton() {
    auto const before = tasks->pages();
    domain::Domain& glutton = start("glutton");
    u32 const status = glutton.outlive();
    auto const after = tasks->pages();
    glutton.release();
    if (status != panic_status) panic("a task has got more than it may have: {}", status);
    if (after.all - before.all > pages + beside) panic("{} pages more", after.all - before.all);
    say(*log, "a task that accesses more than it may have ends with status {}", status);
}

/// How many the root task has got depends on how many tasks had theirs at a time.
u64 HogCheck::pages_in_use() {
    auto const counts = tasks->pages();
    return counts.all - counts.free;
}

void HogCheck::run_hogs() {
    domain::Domain* hogs[hogs_max];
    for (domain::Domain*& each : hogs)
        each = &start("hog");
    for (domain::Domain* const each : hogs) {
        if (each->outlive() != 0) panic("a task has not got what it may have");
        each->release();
    }
}

} // namespace flat::keeping
