// SPDX-License-Identifier: BSD-2-Clause
// Threads share the processor, whether they want to or not.
#include "helper.hpp"
#include "suite.hpp"

namespace l4test {

using l4::Error;
using l4::schedule;
using l4::ThreadId;
using l4::ThreadState;
using l4::Word;

namespace {

/// Longer than several time slices.
constexpr l4::Time slices = l4::Time::milliseconds(150);

Word volatile first_count;
Word volatile second_count;

void count_first() {
    for (;;)
        first_count = first_count + 1;
}

void count_second() {
    for (;;)
        second_count = second_count + 1;
}

/// Counts with interrupts disabled, as it believes.
void count_uninterrupted() {
    constexpr Word only_reserved_bit = 2;
    asm volatile("pushq %0\n"
                 "popfq"
                 :
                 : "r"(only_reserved_bit)
                 : "cc", "memory");
    count_first();
}

void count_and_yield() {
    for (;;) {
        first_count = first_count + 1;
        l4::thread_switch();
    }
}

Word volatile chosen_raw;

void count_and_give_way() {
    for (;;) {
        first_count = first_count + 1;
        l4::thread_switch(ThreadId(chosen_raw));
    }
}

/// Whether both counters change between three points in time.
bool do_both_count(void (*first)(), void (*second)()) {
    Helper const one(first);
    Helper const other(second);
    chosen_raw = other.id().raw();
    bool do_both = true;
    for (int period = 0; period < 3; ++period) {
        Word const first_before = first_count;
        Word const second_before = second_count;
        l4::sleep(slices);
        do_both = do_both && first_count != first_before && second_count != second_before;
    }
    return do_both;
}

/// Whether a third thread runs while one gives way to another again and again.
bool does_third_count() {
    Helper const one(count_and_give_way);
    Helper const other([] {
        for (;;)
            asm volatile("pause");
    });
    chosen_raw = other.id().raw();
    Helper const third(count_second);
    Word const before = second_count;
    l4::sleep(slices);
    return second_count != before;
}

Word volatile answers;

void answer() {
    l4::ThreadId client = ThreadId::nil();
    for (;;) {
        l4::write_message(0);
        auto const request = client.is_nil() ? l4::wait() : l4::reply_and_wait(client);
        client = request.is_ok() ? request.value().from : ThreadId::nil();
        answers = answers + 1;
    }
}

/// Calls the chosen thread whenever the root task says so, within a limit if it says one.
void call_chosen() {
    for (;;) {
        static_cast<void>(l4::receive(l4::kernel_interface().root_id()).is_ok());
        l4::Timeouts const limit(static_cast<Word>(l4::message_word(0)));
        l4::write_message(0);
        tell_root(l4::call(ThreadId(chosen_raw), limit).is_ok() ? 1 : 0);
    }
}

/// Lets the client call; what it tells, or `silence` when that takes longer than `patience`.
Word outcome_of_call(Helper const& client, l4::Timeouts limit, l4::Time patience = soon) {
    l4::write_message(0, limit.raw());
    static_cast<void>(l4::send(client.id(), soon).is_ok());
    return l4::receive(client.id(), patience).is_ok() ? l4::message_word(0) : silence;
}

/// A client calls a server that is less urgent than a third thread, which spins: so the server must
/// not run, though a message has come for it.
void test_urgency(Suite& suite) {
    constexpr l4::Timeouts for_ever;
    constexpr l4::Timeouts a_while_only{l4::Time::never(), slices};
    Helper const server(answer);
    Helper const client(call_chosen);
    chosen_raw = server.id().raw();
    l4::sleep(a_while); // both wait now
    bool is_set = schedule(server.id(), {.priority = 10}).is_ok();
    is_set = schedule(client.id(), {.priority = 30}).is_ok() && is_set;
    suite.check(is_set && outcome_of_call(client, for_ever) == 1 &&
                    outcome_of_call(client, a_while_only) == 1,
                "a client calls a server that is less urgent");
    Word const answers_before = answers;
    {
        Helper const spinning(count_first);
        is_set = schedule(spinning.id(), {.priority = 20}).is_ok();
        suite.check(is_set && outcome_of_call(client, a_while_only) == 0,
                    "a call with a limit lets no server run before a thread that is more urgent");
        suite.check(outcome_of_call(client, for_ever, slices) == silence &&
                        answers == answers_before,
                    "a call without a limit does not either");
    }
    suite.check(l4::receive(client.id(), soon).is_ok() && answers > answers_before,
                "the server runs when that thread has gone");
}

void send_to_root() {
    tell_root(0);
    rest();
}

void test_states(Suite& suite) {
    auto const state_is = [](ThreadId thread, ThreadState expected) {
        auto const state = schedule(thread, {});
        return state.is_ok() && state.value().state == expected;
    };
    Helper const resting(rest);
    Helper const running(count_first);
    Helper const sending(send_to_root);
    l4::sleep(a_while);
    suite.check(state_is(resting.id(), ThreadState::waiting), "a thread that rests is waiting");
    suite.check(state_is(running.id(), ThreadState::running), "a thread that counts is running");
    suite.check(state_is(sending.id(), ThreadState::pending_send),
                "a thread whose partner is not ready has a send pending");

    auto const me = l4::my_id();
    auto const fresh = fresh_name();
    bool const is_made = l4::thread_control(fresh, me, me, ThreadId::nil(), l4::same_utcb).is_ok();
    suite.check(is_made && state_is(fresh, ThreadState::inactive),
                "a thread without a pager is inactive");
    suite.check(l4::delete_thread(fresh).is_ok(), "an inactive thread can be deleted");
}

/// Tries to schedule a thread whose scheduler somebody else is.
void schedule_root() {
    auto const state = schedule(l4::kernel_interface().root_id(), {.priority = 1});
    tell_root(state.is_error() ? static_cast<Word>(state.error()) : 0);
    rest();
}

void test_errors(Suite& suite) {
    suite.check_refused(schedule(fresh_name(), {}), Error::invalid_thread,
                        "a thread that does not exist cannot be scheduled");
    Helper const helper(count_first);
    suite.check_refused(schedule(helper.id(), {.priority = 256}), Error::invalid_parameter,
                        "there are 256 priorities");
    suite.check(schedule(helper.id(), {.priority = 1}).is_ok(), "a priority can be lowered");
    Helper const stranger(schedule_root, Home::own_space);
    suite.check(word_from(stranger) == static_cast<Word>(Error::no_privilege),
                "a thread is scheduled by its scheduler only");
}

} // namespace

void test_scheduling(Suite& suite) {
    suite.check(do_both_count(count_first, count_second), "two threads that spin both progress");
    suite.check(do_both_count(count_uninterrupted, count_second),
                "a thread cannot disable interrupts");
    suite.check(do_both_count(count_and_yield, count_second), "a thread that yields comes back");
    suite.check(do_both_count(count_and_give_way, count_second),
                "a thread that gives way to another comes back");
    suite.check(does_third_count(), "threads that give way to each other do not starve a third");
    chosen_raw = fresh_name().raw();
    l4::thread_switch(ThreadId(chosen_raw));
    suite.check(true, "giving way to a thread that does not exist returns");
    test_states(suite);
    test_errors(suite);
    test_urgency(suite);
}

} // namespace l4test
