// SPDX-License-Identifier: BSD-2-Clause
// Faults and pages alone take the shortest way where they can, and come to the same elsewhere.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;
using hal::Mmu;

constexpr u64 page = domain::page_size;
constexpr vaddr here = 0x5000'0000;
constexpr vaddr there = 0x6000'0000;
constexpr paddr frame = 0x120'0000;

/// A pager with two pages, the first of which its client has got already.
class ApiIpcAtOnce : public ::testing::Test {
protected:
    void SetUp() override {
        machine.give(pager, here, Fpage::around(frame, 13, Rights::all));
        machine.root->set_priority(0); // or it would run whenever it can
        client.utcb()->accept_mappings(Fpage::complete());
        ASSERT_TRUE(machine.transfer(pager, client, item(there), sent(0)).is_ok());
    }

    static u64 item(vaddr base) { return TypedItem::map(base).raw(); }
    static u64 sent(u64 number, Rights rights = Rights::all) {
        return Fpage::around(here + number * page, 12, rights).raw();
    }

    /// The pager sends a page to the client.
    void send(u64 number, vaddr base, ThreadId from, Rights rights = Rights::all) {
        pager.registers[0] = MessageTag{7, 0, 2}.raw();
        pager.registers[1] = item(base);
        pager.registers[2] = sent(number, rights);
        machine.exchange(pager, client.id(), from);
    }

    bool fault() {
        machine.run(client);
        return machine.ipc.report(client, pager.id().raw(), u64(-2 * 16 + 4), there + page, 0x1234);
    }

    paddr found(vaddr address) {
        auto const is = machine.mmu.get_mapping(client.page_root(), address);
        return is.is_ok() ? is.value().physical : 0;
    }

    Machine machine;
    Tcb& pager = machine.add_space(10);
    Tcb& client = machine.add_space(11);
};

TEST_F(ApiIpcAtOnce, a_fault_is_told_and_answered_without_anybody_in_between) {
    machine.receive(pager, ThreadId::any());
    ASSERT_TRUE(fault());
    EXPECT_EQ(&machine.dispatch.current(), &pager);
    EXPECT_EQ(pager.partner, client.id().raw());
    EXPECT_TRUE(PageFault::is(MessageTag{pager.registers[0]}));
    EXPECT_EQ(pager.registers[1], there + page);
    EXPECT_EQ(pager.registers[2], 0x1234u);
    send(1, there + page, ThreadId::any());
    EXPECT_EQ(machine.simple_cases, 1u);
    EXPECT_EQ(&machine.dispatch.current(), &client);
    EXPECT_EQ(client.exchange(), Exchange::message);
    EXPECT_EQ(client.hazards(), 0u);
    EXPECT_EQ(found(there + page), frame + page);
    EXPECT_EQ(pager.waiting_for(), ThreadId::any());
}

TEST_F(ApiIpcAtOnce, a_page_in_a_message_comes_with_its_words) {
    machine.receive(client, pager.id());
    send(1, there + page, ThreadId::nil());
    EXPECT_EQ(machine.simple_cases, 1u);
    EXPECT_EQ(&machine.dispatch.current(), &pager);
    EXPECT_EQ(outcome(pager), 0u);
    EXPECT_TRUE(client.is_runnable());
    EXPECT_EQ(client.partner, pager.id().raw());
    EXPECT_EQ(client.registers[0], (MessageTag{7, 0, 2}.raw()));
    EXPECT_EQ(client.registers[1], item(there + page));
    EXPECT_EQ(client.registers[2], sent(1));
    EXPECT_EQ(found(there + page), frame + page);
}

TEST_F(ApiIpcAtOnce, what_takes_more_goes_the_general_way) {
    machine.receive(client, pager.id());
    send(1, there, ThreadId::nil()); // another page is there
    EXPECT_EQ(found(there), frame + page);
    machine.receive(client, pager.id());
    send(1, there + (64 << 20), ThreadId::nil()); // without a table
    EXPECT_EQ(found(there + (64 << 20)), frame + page);
    machine.receive(client, pager.id());
    send(1, there + page, ThreadId::nil(), Rights::none);
    EXPECT_EQ(found(there + page), 0u);
    machine.receive(client, pager.id());
    client.utcb()->accept_mappings(Fpage::nil());
    send(1, there + page, ThreadId::nil());
    EXPECT_EQ(found(there + page), 0u);
    EXPECT_EQ(machine.simple_cases, 0u);
}

TEST_F(ApiIpcAtOnce, a_more_urgent_thread_that_is_ready_runs_before_who_gets_a_message) {
    Tcb& urgent = machine.add(12, *machine.root);
    urgent.set_priority(200);
    machine.receive(pager, ThreadId::any());
    machine.run(client);
    machine.dispatch.make_ready(urgent);
    ASSERT_TRUE(machine.ipc.report(client, pager.id().raw(), u64(-2 * 16 + 4), there + page, 0));
    EXPECT_EQ(&machine.dispatch.current(), &urgent);
    EXPECT_TRUE(pager.is_runnable());
    machine.run(pager);
    machine.dispatch.make_ready(urgent);
    send(1, there + page, ThreadId::any());
    EXPECT_EQ(machine.simple_cases, 1u);
    EXPECT_EQ(&machine.dispatch.current(), &urgent);
    EXPECT_TRUE(client.is_runnable());
    EXPECT_TRUE(pager.is_waiting());
}

TEST_F(ApiIpcAtOnce, a_page_goes_only_into_the_receivers_window_and_not_over_the_kernels_pages) {
    client.utcb()->accept_mappings(Fpage::around(there, 14));
    machine.receive(client, pager.id());
    send(1, 0xabc'0000'0000 + page, ThreadId::nil());
    EXPECT_EQ(machine.simple_cases, 1u);
    EXPECT_EQ(found(there + page), frame + page);
    client.utcb()->accept_mappings(Fpage::complete());
    machine.receive(client, pager.id());
    vaddr const utcb = client.local_id() / page * page;
    send(1, utcb + page, ThreadId::nil());
    EXPECT_EQ(machine.simple_cases, 1u);
    EXPECT_NE(outcome(pager), 0u);
}

} // namespace
} // namespace flat::api
