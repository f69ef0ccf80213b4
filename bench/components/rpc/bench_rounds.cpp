// SPDX-License-Identifier: BSD-2-Clause
// Calls the procedures of bench.x again and again, for whoever counts what that takes.
#include <rpc/bench_rounds.hpp>

#include <core/format.hpp>
#include <rpc/bench_client.x.hpp>

namespace flat::rpc {

namespace {

constexpr u32 sizes[] = {20, 100, 250, 500, 1000, bench::numbers_max};

} // namespace

void BenchRounds::run() {
    for (u32 index = 0; index < bench::numbers_max; ++index)
        sent_[index] = static_cast<i32>(index);
    measure(bench::BenchVersionProcedure::min, 2);
    for (u32 const size : sizes)
        measure(bench::BenchVersionProcedure::echo, size);
}

/// Calls a procedure once, then again and again, and says how often it was answered, how fast.
void BenchRounds::measure(bench::BenchVersionProcedure procedure, u32 integers) {
    procedure_ = procedure;
    numbers_.count = integers;
    static_cast<void>(call());
    u64 const start_ns = timer->now_ns();
    u32 const answered = series();
    u64 const passed_ns = timer->now_ns() - start_ns;
    TextBuffer<120> line;
    format(line, "{} of {} integers: {} of {} calls answered in {} ns",
           procedure == bench::BenchVersionProcedure::min ? "min" : "echo", integers, answered,
           calls, passed_ns);
    log->write(log::Log::Level::info, line.text().bytes());
}

/// Only calls, so that whoever counts in here counts nothing else.
[[gnu::noinline]] u32 BenchRounds::series() {
    u32 answered = 0;
    for (u32 number = 0; number < calls; ++number)
        answered += call();
    return answered;
}

/// Whether the procedure was answered, and rightly as far as that is seen at a glance.
bool BenchRounds::call() {
    if (procedure_ == bench::BenchVersionProcedure::min) {
        auto const smaller = bench::min_1(*client, {7, 4}, timeout_ns());
        return smaller.is_ok() && smaller.value() == 4;
    }
    auto const outcome = bench::echo_1(*client, numbers_, result_, timeout_ns());
    return outcome.is_ok() && result_.count == numbers_.count;
}

} // namespace flat::rpc
