// SPDX-License-Identifier: BSD-2-Clause
// ExchangeRegisters: a thread of the space is read, changed, stopped, freed from its IPC.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

enum : u64 {
    halt = 1,
    cancel_receive = 2,
    cancel_send = 4,
    set_pointers = 8 | 16,
    set_handle = 64,
    set_pager = 128,
    set_halt = 256,
};

class ApiExchangeRegisters : public ::testing::Test {
protected:
    Calls::Exchanged exchange(Tcb& caller, ThreadId thread, Calls::Registers const& registers) {
        machine.run(caller);
        return machine.calls.exchange_registers(caller, thread.raw(), registers);
    }
    Calls::Exchanged exchange(Tcb& thread, u64 control) {
        return exchange(root, thread.id(), {control, 0, 0, 0, 0, 0});
    }

    Machine machine;
    Tcb& root = *machine.root;
    Tcb& a = machine.add(9, root);
    Tcb& other = machine.add_space(10);
};

TEST_F(ApiExchangeRegisters, is_for_active_threads_of_the_own_space) {
    other.utcb()->pager = a.id();
    Tcb& inactive = machine.add_inactive(11, root);
    for (ThreadId const each : {other.id(), inactive.id(), id_of(40), ThreadId::nil()}) {
        root.utcb()->error_code = 0;
        EXPECT_EQ(exchange(root, each, {halt | set_halt, 0, 0, 0, 0, 0}).thread, 0u);
        EXPECT_EQ(root.utcb()->error_code, u64(Error::invalid_thread));
    }
    EXPECT_TRUE(other.is_runnable());
}

TEST_F(ApiExchangeRegisters, is_for_threads_of_other_spaces_whose_pager_one_is) {
    other.utcb()->pager = root.id();
    EXPECT_NE(exchange(root, other.id(), {halt | set_halt, 0, 0, 0, 0, 0}).thread, 0u);
    EXPECT_FALSE(other.is_runnable());
}

TEST_F(ApiExchangeRegisters, exchanges_what_it_is_told_to_and_reports_what_was_before) {
    exchange(root, a.id(), {set_pointers | set_handle | set_pager, 1, 2, 0, 3, 4});
    auto const was = exchange(root, a.id(), {0, 5, 6, 7, 8, 9});
    EXPECT_EQ(was.thread, a.local_id());
    EXPECT_EQ(was.previous, (Calls::Registers{0, 1, 2, 0, 3, 4}));
    EXPECT_EQ(a.frame().stack_pointer(), 1u);
    EXPECT_EQ(a.frame().instruction_pointer(), 2u);
}

TEST_F(ApiExchangeRegisters, tells_whether_a_thread_is_halted_receiving_or_sending) {
    machine.receive(a, root.id());
    EXPECT_EQ(exchange(a, 0).previous.control, cancel_receive);
    EXPECT_EQ(exchange(a, set_halt | halt).previous.control, cancel_receive);
    EXPECT_EQ(exchange(a, set_halt).previous.control, halt | cancel_receive);
    exchange(a, cancel_receive);
    machine.send(a, root.id());
    EXPECT_EQ(exchange(a, 0).previous.control, cancel_send);
}

TEST_F(ApiExchangeRegisters, halts_and_resumes) {
    exchange(a, halt); // without the bit that makes it count
    EXPECT_TRUE(a.is_runnable());
    exchange(a, halt | set_halt);
    EXPECT_FALSE(a.is_runnable());
    machine.scheduler.queue.clear();
    exchange(a, set_halt);
    EXPECT_TRUE(a.is_runnable());
    EXPECT_TRUE(machine.scheduler.is_queued(a));
}

TEST_F(ApiExchangeRegisters, halts_the_caller_itself) {
    exchange(root, halt | set_halt);
    EXPECT_NE(&machine.dispatch.current(), &root);
    root.clear_hazards(hazard_halted);
}

TEST_F(ApiExchangeRegisters, cancels_the_phase_that_it_names_and_no_other) {
    machine.receive(a, other.id());
    exchange(a, cancel_send);
    EXPECT_TRUE(a.is_waiting());
    exchange(a, cancel_receive);
    EXPECT_EQ(outcome(a), IpcError(IpcError::Phase::receive, IpcError::Code::cancelled).raw());
    EXPECT_TRUE(machine.scheduler.is_queued(a));
    machine.send(a, other.id());
    exchange(a, cancel_receive);
    EXPECT_TRUE(a.is_sending());
    exchange(a, cancel_send);
    EXPECT_EQ(outcome(a), IpcError(IpcError::Phase::send, IpcError::Code::cancelled).raw());
    EXPECT_FALSE(other.has_senders());
}

TEST_F(ApiExchangeRegisters, lets_a_thread_try_again_whose_fault_it_cancels) {
    machine.run(a);
    machine.ipc.report(a, other.id().raw(), 0, 1, 2);
    ASSERT_TRUE(a.is_sending());
    exchange(a, cancel_send);
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(a.hazards(), 0u);
}

TEST_F(ApiExchangeRegisters, starts_a_fresh_thread_without_its_pager) {
    Tcb& fresh = machine.add_fresh(11, root);
    exchange(root, fresh.id(), {cancel_receive | set_pointers, 0x2000, 0x1000, 0, 0, 0});
    EXPECT_TRUE(fresh.is_runnable());
    EXPECT_EQ(fresh.frame().instruction_pointer(), 0x1000u);
    EXPECT_EQ(fresh.frame().stack_pointer(), 0x2000u);
}

TEST_F(ApiExchangeRegisters, keeps_the_outcome_of_an_ipc_that_ends_while_the_thread_is_halted) {
    machine.receive(a, root.id(), timeouts(never, 1000));
    exchange(a, halt | set_halt);
    machine.timer.pass(1000);
    EXPECT_FALSE(a.is_runnable());
    exchange(a, set_halt);
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(outcome(a), IpcError(IpcError::Phase::receive, IpcError::Code::timeout).raw());
}

} // namespace
} // namespace flat::api
