// SPDX-License-Identifier: BSD-2-Clause
// Makes a hostile task again and again, and others beside it that notice nothing.
#include <keeping/hostile_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <keeping/make_task.hpp>
#include <keeping/worker_number.hpp>

namespace flat::keeping {

void HostileCheck::run() {
    say(*log, "seed {}", u32(seed));
    domain::Domain& honest_task = start("honest");
    u64 before = 0;
    for (u64 round = 0; round < rounds; ++round) {
        run_round(round);
        if (round == 1) before = pages_in_use();
    }
    u64 const after = pages_in_use();
    if (after != before) panic("{} pages are in use, and {} were", after, before);
    honest_task.release();
    say(*log, "{} hostile tasks, and no page is lost", u32(rounds));
}

/// What the hostile one answers is of no interest, only that somebody answers in time.
void HostileCheck::run_round(u64 round) {
    domain::Domain& made = start("hostile");
    made.join();
    static_cast<void>(hostile->ask(1, 2).is_ok());
    static_cast<void>(hostile->hide(1).is_ok());
    made.release();
    u64 const sum = honest->add(1).value() % worker_number_factor;
    if (sum != round + 1) panic("the honest task has {} in round {}", sum, round);
}

domain::Domain& HostileCheck::start(Text name) {
    domain::Domain* const made = make_task(*tasks, name);
    if (!made) panic("{} cannot be made", name);
    made->start();
    return *made;
}

u64 HostileCheck::pages_in_use() {
    auto const pages = tasks->pages();
    return pages.all - pages.free;
}

} // namespace flat::keeping
