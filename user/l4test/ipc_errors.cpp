// SPDX-License-Identifier: BSD-2-Clause
// IPC that must fail fails with the right error in the right phase.
#include "helper.hpp"
#include "suite.hpp"

namespace l4test {

using l4::ExchangeControl;
using l4::IpcError;
using l4::MessageTag;
using l4::ThreadId;
using l4::Time;
using l4::Word;
using Code = l4::IpcError::Code;
using Phase = l4::IpcError::Phase;

namespace {

constexpr IpcError send_error(Code code) {
    return {Phase::send, code};
}
constexpr IpcError receive_error(Code code) {
    return {Phase::receive, code};
}

/// What the last IPC of a helper ended with, as the raw error code; 0 for success.
Word volatile last_outcome;

constexpr Word no_outcome = ~Word{0};

template<class Outcome>
void note(Outcome const& outcome) {
    last_outcome = outcome.is_error() ? outcome.error().raw() : 0;
}

void receive_from_root() {
    note(l4::receive(l4::kernel_interface().root_id()));
    rest();
}

void send_to_root() {
    l4::write_message(0);
    note(l4::send(l4::kernel_interface().root_id()));
    rest();
}

ThreadId helper_partner() {
    return ThreadId(l4::message_word(0));
}

/// Waits for a partner's name, then for a message of that partner.
void receive_from_partner() {
    static_cast<void>(l4::wait().is_ok());
    note(l4::receive(helper_partner()));
    rest();
}

/// Waits for a partner's name, then for that partner to take a message.
void send_to_partner() {
    static_cast<void>(l4::wait().is_ok());
    auto const partner = helper_partner();
    l4::write_message(0);
    note(l4::send(partner));
    rest();
}

bool is_outcome(IpcError expected) {
    return last_outcome == expected.raw();
}

void test_partners(Suite& suite) {
    auto const nobody = fresh_name();
    suite.check_failed(l4::send(nobody), send_error(Code::non_existing_partner),
                       "a send to a thread that does not exist fails");
    suite.check_failed(l4::receive(nobody), receive_error(Code::non_existing_partner),
                       "a receive from a thread that does not exist fails");
    Helper const helper(rest);
    auto const other_version = ThreadId::global(helper.id().number(), helper.id().version() + 2);
    suite.check_failed(l4::send(other_version), send_error(Code::non_existing_partner),
                       "a send to another version of a thread fails");
    suite.check_failed(l4::call(ThreadId::global(1, 1)), send_error(Code::non_existing_partner),
                       "a send to an interrupt that nobody attached fails");
}

void test_timeouts(Suite& suite) {
    Helper const helper(rest);
    l4::sleep(a_while);
    suite.check_failed(l4::send(helper.id(), Time::zero()), send_error(Code::timeout),
                       "a send that may not wait fails when the partner is not ready");
    suite.check_failed(l4::receive(helper.id(), Time::zero()), receive_error(Code::timeout),
                       "a receive that may not wait fails when nobody has sent");
    suite.check_failed(l4::send(l4::my_id(), Time::zero()), send_error(Code::timeout),
                       "a thread is not ready for its own message");

    auto const timeout = Time::milliseconds(20);
    auto const before = l4::system_clock();
    suite.check_failed(l4::receive(helper.id(), timeout), receive_error(Code::timeout),
                       "a receive fails when its time is over");
    auto const between = l4::system_clock();
    suite.check_failed(l4::send(helper.id(), timeout), send_error(Code::timeout),
                       "a send fails when its time is over");
    auto const after = l4::system_clock();
    suite.check(between - before >= timeout.in_microseconds() &&
                    after - between >= timeout.in_microseconds(),
                "no time is over too early");
}

/// Sends a message that cannot be, to a helper that waits for it.
void test_overflow(Suite& suite, Word raw_tag, char const* sentence) {
    last_outcome = no_outcome;
    Helper const helper(receive_from_root);
    l4::sleep(a_while);
    for (auto& word : l4::my_utcb().message_registers)
        word = 0;
    l4::my_utcb().message_registers[0] = raw_tag;
    suite.check_failed(l4::send(helper.id(), soon), send_error(Code::message_overflow), sentence);
    l4::sleep(a_while);
    suite.check(is_outcome(receive_error(Code::message_overflow)), "and its receiver learns of it");
}

void test_messages(Suite& suite) {
    test_overflow(suite, MessageTag(0, 63, 2).raw(), "65 words are too many");
    test_overflow(suite, MessageTag(0, 1, 63).raw(), "64 words are too many");
    test_overflow(suite, MessageTag(0, 0, 1).raw(), "half a typed item is none");
    test_overflow(suite, MessageTag(0, 5, 2).raw(), "a string item is not taken");
}

void test_cancelling(Suite& suite) {
    last_outcome = no_outcome;
    {
        Helper const helper(receive_from_root);
        l4::sleep(a_while);
        bool const is_cancelled =
            exchange_registers(helper.id(), {.control = ExchangeControl::cancel_receive}).is_ok();
        l4::sleep(a_while);
        suite.check(is_cancelled && is_outcome(receive_error(Code::cancelled)),
                    "a receive can be cancelled");
    }
    Helper const helper(send_to_root);
    l4::sleep(a_while);
    bool const is_cancelled =
        exchange_registers(helper.id(), {.control = ExchangeControl::cancel_send}).is_ok();
    l4::sleep(a_while);
    suite.check(is_cancelled && is_outcome(send_error(Code::cancelled)), "a send can be cancelled");
    suite.check_failed(l4::wait(Time::zero()), receive_error(Code::timeout),
                       "a send that was cancelled is not received");
}

/// Deletes a thread while another waits for it.
void test_lost_partner(Suite& suite, void (*body)(), Phase phase, char const* sentence) {
    last_outcome = no_outcome;
    Helper const survivor(body);
    {
        Helper const partner(rest);
        l4::write_message(0, partner.id().raw());
        static_cast<void>(l4::send(survivor.id(), soon).is_ok());
        l4::sleep(a_while);
        suite.check(last_outcome == no_outcome, "a thread waits for another");
    }
    l4::sleep(a_while);
    suite.check(is_outcome({phase, Code::non_existing_partner}), sentence);
}

/// Nobody has any of these names.
void test_random_names(Suite& suite) {
    Word raw = 1;
    bool all_fail = true;
    for (int round = 0; round < 200; ++round) {
        raw = raw * 0x5851'f42d'4c95'7f2d + 0x1405'7b7e'f767'814f;
        // Global names only: local ones are read by the caller itself, which may fault.
        auto const name = ThreadId(raw | 0x20);
        l4::write_message(raw);
        all_fail &= l4::call(name, {Time::zero(), Time::zero()}).is_error();
    }
    suite.check(all_fail, "random names are nobody's");
}

} // namespace

void test_ipc_errors(Suite& suite) {
    test_partners(suite);
    test_timeouts(suite);
    test_messages(suite);
    test_cancelling(suite);
    test_lost_partner(suite, send_to_partner, Phase::send,
                      "a send fails when the partner is deleted");
    test_lost_partner(suite, receive_from_partner, Phase::receive,
                      "a receive fails when the partner is deleted");
    test_random_names(suite);
}

} // namespace l4test
