// SPDX-License-Identifier: BSD-2-Clause
// Slices, quanta and delayed preemption, as Schedule sets them.
#include "helper.hpp"
#include "suite.hpp"

#include <core/utility.hpp>

namespace l4test {

using l4::Error;
using l4::PreemptionControl;
using l4::PreemptionFlag;
using l4::PreemptionMessage;
using l4::schedule;
using l4::ThreadId;
using l4::Time;
using l4::TimeControl;
using l4::Word;

namespace {

constexpr unsigned thread_count = 2;
Word volatile counts[thread_count];

void count_first() {
    for (;;)
        counts[0] = counts[0] + 1;
}

void count_second() {
    for (;;)
        counts[1] = counts[1] + 1;
}

bool set_time(ThreadId thread, Time slice, Time quantum = Time::never()) {
    return schedule(thread, {.time = TimeControl(slice, quantum).raw()}).is_ok();
}

TimeControl time_left(ThreadId thread) {
    auto const result = schedule(thread, {});
    return result.is_ok() ? result.value().left : TimeControl(Word{0});
}

/// Whether `count` stands still for a while.
bool stands_still(Word volatile& count) {
    Word const before = count;
    l4::sleep(l4test::a_while);
    return count == before;
}

void test_slices(Suite& suite) {
    Helper const one(count_first);
    Helper const other(count_second);
    suite.check(set_time(one.id(), Time::milliseconds(40)) &&
                    set_time(other.id(), Time::milliseconds(1)),
                "slices can be set");
    suite.check(time_left(one.id()).slice().in_microseconds() <= 40'000 &&
                    time_left(other.id()).slice().in_microseconds() <= 1000 &&
                    time_left(one.id()).quantum().is_never(),
                "what is left of a slice is reported");
    Word const first = counts[0];
    Word const second = counts[1];
    l4::sleep(Time::milliseconds(400));
    suite.check((counts[0] - first) / 8 > counts[1] - second,
                "a thread with longer slices gets more of the processor than an equal");
    suite.check(set_time(one.id(), Time::never()), "a slice can be without an end");
    l4::sleep(Time::milliseconds(100)); // its turn has come by then
    suite.check(stands_still(counts[1]), "a thread whose slice has no end keeps its equals out");
    suite.check_refused(schedule(one.id(), {.time = Word{0x8000} << 16}), Error::invalid_parameter,
                        "a slice is no point in time");
    suite.check_refused(schedule(one.id(), {.processor = 1}), Error::invalid_parameter,
                        "there is one processor");
    suite.check(schedule(one.id(), {.processor = 0}).is_ok(), "a thread can be on the first");
    suite.check_refused(schedule(one.id(), {.preemption = Word{1} << 24}), Error::invalid_parameter,
                        "preemption control has 24 bits");
}

/// Whether a thread's quantum was reported to be used up; the root task is its scheduler.
bool is_reported(ThreadId thread) {
    auto const message = l4::receive(thread, soon);
    return message.is_ok() && PreemptionMessage::is(message.value().tag) &&
           l4::message_word(0) <= l4::system_clock();
}

void test_quanta(Suite& suite) {
    constexpr Time slice = Time::milliseconds(2);
    constexpr Time quantum = Time::milliseconds(6);
    Helper const helper(count_first);
    suite.check(set_time(helper.id(), slice, quantum), "a total quantum can be set");
    suite.check(time_left(helper.id()).quantum().in_microseconds() <= 6000,
                "what is left of a quantum is reported");
    suite.check(is_reported(helper.id()),
                "it is reported to a scheduler that a quantum is used up");
    suite.check(stands_still(counts[0]), "a thread without a quantum does not run");
    suite.check(time_left(helper.id()).quantum() == Time::microseconds(0),
                "nothing is left of its quantum");
    l4::write_message(0);
    suite.check(l4::send(helper.id(), soon).is_ok() && is_reported(helper.id()),
                "a scheduler that answers without a new quantum gets another report");
    suite.check(set_time(helper.id(), slice, quantum) && is_reported(helper.id()),
                "a thread with a new quantum goes on without an answer, until it is used up");
    suite.check(set_time(helper.id(), slice) && !stands_still(counts[0]),
                "a quantum can be without a limit");
    suite.check(set_time(helper.id(), slice, Time::zero()) && is_reported(helper.id()),
                "a quantum can be nothing");
}

Word volatile is_seen_pending;
Word volatile gives_way;

/// Spins, wants no preemption, and gives way when somebody waits, if it is to.
void count_undisturbed() {
    Word volatile& flags = l4::my_utcb().preemption_and_coprocessor_flags;
    flags = PreemptionFlag::delay_preemption;
    for (;;) {
        counts[0] = counts[0] + 1;
        if ((flags & PreemptionFlag::preemption_pending) == 0) continue;
        is_seen_pending = 1;
        if (gives_way) l4::thread_switch();
    }
}

/// How long the root task sleeps that wants to for 5 ms, in ms.
Word time_asleep_ms() {
    Word const begun = l4::system_clock();
    l4::sleep(Time::milliseconds(5));
    return (l4::system_clock() - begun) / 1000;
}

void test_delays(Suite& suite) {
    constexpr flat::u8 urgent = 255;
    constexpr flat::u16 delay_us = 60'000;
    Helper const helper(count_undisturbed);
    l4::sleep(a_while);
    suite.check(time_asleep_ms() < 40 && !is_seen_pending,
                "a thread delays nobody whose scheduler does not allow it");
    auto const allow = [&](flat::u8 sensitive) {
        PreemptionControl const control(sensitive, delay_us);
        return schedule(helper.id(), {.preemption = control.raw()}).is_ok();
    };
    suite.check(allow(1) && time_asleep_ms() < 40, "a thread delays no thread that is too urgent");
    suite.check(allow(urgent) && time_asleep_ms() >= 60, "a thread delays others for a while");
    suite.check(is_seen_pending, "a thread is notified that others wait");
    gives_way = 1;
    suite.check(time_asleep_ms() < 40, "a thread that gives way ends the delay");
}

/// Spins, and wants its handler to know when others take the processor.
void count_watched() {
    l4::my_utcb().preemption_and_coprocessor_flags = PreemptionFlag::signal_preemption;
    l4::my_utcb().exception_handler = l4::kernel_interface().root_id();
    count_first();
}

void test_messages(Suite& suite) {
    Helper const helper(count_watched);
    Helper const equal(count_second);
    suite.check(l4::receive(helper.id(), Time::milliseconds(100)).is_error(),
                "preemptions are not reported unless the scheduler has asked for it");
    bool const is_set =
        schedule(helper.id(), {.preemption = PreemptionControl(255, 0).raw()}).is_ok();
    auto const message = l4::receive(helper.id(), soon);
    suite.check(is_set && message.is_ok() && PreemptionMessage::is(message.value().tag),
                "a preemption is reported to the exception handler");
    suite.check(!stands_still(counts[0]), "a preempted thread goes on without an answer");
}

} // namespace

void test_time_control(Suite& suite) {
    test_slices(suite);
    test_quanta(suite);
    test_delays(suite);
    test_messages(suite);
}

} // namespace l4test
