// SPDX-License-Identifier: BSD-2-Clause
// Messages between two threads: which one waits, which one goes on, what arrives.
#include <abi/user_context.hpp>
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

class ApiIpc : public ::testing::Test {
protected:
    ApiIpc() {
        for (Tcb* each : {&a, &b})
            each->set_priority(machine.root->priority());
    }

    Machine machine;
    Tcb& a = machine.add(10, *machine.root);
    Tcb& b = machine.add_space(11);
};

TEST_F(ApiIpc, a_message_to_who_waits_for_it_takes_the_short_path) {
    machine.receive(b, a.id());
    a.registers[0] = MessageTag{7, 2}.raw();
    a.registers[1] = 111;
    a.registers[2] = 222;
    EXPECT_TRUE(machine.exchange(a, b.id(), b.id()));
    EXPECT_EQ(&machine.dispatch.current(), &b);
    EXPECT_EQ(b.registers[0], (MessageTag{7, 2}.raw()));
    EXPECT_EQ(b.registers[1], 111u);
    EXPECT_EQ(b.partner, a.id().raw());
    EXPECT_EQ(a.waiting_for(), b.id());
}

TEST_F(ApiIpc, a_fresh_thread_takes_the_start_message_that_was_sent_before_it_was_active) {
    Tcb& fresh = machine.add_inactive(12, *machine.root);
    a.registers[1] = 0x1000;
    a.registers[2] = 0x2000;
    a.registers[0] = MessageTag{0, 2}.raw();
    machine.exchange(a, fresh.id(), ThreadId::nil());
    ASSERT_TRUE(a.is_sending());
    machine.run(*machine.root);
    machine.calls.thread_control(*machine.root, fresh.id().raw(), machine.root->id().raw(), 0,
                                 a.id().raw(), same_utcb);
    EXPECT_TRUE(a.is_runnable());
    EXPECT_TRUE(fresh.is_runnable());
    EXPECT_EQ(fresh.frame().instruction_pointer(), 0x1000u);
    EXPECT_EQ(fresh.frame().stack_pointer(), 0x2000u);
}

