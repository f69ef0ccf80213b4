// SPDX-License-Identifier: BSD-2-Clause
// The service of bench.x: the smaller of two numbers, and an echo.
#include <rpc/bench_service.hpp>

#include <flat/rpc/call.hpp>
#include <rpc/bench_protocol.hpp>
#include <rpc/message.hpp>

namespace flat::rpc {

namespace {

/// Decodes arguments, lets `execute` reply to them, and gives them back.
template<class Execute>
void serve(Call& call, XdrValue& arguments, Execute const& execute) {
    if (!call.get_arguments(arguments))
        call.refuse(Call::Refusal::garbage_arguments);
    else if (!execute())
        call.refuse(Call::Refusal::system_error);
    call.free_arguments(arguments);
}

void serve_null(Call& call) {
    XdrNothing nothing;
    serve(call, nothing, [&] { return call.reply(nothing); });
}

void serve_min(Call& call) {
    Pair pair;
    PairPlace arguments(pair);
    serve(call, arguments, [&] {
        i32 smaller = min(pair.first, pair.second);
        IntegerPlace results(smaller);
        return call.reply(results);
    });
}

void serve_echo(Call& call) {
    Numbers numbers;
    NumbersPlace place(numbers);
    serve(call, place, [&] { return call.reply(place); });
}

} // namespace

Service::Identity BenchService::identity() {
    return {bench_program, bench_version};
}

void BenchService::dispatch(Call& call) {
    switch (static_cast<BenchProcedure>(call.procedure())) {
    case BenchProcedure::null:
        return serve_null(call);
    case BenchProcedure::min:
        return serve_min(call);
    case BenchProcedure::echo:
        return serve_echo(call);
    }
    call.refuse(Call::Refusal::procedure_unavailable);
}

} // namespace flat::rpc
