// SPDX-License-Identifier: BSD-2-Clause
// The FPU's registers are a thread's own.
#include "helper.hpp"
#include "suite.hpp"

namespace l4test {

using l4::Word;

namespace {

constexpr Word secret = 0x5ec2'e7a1'1a7e'5ec2;

Word read_xmm0() {
    Word value;
    asm volatile("movq %%xmm0, %0" : "=r"(value));
    return value;
}

void write_xmm0(Word value) {
    asm volatile("movq %0, %%xmm0" : : "r"(value));
}

/// Tells what is in a register that the thread has never used, and leaves a secret there.
void tell_and_leave() {
    tell_root(read_xmm0());
    write_xmm0(secret);
    tell_root(1);
    tell_root(read_xmm0());
    rest();
}

/// The next word of this helper, whoever else has one to tell.
Word next_word(Helper const& helper) {
    return l4::receive(helper.id(), soon).is_ok() ? l4::message_word(0) : silence;
}

constexpr unsigned calls = 40;

void serve_with_sse() {
    write_xmm0(secret);
    auto request = l4::wait();
    while (request.is_ok()) {
        l4::write_message(0, read_xmm0() == secret);
        request = l4::reply_and_wait(request.value().from);
    }
}

void serve_without_sse() {
    auto request = l4::wait();
    while (request.is_ok()) {
        l4::write_message(0, 1);
        request = l4::reply_and_wait(request.value().from);
    }
}

Word volatile server_raw;

/// Calls the server without a limit and within one, by turns, and counts in an SSE register; tells
/// how often all was well on both sides.
void call_with_sse() {
    Word right = 0;
    for (unsigned call = 0; call < calls; ++call) {
        write_xmm0(call);
        l4::write_message(0);
        bool const is_answered =
            l4::call(l4::ThreadId(server_raw), call % 2 == 0 ? l4::Timeouts{} : both_soon).is_ok();
        right += is_answered && l4::message_word(0) == 1 && read_xmm0() == call;
    }
    tell_root(right);
    rest();
}

void test_calls(Suite& suite, void (*serve)(), Home home, char const* sentence) {
    Helper const server(serve, home);
    server_raw = server.id().raw();
    Helper const client(call_with_sse);
    suite.check(word_from(client) == calls, sentence);
}

} // namespace

void test_fpu(Suite& suite) {
    test_calls(suite, serve_with_sse, Home::root_space,
               "FPU registers of both partners stay through calls");
    test_calls(suite, serve_with_sse, Home::own_space,
               "FPU registers of both partners stay through calls of another space");
    test_calls(suite, serve_without_sse, Home::root_space,
               "FPU registers of a client stay through calls of a server without any");
    bool are_own = true;
    bool are_fresh = true;
    // There are 32 thread numbers for helpers: each is used more than once.
    for (int generation = 0; generation < 40; ++generation) {
        Helper const one(tell_and_leave);
        are_fresh = are_fresh && next_word(one) == 0 && next_word(one) == 1;
        Helper const other(tell_and_leave);
        are_fresh = are_fresh && next_word(other) == 0 && next_word(other) == 1;
        are_own = are_own && next_word(one) == secret && next_word(other) == secret;
    }
    suite.check(are_fresh, "a new thread finds nothing of others in FPU registers");
    suite.check(are_own, "a thread's FPU registers stay while others use theirs");
}

} // namespace l4test
