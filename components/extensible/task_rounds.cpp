// SPDX-License-Identifier: BSD-2-Clause
// Has an L4 task load components, well and badly, and sees that nothing is left of it.
#include <extensible/task_rounds.hpp>

#include <core/measure/lose_no_pages.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <flat/domain/domain.hpp>

namespace flat::extensible {

using demo::Ledger;

namespace {

constexpr u32 failed = 101;

} // namespace

void TaskRounds::run() {
    expect("alone", DomainWay::alone, 0);
    expect("leaves", DomainWay::leaves, 0);
    expect("hoards", DomainWay::hoards, 0);
    expect("writes_code", DomainWay::writes_code, failed);
    expect("writes_table", DomainWay::writes_table, failed);
    expect("runs_object", DomainWay::runs_object, failed);
    expect("runs_unsealed", DomainWay::runs_unsealed, failed);
    leave_nothing();
}

void TaskRounds::expect(Text name, DomainWay way, u32 expected) {
    say(*log, "-- {}", name);
    u32 const status = status_of(way);
    if (status != expected) panic("it ends with status {}", status);
}

/// How a task ends that has it done, and is released.
u32 TaskRounds::status_of(DomainWay way) {
    tell(way);
    auto const made = tasks->create(Text("app").bytes());
    if (made.is_error()) panic("the task cannot be made");
    auto& task = *narrow_to<domain::Domain>(*made.value());
    task.start();
    u32 const status = task.outlive();
    task.release();
    return status;
}

void TaskRounds::tell(DomainWay way) {
    auto const before = ledger->add(0);
    if (before.is_error()) panic("there is no ledger");
    Ledger::Change const to_nothing{Ledger::Kind::withdrawal, false, 0, before.value()};
    if (ledger->apply(to_nothing, 1).is_error() || ledger->add(static_cast<u64>(way)).is_error())
        panic("the ledger takes no change");
}

void TaskRounds::leave_nothing() {
    lose_no_pages(*tasks, rounds, [this] {
        if (status_of(DomainWay::leaves) != 0 || status_of(DomainWay::hoards) != 0)
            panic("a task has failed");
    });
    say(*log, "{} tasks have ended with what they had loaded, and no page was lost", 2 * rounds);
}

} // namespace flat::extensible
