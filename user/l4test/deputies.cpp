// SPDX-License-Identifier: BSD-2-Clause
// Messages in the name of others, redirected ones, and a thread that moves to another space.
#include "helper.hpp"
#include "suite.hpp"

namespace l4test {

using l4::Fpage;
using l4::MessageTag;
using l4::ThreadId;
using l4::Word;

namespace {

Word volatile server_raw;
Word volatile worker_raw;
Word volatile answered_by;
Word volatile actual_sender;

/// Calls the server once, and notes the name of the thread that has answered.
void call_server() {
    l4::write_message(0, 5);
    auto const answer = l4::call(ThreadId(server_raw));
    answered_by = answer.is_ok() ? answer.value().from.raw() : 0;
    actual_sender = l4::my_utcb().virtual_sender.raw();
    tell_root(1);
    rest();
}

/// Hands the first call on to the worker, in the client's name.
void hand_on() {
    auto const request = l4::wait();
    if (request.is_ok()) {
        l4::write_message(0, 5);
        l4::speak_for(request.value().from);
        static_cast<void>(l4::send(ThreadId(worker_raw)).is_ok());
    }
    rest();
}

/// Answers the first call, which comes from the client as it seems, in its own name.
void answer_first() {
    auto const request = l4::wait();
    if (request.is_ok()) {
        l4::write_message(0, 6);
        static_cast<void>(l4::send(request.value().from).is_ok());
    }
    rest();
}

/// The same in the server's name.
void answer_for_server() {
    auto const request = l4::wait();
    if (request.is_ok()) {
        l4::write_message(0, 6);
        l4::speak_for(ThreadId(server_raw));
        static_cast<void>(l4::send(request.value().from).is_ok());
    }
    rest();
}

void test_propagation(Suite& suite) {
    {
        Helper const worker(answer_first);
        worker_raw = worker.id().raw();
        Helper const server(hand_on);
        server_raw = server.id().raw();
        Helper const client(call_server, Home::own_space);
        suite.check(word_from(client) == 1 && ThreadId(answered_by) == worker.id(),
                    "a client that waits for a server waits for the worker that has got its call");
    }
    server_raw = l4::my_id().raw();
    Helper const worker(answer_for_server);
    Helper const client(call_server, Home::own_space);
    bool const is_called = word_from(client) == 5;
    l4::write_message(0);
    l4::speak_for(client.id());
    bool const is_sent = l4::send(worker.id(), soon).is_ok();
    suite.check(is_called && is_sent && word_from(client) == 1 &&
                    ThreadId(answered_by) == l4::my_id() && ThreadId(actual_sender) == worker.id(),
                "a neighbour answers in a server's name, and the client can tell");
}

/// Tries to answer the client in the name of the root task, which is no neighbour.
void pretend() {
    l4::write_message(0, 7);
    l4::speak_for(l4::kernel_interface().root_id());
    static_cast<void>(l4::send(ThreadId(worker_raw)).is_ok());
    rest();
}

void report_next_sender() {
    auto const message = l4::wait();
    bool const is_plain = message.is_ok() && message.value().tag == MessageTag(0, 1);
    answered_by = is_plain ? message.value().from.raw() : 0;
    tell_root(1);
    rest();
}

void test_pretence(Suite& suite) {
    Helper const victim(report_next_sender, Home::own_space);
    worker_raw = victim.id().raw();
    Helper const stranger(pretend, Home::own_space);
    suite.check(word_from(victim) == 1 && ThreadId(answered_by) == stranger.id(),
                "a stranger cannot speak for anybody");
}

bool set_redirector(ThreadId space, ThreadId redirector) {
    return l4::space_control(space, Fpage::nil(), Fpage::nil(), redirector).is_ok();
}

/// The next message that was redirected; page faults are served meanwhile.
bool is_redirected_call(ThreadId from, ThreadId intended) {
    auto const message = next_message();
    return message.is_ok() && message.value().from == from &&
           message.value().tag == MessageTag(0, 1).redirected() &&
           l4::my_utcb().intended_receiver == intended;
}

void test_redirection(Suite& suite) {
    Helper const server(answer_first, Home::own_space);
    server_raw = server.id().raw();
    Helper const client(call_server, Home::own_space);
    suite.check(set_redirector(client.id(), l4::my_id()), "an address space can get a redirector");
    suite.check(is_redirected_call(client.id(), server.id()),
                "what it sends to another address space goes to the redirector");
    l4::write_message(0, 6);
    l4::speak_for(server.id());
    bool const is_answered = l4::send(client.id(), soon).is_ok();
    suite.check(is_answered && word_from(client) == 1 && ThreadId(answered_by) == server.id(),
                "the redirector answers in the intended thread's name");
    suite.check_refused(l4::space_control(client.id(), Fpage::nil(), Fpage::nil(), fresh_name()),
                        l4::Error::invalid_thread, "a redirector must exist");
    suite.check(set_redirector(client.id(), ThreadId::any()), "a redirector can be taken away");
}

Word volatile steps_taken;
Word volatile has_moved;

/// Out of line, since compilers take it that a thread's UTCB stays where it is.
[[gnu::noinline]] void tell_place_once() {
    tell_root(l4::my_local_id().raw());
}

/// Tells where its UTCB is, before and after it is moved.
void tell_place() {
    tell_place_once();
    while (!has_moved)
        steps_taken = steps_taken + 1;
    tell_place_once();
    rest();
}

void test_migration(Suite& suite) {
    Helper const helper(tell_place, Home::own_space);
    Word const before = word_from(helper);
    l4::sleep(a_while); // it has returned from the system call, whose stub knows the old UTCB
    auto const move = [&](Word utcb) {
        return l4::thread_control(helper.id(), l4::my_id(), ThreadId::nil(), ThreadId::nil(), utcb);
    };
    suite.check_refused(move(helper.utcb_location()), l4::Error::utcb_area,
                        "a thread that moves needs a place for its UTCB");
    suite.check(move(spare_utcb_location()).is_ok(), "a thread can move to another address space");
    Word const steps = steps_taken;
    l4::sleep(a_while);
    suite.check(steps_taken > steps, "a thread that has moved goes on");
    has_moved = 1;
    Word const after = word_from(helper);
    suite.check(after != silence && after != before &&
                    flat::address_of(&l4::Utcb::of(ThreadId(after))) == spare_utcb_location(),
                "a thread that has moved has its UTCB there");
}

} // namespace

void test_deputies(Suite& suite) {
    test_propagation(suite);
    test_pretence(suite);
    test_redirection(suite);
    test_migration(suite);
}

} // namespace l4test
