// SPDX-License-Identifier: BSD-2-Clause
// Messages between two threads: who waits, who goes on, what arrives.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

class ApiIpc : public ::testing::Test {
protected:
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
                                 a.id().raw(), no_utcb);
    EXPECT_TRUE(a.is_runnable());
    EXPECT_TRUE(fresh.is_runnable());
    EXPECT_EQ(fresh.frame().instruction_pointer(), 0x1000u);
    EXPECT_EQ(fresh.frame().stack_pointer(), 0x2000u);
}

TEST_F(ApiIpc, a_receive_from_what_names_no_thread_fails_and_does_not_wait) {
    constexpr u64 lost = error_code(IpcError::non_existing_partner, IpcPhase::receive);
    for (u64 const from : {id_of(40).raw(), u64{0x3000'0200}, ThreadId::free_slot().raw(),
                           id_of(10, 0x40).raw(), u64{1} << 63}) {
        a.registers[0] = 0;
        machine.receive(a, ThreadId{from});
        EXPECT_EQ(outcome(a), lost) << from;
        EXPECT_TRUE(a.is_runnable());
    }
}

TEST_F(ApiIpc, a_fault_without_a_handler_is_the_callers_to_deal_with) {
    machine.run(a);
    for (ThreadId const each : {ThreadId::nil(), ThreadId::any(), id_of(40)})
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

} // namespace
} // namespace flat::api
