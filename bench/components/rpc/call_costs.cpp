// SPDX-License-Identifier: BSD-2-Clause
// Counts what calls of the procedures of bench.x cost, each in each size, and checks the answers.
#include <rpc/call_costs.hpp>

#include <core/measure/least_cost.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <rpc/bench_client.x.hpp>

namespace flat::rpc {

namespace {

using Procedure = bench::BenchVersionProcedure;

constexpr u32 sizes[] = {20, 100, 250, 500, 1000, bench::numbers_max};

} // namespace

void CallCosts::run() {
    if (server) start_server();
    if (timeout_ms > 0) await_server();
    measure(Procedure::min, 2);
    for (u32 const size : sizes)
        measure(Procedure::echo, size);
}

void CallCosts::start_server() {
    auto const created = threads->create({});
    if (created.is_error()) panic("there is no memory for the thread of a server");
    narrow_to<thread::Thread>(*created.value())->start(serving_);
}

/// It may begin later than its clients.
void CallCosts::await_server() {
    constexpr u64 patience_ns = 100'000'000;
    for (u32 tries = 0; tries < 600; ++tries)
        if (bench::bench_program_1_null(*client, patience_ns).is_ok()) return;
    panic("nobody answers the calls of {}", Text(reach));
}

void CallCosts::measure(Procedure procedure, u32 integers) {
    procedure_ = procedure;
    numbers_.count = integers;
    LeastCost cost;
    for (u32 round = 0; round < rounds; ++round) {
        prepare(round);
        Result<void, RpcError> outcome = RpcError{RpcError::timed_out};
        cost.count([&] { outcome = call(); },
                   [&] {
                       check(outcome);
                       return true;
                   });
    }
    say(*log, "{} of {} integers, {}: {} calls are as they should be", name(), integers,
        Text(reach), rounds);
    if (cost.is_known())
        say(*log,
            "@record {}\"reach\": \"{}\", \"procedure\": \"{}\", \"integers\": {}, \"kernel\": "
            "{}{}",
            "{", Text(reach), name(), integers, cost.instructions(), "}");
}

/// Other integers in each round, so that no answer can be an earlier one's.
void CallCosts::prepare(u32 round) {
    pair_ = {static_cast<i32>(round) + 5, 3 - static_cast<i32>(round)};
    for (u32 index = 0; index < numbers_.count; ++index)
        sent_[index] = static_cast<i32>((index + round) * 0x9e3779b9);
}

/// What is counted: a stub and all that is below it.
[[gnu::noinline]] Result<void, RpcError> CallCosts::call() {
    if (procedure_ == Procedure::echo)
        return bench::echo_1(*client, numbers_, result_, timeout_ns());
    smaller_ = TRY(bench::min_1(*client, pair_, timeout_ns()));
    return {};
}

void CallCosts::check(Result<void, RpcError> const& outcome) const {
    if (timeout_ms == 0) {
        if (outcome.is_ok() || outcome.error() != RpcError{RpcError::timed_out})
            panic("{} was not only sent", name());
        return;
    }
    if (outcome.is_error())
        panic("{} of {} integers failed: {}", name(), numbers_.count,
              static_cast<u32>(outcome.error().code));
    if (procedure_ == Procedure::min) {
        if (smaller_ != min(pair_.first, pair_.second)) panic("min has a wrong answer");
        return;
    }
    bool is_same = result_.count == numbers_.count;
    for (u32 index = 0; is_same && index < result_.count; ++index)
        is_same = received_[index] == sent_[index];
    if (!is_same) panic("an echo of {} integers is another one", numbers_.count);
}

Text CallCosts::name() const {
    return procedure_ == Procedure::min ? "min" : "echo";
}

} // namespace flat::rpc
