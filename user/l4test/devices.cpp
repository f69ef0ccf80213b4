// SPDX-License-Identifier: BSD-2-Clause
// Lines of devices become messages to their handlers, whose answers let them interrupt again.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>
#include <l4/interrupts.hpp>
#include <l4/strings.hpp>

namespace l4test {

using l4::Error;
using l4::Fpage;
using l4::IpcError;
using l4::MapItem;
using l4::Rights;
using l4::ThreadId;
using l4::Time;
using l4::Word;

namespace {

/// That of the PC's first timer, which the firmware has made interrupt 18 times a second.
constexpr unsigned line = 0;
constexpr ThreadId interrupt = l4::interrupt_id(line);

/// The time between two of its interrupts, and more.
constexpr Time period = Time::milliseconds(60);

bool does_interrupt() {
    auto const received = l4::receive(interrupt, period);
    return received.is_ok() && l4::is_interrupt(received.value(), line);
}

bool answer() {
    l4::write_message(0);
    return l4::send(interrupt, Time::zero()).is_ok();
}

void test_handler(Suite& suite) {
    suite.check_failed(l4::receive(interrupt, period),
                       {IpcError::Phase::receive, IpcError::Code::non_existing_partner},
                       "an interrupt that nobody has asked for is no partner");
    suite.check(l4::handle_interrupts(line, l4::my_id()).is_ok(), "a thread becomes a handler");
    suite.check(does_interrupt(), "a handler gets a message when its line interrupts");
    suite.check(!does_interrupt(), "it gets no other before it has answered");
    suite.check(answer() && does_interrupt(), "after its answer it gets the next");
    l4::write_message(0);
    auto const next = l4::call(interrupt, {Time::zero(), period});
    suite.check(next.is_ok() && l4::is_interrupt(next.value(), line),
                "it can answer and wait at once");
}

void test_answers(Suite& suite) {
    static char text[100];
    l4::write_string(0, text, sizeof text);
    bool is_taken = l4::send(interrupt, Time::zero()).is_ok() && does_interrupt();
    suite.check(is_taken, "an answer with a string is an answer");
    l4::write_mapping(MapItem(Fpage::complete(Rights::all), 0));
    is_taken = l4::send(interrupt, Time::zero()).is_ok() && does_interrupt();
    suite.check(is_taken, "an answer that maps all of the address space is an answer");
    is_taken = answer();
    suite.check_failed(l4::send(interrupt, Time::zero()),
                       {IpcError::Phase::send, IpcError::Code::timeout},
                       "one that nothing has come before is not taken");
}

void test_control(Suite& suite) {
    ThreadId const nil = ThreadId::nil();
    suite.check_refused(l4::handle_interrupts(line, fresh_name()), Error::invalid_thread,
                        "a handler must exist");
    suite.check_refused(l4::handle_interrupts(line, l4::interrupt_id(1)), Error::invalid_thread,
                        "an interrupt handles no interrupts");
    suite.check_refused(l4::thread_control(interrupt, nil, nil, nil, l4::same_utcb),
                        Error::invalid_space, "an interrupt cannot be deleted");
    suite.check_refused(l4::schedule(interrupt, {.priority = 1}), Error::invalid_thread,
                        "an interrupt cannot be scheduled");
    suite.check_refused(l4::exchange_registers(interrupt, {}), Error::invalid_thread,
                        "an interrupt has no registers");
    suite.check(l4::ignore_interrupts(line).is_ok() && !does_interrupt(),
                "without a handler the line is silent");
}

void handle_one() {
    l4::touch_image();
    tell_root(does_interrupt() ? 1 : 0);
    rest();
}

void ask_for_interrupts() {
    l4::touch_image();
    auto const outcome = l4::handle_interrupts(line, l4::my_id());
    tell_root(outcome.is_error() ? static_cast<Word>(outcome.error()) : 0);
    rest();
}

void test_others(Suite& suite) {
    {
        Helper const helper(handle_one, Home::own_space);
        bool const is_made = l4::handle_interrupts(line, helper.id()).is_ok();
        suite.check(is_made && word_from(helper) == 1, "a handler may live in any address space");
    }
    suite.check(l4::handle_interrupts(line, l4::my_id()).is_ok() && does_interrupt(),
                "when a handler ends without an answer another can follow");
    Helper const helper(ask_for_interrupts, Home::own_space);
    suite.check(word_from(helper) == static_cast<Word>(Error::no_privilege),
                "a thread without privilege cannot make itself a handler");
    suite.check(answer() && does_interrupt() && l4::ignore_interrupts(line).is_ok(),
                "and takes nothing from one that is");
}

} // namespace

void test_devices(Suite& suite) {
    test_handler(suite);
    test_answers(suite);
    test_control(suite);
    test_others(suite);
}

} // namespace l4test
