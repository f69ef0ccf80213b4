// SPDX-License-Identifier: BSD-2-Clause
// Calls a task, its hostile successors, and after them an honest one, which serves as ever.
#include <keeping/successors/successor_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <keeping/make_task.hpp>

namespace flat::keeping::successors {

namespace {

constexpr u64 ways = static_cast<u64>(Way::count);

} // namespace

void SuccessorCheck::run() {
    u64 before = 0;
    for (u64 round = 0; round < cycles * ways; ++round) {
        run_round(round);
        if (round == ways) before = pages_in_use();
    }
    run_round(cycles * ways);
    u64 const after = pages_in_use();
    if (after != before) panic("{} pages are in use, and {} were", after, before);
    stale_->release();
    say(*log, "{} successors, no page is lost, and no object is another one's", cycles * ways);
}

/// Of every second cycle nobody calls between the end of one and the beginning of the next, who is
/// then taken for the one before.
void SuccessorCheck::run_round(u64 round) {
    round_ = round;
    Way const way = way_of(round);
    domain::Domain* const made = make_task(*tasks, "impostor");
    if (!made) panic("successor {} cannot be made", round);
    made->start();
    if (way == Way::honest && made->join() != 0) panic("an honest one has ended");
    check_stale(round);
    u32 const answered = try_all(way, round / ways);
    say(*log, "{}: {} calls answered as they should, its object called {} times",
        way_names[u64(way)], answered, members_[round].calls());
    check_bystander(round);
    made->release();
    members_[round].end();
    bool const is_noticed = way == Way::dies || round / ways % 2 == 0;
    if (is_noticed && ledger->add(1).is_ok()) panic("one that is gone has answered");
}

/// All calls, beginning with another one each time; of one that hangs, this one alone.
u32 SuccessorCheck::try_all(Way way, u64 first) {
    u64 const end = way == Way::hangs ? 1 : trial_count;
    u64 const begin = way == Way::honest ? 0 : first;
    u32 answered = 0;
    for (u64 i = 0; i < end; ++i) {
        check_bystander(round_);
        answered += (this->*trials[(begin + i) % trial_count])();
    }
    return answered;
}

/// Leaves secrets where the next message is made.
void SuccessorCheck::check_bystander(u64 round) {
    u64 const text[] = {secret, secret, secret, secret, secret, secret, secret, secret};
    auto const noted = bystander->note(bytes_of(Span<u64 const>(text)));
    if (noted.is_error()) panic("the bystander takes no note in round {}", round);
    u64 found[8] = {};
    Span<u8> const room(reinterpret_cast<u8*>(found), sizeof found);
    auto const read = bystander->read(noted.value(), 0, room);
    if (read.is_error() || found[7] != secret) panic("the bystander errs in round {}", round);
}

/// What leads to one that is gone never leads to its successor, and what it held is released.
void SuccessorCheck::check_stale(u64 round) {
    if (stale_ && stale_->add(1).is_ok()) panic("a successor answers for one that is gone");
    if (way_of(round) != Way::honest) return;
    if (stale_) flat::exchange(stale_, nullptr)->release();
    for (u64 i = 0; i < round; ++i)
        if (members_[i].releases() != u64{members_[i].is_passed()})
            panic("member {} was released {} times", i, members_[i].releases());
}

u64 SuccessorCheck::pages_in_use() {
    auto const pages = tasks->pages();
    return pages.all - pages.free;
}

} // namespace flat::keeping::successors
