// SPDX-License-Identifier: BSD-2-Clause
// Calls every procedure of bench.x and one that does not exist, and says what came of it.
#include <rpc/bench_calls.hpp>

#include <core/format.hpp>
#include <rpc/bench_client.x.hpp>
#include <rpc/messages/message.hpp>

namespace flat::rpc {

namespace {

constexpr u32 no_procedure = 99;
constexpr bench::Pair pairs[] = {{7, 4}, {-5, 3}, {0x7fffffff, -0x7fffffff - 1}};
constexpr u32 counts[] = {0, 1, 20, 100, 250, 500, 1000, bench::numbers_max};

/// An integer that tells its place in an array, with its sign.
i32 number_at(u32 index) {
    return static_cast<i32>(index * 0x9e3779b9);
}

Text name_of(RpcError error) {
    switch (error.code) {
    case RpcError::cant_encode_arguments:
        return "cannot encode the arguments";
    case RpcError::cant_decode_results:
        return "cannot decode the results";
    case RpcError::cant_connect:
        return "cannot connect";
    case RpcError::cant_send:
        return "cannot send";
    case RpcError::cant_receive:
        return "cannot receive";
    case RpcError::timed_out:
        return "timed out";
    case RpcError::rpc_mismatch:
        return "the server speaks another version of the protocol";
    case RpcError::authentication:
        return "authentication failed";
    case RpcError::program_unavailable:
        return "there is no such program";
    case RpcError::program_mismatch:
        return "there is no such version";
    case RpcError::procedure_unavailable:
        return "there is no such procedure";
    case RpcError::garbage_arguments:
        return "the arguments are garbage";
    case RpcError::system_error:
        return "the server failed";
    case RpcError::port_mapper:
        return "the port mapper does not answer";
    case RpcError::program_not_registered:
        return "the program is not registered";
    }
    return "unknown";
}

} // namespace

void BenchCalls::run() {
    check_null();
    for (bench::Pair const& pair : pairs)
        check_min(pair);
    for (u32 const count : counts)
        check_echo(count);
    check_unknown_procedure();
    power->power_off(has_failed_);
}

void BenchCalls::check_null() {
    auto const outcome = bench::bench_program_1_null(*client, timeout_ns());
    if (outcome.is_error()) return fail("null", outcome.error());
    say("null: the server is there");
}

void BenchCalls::check_min(bench::Pair pair) {
    auto const smaller = bench::min_1(*client, pair, timeout_ns());
    if (smaller.is_error()) return fail("min", smaller.error());
    if (smaller.value() != min(pair.first, pair.second)) has_failed_ = true;
    TextBuffer<80> line;
    format(line, "min of {} and {}: {}", pair.first, pair.second, smaller.value());
    say(line.text());
}

void BenchCalls::check_echo(u32 count) {
    for (u32 index = 0; index < count; ++index)
        sent_[index] = number_at(index);
    bench::Numbers numbers{sent_, count}, result{received_, 0};
    auto const outcome = bench::echo_1(*client, numbers, result, timeout_ns());
    if (outcome.is_error()) return fail("echo", outcome.error());
    bool is_same = result.count == count;
    for (u32 index = 0; is_same && index < count; ++index)
        is_same = received_[index] == sent_[index];
    if (!is_same) has_failed_ = true;
    TextBuffer<80> line;
    format(line, "echo of {} integers: {}", count, is_same ? "the same" : "others");
    say(line.text());
}

void BenchCalls::check_unknown_procedure() {
    XdrNothing nothing;
    auto const outcome = client->call(no_procedure, nothing, nothing, timeout_ns());
    TextBuffer<80> line;
    format(line, "procedure {}: {}", no_procedure,
           outcome.is_error() ? name_of(outcome.error()) : "the server has it");
    say(line.text());
}

void BenchCalls::say(Text text) {
    log->write(log::Log::Level::info, text.bytes());
}

void BenchCalls::fail(Text what, RpcError error) {
    has_failed_ = true;
    TextBuffer<80> line;
    format(line, "{}: {}", what, name_of(error));
    say(line.text());
}

} // namespace flat::rpc
