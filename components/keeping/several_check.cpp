// SPDX-License-Identifier: BSD-2-Clause
// Makes several tasks of one image, and calls each as the one that it is.
#include <keeping/several_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <keeping/make_task.hpp>
#include <keeping/said.hpp>
#include <keeping/worker_number.hpp>

namespace flat::keeping {

namespace {

constexpr Text worker = "worker";
constexpr u64 factor = worker_number_factor;

} // namespace

void SeveralCheck::run() {
    make_all();
    for (u32 number = 1; number <= workers_max; ++number)
        ask(number, u64{10} * number, u64{10} * number);
    for (u32 number = 1; number <= workers_max; ++number)
        ask(number, 1, u64{10} * number + 1);
    say(*log, "{} workers of one image, each with its own sum", u32(workers_max));
    be_refused();
    call_the_first();
    have_one_fail();
    release_all();
    roster->clear().value();
    repeat();
}

/// Each enrolls before its entry returns, so that their numbers are in the order of their making.
void SeveralCheck::make_all() {
    for (u32 place = 0; place < workers_max; ++place)
        make(place);
}

void SeveralCheck::make(u32 place) {
    domain::Domain* const made = make_task(*tasks, worker);
    if (!made) panic("a worker cannot be made");
    workers_[place] = made;
    made->start();
    if (made->join() != 0) panic("a worker failed");
}

void SeveralCheck::release_all() {
    for (domain::Domain* const each : workers_)
        each->release();
}

/// What a worker returns says which one it is.
void SeveralCheck::ask(u32 number, u64 amount, u64 sum) {
    u64 const answer = roster->ask(number, amount).value();
    if (answer != number * factor + sum) panic("worker {} answers {}", number, answer);
}

void SeveralCheck::be_refused() {
    auto const made = tasks->create(worker.bytes());
    bool const is_exhausted = made.is_error() && made.error().code == core::BindingError::exhausted;
    say(*log, "one more is {}", is_exhausted ? "exhausted" : "made");
}

/// A binding leads to the first, and to the next one when that is gone; the one that comes in its
/// place is the last.
void SeveralCheck::call_the_first() {
    say(*log, "bindings call worker {}", first->add(0).value() / factor);
    workers_[0]->release();
    Text const gone = said(first->add(0));
    say(*log, "released, it is {}; then bindings call worker {}", gone,
        first->add(0).value() / factor);
    say(*log, "what it has passed is {}", said(roster->ask(1, 0)));
    make(0);
    say(*log, "in its place is worker {}, and what the first has passed is {}",
        roster->ask(workers_max + 1, 0).value() / factor, said(roster->ask(1, 0)));
    say(*log, "bindings call worker {}", first->add(0).value() / factor);
}

void SeveralCheck::have_one_fail() {
    say(*log, "worker 3 faults in a call, which is {}", said(roster->hide(3)));
    ask(2, 0, 21);
    ask(4, 0, 41);
    ask(workers_max + 1, 5, 5);
    say(*log, "its status is {}, and the others answer", workers_[2]->outlive());
}

/// The first rounds take pages that the later ones take again.
void SeveralCheck::repeat() {
    domain::TaskManager::Pages before{};
    for (u32 round = 0; round < rounds; ++round) {
        make_all();
        ask(1 + round % workers_max, 7, 7);
        if (round == 1) before = tasks->pages();
        if (round + 1 < rounds) release_all();
        roster->clear().value();
    }
    auto const after = tasks->pages();
    if (after.all != before.all || after.free != before.free)
        panic("of {} pages {} are free, of {} {}", before.all, before.free, after.all, after.free);
    release_all();
    say(*log, "{} workers were made and released, {} at a time, and gave all back",
        workers_max * rounds, u32(workers_max));
}

} // namespace flat::keeping
