// SPDX-License-Identifier: BSD-2-Clause
// Makes tasks that end as they should not, again and again, and loses nothing by it.
#include <keeping/stray_check.hpp>

#include <core/measure/lose_no_pages.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <keeping/make_task.hpp>

namespace flat::keeping {

using core::BindingError;

namespace {

constexpr Text strays[] = {"null", "deep"};
constexpr Text not_granted[] = {"nobody", "maker",
                                "a name that is longer than any that a domain can have"};

/// In so many rounds both run at a time.
constexpr u32 beside = 20;

} // namespace

void StrayCheck::run() {
    for (Text const name : not_granted)
        refuse(name);
    end_each();
    // Who spins uses up its time slices, which makes a round long.
    u32 round = 0;
    lose_no_pages(*tasks, rounds, [this, &round] {
        if (round++ < beside)
            run_beside();
        else
            run_before();
    });
    say(*log, "{} tasks were made, run and released, and gave all back", 2 * rounds);
}

void StrayCheck::refuse(Text name) {
    auto const made = tasks->create(name.bytes());
    if (made.is_ok() || made.error().code != BindingError::Code::unbindable)
        panic("a task that was not granted is made");
}

/// Whatever a task does, it ends alone.
void StrayCheck::end_each() {
    for (Text const name : strays) {
        domain::Domain& task = start(name);
        u32 const status = task.join();
        if (status != panic_status) panic("a task ended with status {}", status);
        task.release();
    }
}

/// One ends by itself, the other is released in the middle of what it does.
void StrayCheck::run_beside() {
    domain::Domain& running = start("spins");
    run_quiet();
    running.release();
}

/// The same when it has hardly begun.
void StrayCheck::run_before() {
    run_quiet();
    start("spins").release();
}

void StrayCheck::run_quiet() {
    domain::Domain& ending = start("quiet");
    if (ending.outlive() != 0) panic("a task failed");
    auto const second = tasks->create(Text("quiet").bytes());
    if (second.is_ok() || second.error().code != BindingError::Code::exhausted)
        panic("a task is made that is there");
    ending.release();
}

domain::Domain& StrayCheck::start(Text name) {
    domain::Domain* const made = make_task(*tasks, name);
    if (!made) panic("a task cannot be made");
    made->start();
    return *made;
}

} // namespace flat::keeping
