// SPDX-License-Identifier: BSD-2-Clause
// ThreadControl with good and bad arguments.
#include "helper.hpp"
#include "suite.hpp"

#include <l4/image.hpp>

namespace l4test {

using l4::Error;
using l4::same_utcb;
using l4::thread_control;
using l4::ThreadId;
using l4::Word;

namespace {

ThreadId const nil = ThreadId::nil();

/// Whether a thread of that name can be addressed.
bool exists(ThreadId thread) {
    auto const outcome = l4::send(thread, l4::Time::zero());
    return outcome.is_ok() || outcome.error().code() != l4::IpcError::Code::non_existing_partner;
}

void test_names(Suite& suite) {
    auto const me = l4::my_id();
    suite.check_refused(thread_control(ThreadId::global(1, 1), me, me, me, spare_utcb_location()),
                        Error::invalid_space, "an interrupt's number makes no thread");
    ThreadId const no_line = ThreadId::global(l4::kernel_interface().system_base() - 1, 1);
    suite.check_refused(thread_control(no_line, no_line, nil, me, same_utcb), Error::invalid_thread,
                        "a line that does not exist gets no handler");
    suite.check_refused(thread_control(ThreadId::global(0xffff'ffff, 1), me, me, nil, same_utcb),
                        Error::invalid_thread, "a number with too many bits makes no thread");
    suite.check_refused(thread_control(nil, me, me, nil, same_utcb), Error::invalid_thread,
                        "nil makes no thread");
    suite.check_refused(thread_control(ThreadId::any(), me, me, nil, same_utcb),
                        Error::invalid_thread, "the name of any thread makes no thread");
}

void test_creation_errors(Suite& suite) {
    auto const me = l4::my_id();
    auto const fresh = fresh_name();
    auto const nobody = fresh_name();
    suite.check_refused(thread_control(fresh, me, nobody, nil, same_utcb), Error::invalid_scheduler,
                        "a scheduler must exist");
    suite.check_refused(thread_control(fresh, nobody, me, nil, same_utcb), Error::invalid_space,
                        "an address space must exist or be the new thread's own");
    suite.check_refused(thread_control(fresh, fresh, me, me, helper_utcbs), Error::invalid_space,
                        "a thread cannot be active in a space without areas");
    suite.check(!exists(fresh), "what was refused left no thread behind");
}

void test_utcb_errors(Suite& suite) {
    auto const me = l4::my_id();
    auto const fresh = fresh_name();
    auto const refuses = [&](Word location, char const* sentence) {
        suite.check_refused(thread_control(fresh, me, me, me, location), Error::utcb_area,
                            sentence);
    };
    refuses(spare_utcb_location() + 8, "a UTCB must be aligned");
    refuses(flat::address_of(program_begin), "a UTCB must lie in the area for UTCBs");
    refuses(same_utcb, "an active thread must have a UTCB");
    refuses(0xffff'8000'0000'0000, "a UTCB cannot lie in the kernel's addresses");
    refuses(flat::address_of(&l4::my_utcb()), "two threads cannot share a UTCB");
    suite.check(!exists(fresh), "what was refused left no thread behind");

    Helper const helper(rest);
    suite.check_refused(thread_control(helper.id(), me, nil, nil, spare_utcb_location()),
                        Error::utcb_area, "the UTCB of an active thread stays where it is");
}

void test_life(Suite& suite) {
    auto const me = l4::my_id();
    auto const fresh = fresh_name();
    suite.check(thread_control(fresh, me, me, nil, same_utcb).is_ok() && exists(fresh),
                "a thread can be made inactive");
    suite.check_failed(l4::send(fresh, l4::Time::zero()),
                       {l4::IpcError::Phase::send, l4::IpcError::Code::timeout},
                       "an inactive thread takes no message");
    suite.check(thread_control(fresh, me, nil, me, spare_utcb_location()).is_ok(),
                "an inactive thread can be activated");
    auto const renamed = ThreadId::global(fresh.number(), fresh.version() + 2);
    suite.check(thread_control(renamed, me, nil, nil, same_utcb).is_ok() && exists(renamed),
                "a thread can get another version");
    suite.check(!exists(fresh), "the old version is nobody's name");
    suite.check(l4::delete_thread(renamed).is_ok() && !exists(renamed),
                "a thread that was deleted does not exist");
}

/// Tries, without privilege, to make a thread.
void make_thread() {
    auto const made = thread_control(ThreadId::global(l4::my_id().number() + 1, 1), l4::my_id(),
                                     l4::my_id(), nil, same_utcb);
    tell_root(made.is_error() ? static_cast<Word>(made.error()) : 0);
    rest();
}

void test_privilege(Suite& suite) {
    Helper const helper(make_thread, Home::own_space);
    suite.check(word_from(helper) == static_cast<Word>(Error::no_privilege),
                "a task that is not privileged makes no threads");
}

void say_hello() {
    tell_root(1);
    rest();
}

/// Names, spaces and frames come back: otherwise some of this would run out.
void test_many(Suite& suite) {
    unsigned alive = 0;
    constexpr unsigned generations = 200;
    for (unsigned generation = 0; generation < generations; ++generation) {
        Helper const helper(say_hello, generation % 2 == 0 ? Home::own_space : Home::root_space);
        alive += word_from(helper) == 1;
    }
    suite.check(alive == generations, "200 threads, half with a space, can live one after another");
}

} // namespace

void test_threads(Suite& suite) {
    test_names(suite);
    test_creation_errors(suite);
    test_utcb_errors(suite);
    test_life(suite);
    test_privilege(suite);
    test_many(suite);
}

} // namespace l4test