TEST_F(ApiIpc, a_receive_from_what_names_no_thread_fails_and_does_not_wait) {
    constexpr u64 lost =
        IpcError(IpcError::Phase::receive, IpcError::Code::non_existing_partner).raw();
    for (u64 const from : {id_of(40).raw(), u64{0x3000'0200}, free_slot.raw(),
                           id_of(10, 0x40).raw(), u64{1} << 63}) {
        a.registers[0] = 0;
        machine.receive(a, ThreadId{from});
        EXPECT_EQ(outcome(a), lost) << from;
        EXPECT_TRUE(a.is_runnable());
    }
}

TEST_F(ApiIpc, a_fault_without_a_handler_is_the_callers_to_deal_with) {
    machine.run(a);
    for (ThreadId const each : {ThreadId::nil(), ThreadId::any(), id_of(40), a.id()})
        EXPECT_FALSE(machine.ipc.report(a, each.raw(), 0, 1, 2));
    EXPECT_EQ(a.hazards(), 0u);
    EXPECT_EQ(&machine.dispatch.current(), &a);
}

TEST_F(ApiIpc, a_fault_is_a_message_and_its_answer_lets_the_thread_go_on_where_it_was) {
    machine.receive(b, ThreadId::any());
    a.frame().set_instruction_pointer(0x1234);
    a.registers[5] = 99;
    machine.run(a);
    EXPECT_TRUE(machine.ipc.report(a, b.id().raw(), u64(-2 * 16 + 4), 0x5000, 0x1234));
    EXPECT_EQ(&machine.dispatch.current(), &b);
    EXPECT_EQ(b.registers[0], (u64(-2 * 16 + 4) << 16 | 2));
    EXPECT_EQ(b.registers[1], 0x5000u);
    EXPECT_EQ(b.registers[2], 0x1234u);
    EXPECT_EQ(b.partner, a.id().raw());
    EXPECT_FALSE(machine.send(b, a.id())); // not the short path: the kernel takes the answer
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(a.hazards(), 0u);
    EXPECT_EQ(a.frame().instruction_pointer(), 0x1234u);
    EXPECT_EQ(a.registers[5], 99u);
}

TEST_F(ApiIpc, an_exception_carries_registers_and_an_answer_with_as_many_words_sets_them) {
    machine.receive(b, ThreadId::any());
    a.frame().set_instruction_pointer(0x1234);
    a.frame().set_stack_pointer(0x8000);
    machine.run(a);
    EXPECT_TRUE(machine.ipc.report_exception(a, b.id().raw()));
    EXPECT_EQ(b.registers[0], (ExceptionMessage::label << 16 | abi::exception_words));
    EXPECT_EQ(b.registers[1], 0x1234u);
    EXPECT_EQ(b.registers[2], 0x8000u);
    b.registers[0] = MessageTag{0, abi::exception_words}.raw();
    b.registers[1] = 0x5678;
    b.registers[2] = 0x9000;
    EXPECT_FALSE(machine.exchange(b, a.id(), ThreadId::nil()));
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(a.frame().instruction_pointer(), 0x5678u);
    EXPECT_EQ(a.frame().stack_pointer(), 0x9000u);
}

TEST_F(ApiIpc, an_answer_to_an_exception_with_fewer_words_sets_nothing) {
    machine.receive(b, ThreadId::any());
    a.frame().set_instruction_pointer(0x1234);
    machine.run(a);
    EXPECT_TRUE(machine.ipc.report_exception(a, b.id().raw()));
    machine.send(b, a.id());
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(a.frame().instruction_pointer(), 0x1234u);
}

TEST_F(ApiIpc, an_exception_of_the_handler_is_no_answer_that_sets_registers) {
    a.frame().set_instruction_pointer(0x1234);
    b.frame().set_instruction_pointer(0x5678);
    machine.receive(b, ThreadId::any());
    machine.run(a);
    EXPECT_TRUE(machine.ipc.report_exception(a, b.id().raw()));
    machine.run(b);
    EXPECT_TRUE(machine.ipc.report_exception(b, a.id().raw()));
    EXPECT_EQ(a.frame().instruction_pointer(), 0x1234u);
    EXPECT_TRUE(a.is_runnable());
    EXPECT_TRUE(b.is_waiting());
}

constexpr u64 timed_out(IpcError::Phase phase) {
    return IpcError(phase, IpcError::Code::timeout).raw();
}

TEST_F(ApiIpc, a_call_and_its_reply_take_the_short_path_in_either_direction) {
    machine.receive(b, ThreadId::any());
    a.registers[0] = MessageTag{0, 0}.raw();
    EXPECT_TRUE(machine.exchange(a, b.id(), b.id()));
    EXPECT_TRUE(machine.exchange(b, a.id(), ThreadId::any()));
    EXPECT_TRUE(machine.exchange(a, b.id(), b.id()));
}

TEST_F(ApiIpc, words_beyond_the_registers_go_from_utcb_to_utcb_on_the_short_path) {
    machine.receive(b, a.id());
    a.registers[0] = MessageTag{0, 63}.raw();
    for (u32 i = 8; i < 64; ++i)
        a.utcb()->message_registers[i] = 1000 + i;
    EXPECT_TRUE(machine.exchange(a, b.id(), b.id()));
    EXPECT_EQ(b.utcb()->message_registers[8], 1008u);
    EXPECT_EQ(b.utcb()->message_registers[63], 1063u);
}

TEST_F(ApiIpc, the_short_path_is_for_nothing_rare) {
    machine.receive(b, ThreadId::any());
    auto const is_short = [&](u64 tag, u64 to, u64 from, u64 times) {
        machine.run(a);
        Tcb* const partner = machine.ipc.send_and_wait(a, to, from, times, tag);
        EXPECT_EQ(&machine.dispatch.current(), &a);
        return partner != nullptr;
    };
    u64 const any = ThreadId::any().raw();
    EXPECT_FALSE(is_short(1 << 6, b.id().raw(), any, never));                    // typed items
    EXPECT_FALSE(is_short(1 << 12, b.id().raw(), any, never));                   // a flag
    EXPECT_FALSE(is_short(0, b.id().raw(), any, timeouts(never, zero)));         // a time-out
    EXPECT_FALSE(is_short(0, b.id().raw(), 0, never));                           // no receive
    EXPECT_FALSE(is_short(0, b.id().raw(), ThreadId::any_local().raw(), never)); // local senders
    EXPECT_FALSE(is_short(0, id_of(11, 2).raw(), any, never));                   // another version
    EXPECT_FALSE(is_short(0, 0, any, never));                                    // no send
    EXPECT_FALSE(is_short(0, any, any, never));
    EXPECT_FALSE(is_short(0, a.id().raw(), any, never)); // itself
    b.set_hazards(hazard_halted);
    EXPECT_FALSE(is_short(0, b.id().raw(), any, never));
}

TEST_F(ApiIpc, a_call_with_a_limit_and_its_reply_take_the_short_path_from_the_second_call_on) {
    machine.receive(b, ThreadId::any());
    for (u32 call = 0; call < 5; ++call) {
        a.registers[0] = MessageTag{0, 0}.raw();
        EXPECT_EQ(machine.exchange(a, b.id(), b.id(), timeouts(1000, 1000)), call > 0);
        EXPECT_EQ(a.hazards(), u32(hazard_timeout));
        machine.timer.pass(100);
        EXPECT_TRUE(machine.exchange(b, a.id(), ThreadId::any(), timeouts(zero, never)));
        EXPECT_EQ(a.hazards(), 0u);
        EXPECT_EQ(&machine.dispatch.current(), &a);
    }
    machine.timer.pass(5000);
    EXPECT_EQ(outcome(a), 0u);
}

TEST_F(ApiIpc, a_call_with_a_limit_on_the_short_path_fails_when_its_time_is_over) {
    machine.receive(b, ThreadId::any());
    machine.receive(a, b.id(), timeouts(never, 100));
    machine.timer.pass(100);
    ASSERT_EQ(outcome(a), timed_out(IpcError::Phase::receive));
    for (bool is_short : {false, true}) { // filed by the first call
        a.registers[0] = MessageTag{0, 0}.raw();
        EXPECT_EQ(machine.exchange(a, b.id(), b.id(), timeouts(never, 500)), is_short);
        if (is_short) break;
        machine.exchange(b, a.id(), ThreadId::any());
        machine.timer.pass(200);
    }
    machine.timer.pass(499);
    EXPECT_TRUE(a.is_waiting());
    machine.timer.pass(1);
    EXPECT_EQ(outcome(a), timed_out(IpcError::Phase::receive));
    EXPECT_TRUE(a.is_runnable());
}

TEST_F(ApiIpc, both_partners_may_wait_with_a_limit_on_the_short_path) {
    machine.receive(a, b.id(), timeouts(never, 100));
    machine.receive(b, ThreadId::any(), timeouts(never, 100));
    machine.timer.pass(100); // both have been filed
    machine.receive(b, ThreadId::any(), timeouts(never, 600));
    a.registers[0] = MessageTag{0, 0}.raw();
    machine.exchange(a, b.id(), b.id(), timeouts(never, 600));
    EXPECT_TRUE(machine.exchange(b, a.id(), ThreadId::any(), timeouts(never, 600)));
    EXPECT_TRUE(machine.exchange(a, b.id(), b.id(), timeouts(never, 700)));
    EXPECT_EQ(b.hazards(), 0u);
    machine.timer.pass(600);
    EXPECT_TRUE(a.is_waiting() && b.is_runnable());
    machine.timer.pass(100);
    EXPECT_EQ(outcome(a), timed_out(IpcError::Phase::receive));
}

TEST_F(ApiIpc, the_short_path_with_a_limit_is_for_nothing_rare) {
    machine.receive(b, ThreadId::any());
    machine.receive(a, ThreadId::any(), timeouts(never, 100));
    machine.timer.pass(100);
    machine.exchange(a, b.id(), b.id(), timeouts(never, 500));
    machine.exchange(b, a.id(), ThreadId::any());
    auto const is_short = [&](u64 tag, u64 to, u64 from, u64 times) {
        machine.run(a);
        Tcb* const partner = machine.ipc.send_and_wait_limited(a, to, from, times, tag);
        EXPECT_EQ(partner != nullptr, &machine.dispatch.current() == &b);
        EXPECT_EQ(partner != nullptr, a.hazards() == hazard_timeout);
        return partner != nullptr;
    };
    u64 const any = ThreadId::any().raw();
    u64 const limit = timeouts(never, 600);
    constexpr u64 zero_periods = 5 << 10;
    EXPECT_FALSE(is_short(1 << 6, b.id().raw(), any, limit));                    // typed items
    EXPECT_FALSE(is_short(0, b.id().raw(), any, never));                         // no limit
    EXPECT_FALSE(is_short(0, b.id().raw(), any, timeouts(never, zero)));         // no time
    EXPECT_FALSE(is_short(0, b.id().raw(), any, timeouts(never, zero_periods))); // likewise
    EXPECT_FALSE(is_short(0, b.id().raw(), any, timeouts(never, 0x8000 | 600))); // a point
    EXPECT_FALSE(is_short(0, b.id().raw(), any, timeouts(never, 10)));           // filed too late
    EXPECT_FALSE(is_short(0, b.id().raw(), 0, limit));                           // no receive
    EXPECT_FALSE(is_short(0, b.id().raw(), ThreadId::any_local().raw(), limit));
    EXPECT_FALSE(is_short(0, id_of(11, 2).raw(), any, limit)); // another version
    b.set_hazards(hazard_halted);
    EXPECT_FALSE(is_short(0, b.id().raw(), any, limit));
    b.clear_hazards(hazard_halted);
    EXPECT_TRUE(is_short(0, b.id().raw(), any, limit));
}

TEST_F(ApiIpc, no_switch_lets_a_thread_run_while_a_ready_one_is_more_urgent) {
    Tcb& c = machine.add(12, *machine.root);
    a.set_priority(90);
    b.set_priority(50);
    machine.receive(b, ThreadId::any());
    machine.run(*machine.root);
    machine.receive(*machine.root, id_of(10)); // the root task rests
    machine.run(a);
    for (u8 const priority : {60, 50, 40}) {
        bool const is_overtaken = priority > b.priority();
        c.set_priority(priority);
        machine.dispatch.make_ready(c);
        EXPECT_EQ(&machine.dispatch.current(), &a);
        a.registers[0] = MessageTag{0, 0}.raw();
        for (u64 const limit : {never, timeouts(never, 500)}) {
            bool const is_short = machine.exchange(a, b.id(), b.id(), limit);
            EXPECT_TRUE(!is_short || !is_overtaken);
            EXPECT_EQ(&machine.dispatch.current(), is_overtaken ? &c : &b);
            machine.scheduler.remove(c);
            machine.timer.pass(1);
            EXPECT_EQ(&machine.dispatch.current(), is_overtaken ? &c : &b);
            machine.run(b);
            b.registers[0] = MessageTag{0, 0}.raw();
            machine.exchange(b, a.id(), ThreadId::any());
            EXPECT_EQ(&machine.dispatch.current(), &a);
            machine.scheduler.remove(c);
            machine.dispatch.make_ready(c);
        }
        machine.scheduler.remove(c);
    }
}

TEST_F(ApiIpc, a_thread_with_senders_receives_from_them_instead_of_waiting_for_anyone) {
    Tcb& c = machine.add(12, *machine.root);
    machine.receive(b, ThreadId::any());
    machine.send(c, a.id());
    a.registers[0] = 0;
    EXPECT_FALSE(machine.exchange(a, b.id(), ThreadId::any()));
    EXPECT_EQ(a.partner, c.id().raw());
    EXPECT_TRUE(b.is_runnable() && c.is_runnable() && a.is_runnable());
}

TEST_F(ApiIpc, senders_are_served_first_come_first_served) {
    Tcb& c = machine.add(12, *machine.root);
    machine.send(b, a.id());
    machine.send(c, a.id());
    machine.receive(a, ThreadId::any());
    EXPECT_EQ(a.partner, b.id().raw());
    machine.receive(a, ThreadId::any());
    EXPECT_EQ(a.partner, c.id().raw());
}

TEST_F(ApiIpc, a_receive_takes_only_the_messages_that_it_names) {
    Tcb& c = machine.add(12, *machine.root);
    machine.send(b, a.id());
    machine.send(c, a.id());
    machine.receive(a, ThreadId::any_local()); // b is in another space
    EXPECT_EQ(a.partner, c.id().raw());
    machine.receive(a, c.id());
    EXPECT_TRUE(a.is_waiting() && b.is_sending());
}

TEST_F(ApiIpc, a_receiver_cannot_be_lied_to_by_the_flags_of_the_tag) {
    machine.receive(b, a.id());
    a.registers[0] = 0xf000 | 1;
    machine.exchange(a, b.id(), ThreadId::nil());
    EXPECT_EQ(b.registers[0], 1u);
}

TEST_F(ApiIpc, without_any_phase_succeeds_at_once) {
    a.registers[0] = 77;
    machine.exchange(a, ThreadId::nil(), ThreadId::nil());
    EXPECT_EQ(a.registers[0], 0u);
    EXPECT_EQ(&machine.dispatch.current(), &a);
}

TEST_F(ApiIpc, with_no_time_fails_at_once_in_the_right_phase) {
    machine.send(a, b.id(), timeouts(zero, never));
    EXPECT_EQ(outcome(a), timed_out(IpcError::Phase::send));
    machine.receive(a, b.id(), timeouts(never, zero));
    EXPECT_EQ(outcome(a), timed_out(IpcError::Phase::receive));
    EXPECT_TRUE(a.is_runnable());
    EXPECT_FALSE(b.has_senders());
}

TEST_F(ApiIpc, fails_when_its_time_is_over_and_not_earlier) {
    machine.send(a, b.id(), timeouts(1000, never));
    machine.timer.pass(999);
    EXPECT_TRUE(a.is_sending());
    machine.timer.pass(1);
    EXPECT_EQ(outcome(a), timed_out(IpcError::Phase::send));
    EXPECT_FALSE(b.has_senders());
    machine.receive(a, b.id(), timeouts(never, 1000));
    machine.timer.pass(1000);
    EXPECT_EQ(outcome(a), timed_out(IpcError::Phase::receive));
    EXPECT_TRUE(machine.scheduler.is_queued(a));
}

TEST_F(ApiIpc, the_receive_phase_has_its_own_time_from_the_end_of_the_send_phase) {
    a.registers[0] = 1;
    machine.exchange(a, b.id(), b.id(), timeouts(1000, 1000));
    machine.timer.pass(900);
    machine.receive(b, a.id());
    EXPECT_TRUE(a.is_waiting());
    machine.timer.pass(900);
    EXPECT_TRUE(a.is_waiting());
    machine.timer.pass(100);
    EXPECT_EQ(outcome(a), timed_out(IpcError::Phase::receive));
}

TEST_F(ApiIpc, a_message_in_time_cancels_the_timeout) {
    machine.receive(a, b.id(), timeouts(never, 1000));
    EXPECT_FALSE(machine.send(b, a.id()));
    EXPECT_EQ(a.hazards(), 0u);
    machine.timer.pass(5000);
    EXPECT_EQ(outcome(a), 0u);
}

TEST_F(ApiIpc, what_is_too_long_or_no_item_fails_on_both_sides) {
    constexpr u32 typed = 6;
    constexpr u64 string_item = 0;
    for (u64 const tag :
         {u64{1 | 63 << typed}, u64{63 | 2 << typed}, u64{0 | 1 << typed}, u64{5 | 2 << typed}}) {
        machine.receive(b, a.id());
        a.registers[0] = tag;
        a.registers[6] = string_item;
        machine.exchange(a, b.id(), ThreadId::nil());
        EXPECT_EQ(outcome(a),
                  IpcError(IpcError::Phase::send, IpcError::Code::message_overflow).raw())
            << tag;
        EXPECT_EQ(outcome(b),
                  IpcError(IpcError::Phase::receive, IpcError::Code::message_overflow).raw())
            << tag;
    }
}

TEST_F(ApiIpc, a_partner_that_is_halted_gets_its_message_and_stays_halted) {
    machine.receive(b, a.id());
    b.set_hazards(hazard_halted);
    machine.send(a, b.id());
    EXPECT_EQ(b.partner, a.id().raw());
    EXPECT_FALSE(b.is_waiting() || b.is_runnable());
    EXPECT_EQ(&machine.dispatch.current(), &a);
}

TEST_F(ApiIpc, a_thread_that_sends_to_itself_waits_for_itself_until_its_time_is_over) {
    machine.send(a, a.id(), timeouts(1000, never));
    EXPECT_TRUE(a.is_sending());
    machine.timer.pass(1000);
    EXPECT_EQ(outcome(a), timed_out(IpcError::Phase::send));
}

TEST_F(ApiIpc, a_start_message_sets_both_pointers_only_if_it_has_two_words) {
    Tcb& fresh = machine.add_fresh(12, *machine.root);
    machine.root->registers[0] = MessageTag{0, 3}.raw();
    machine.root->registers[1] = 0x1000;
    machine.exchange(*machine.root, fresh.id(), ThreadId::nil());
    EXPECT_TRUE(fresh.is_runnable());
    EXPECT_EQ(fresh.frame().instruction_pointer(), 0u);
}

TEST_F(ApiIpc, a_start_message_is_the_pagers_alone) {
    Tcb& fresh = machine.add_fresh(12, *machine.root);
    machine.send(a, fresh.id(), timeouts(zero, never));
    EXPECT_EQ(outcome(a), timed_out(IpcError::Phase::send));
    EXPECT_TRUE(fresh.is_waiting());
}

} // namespace
} // namespace flat::api
