// SPDX-License-Identifier: BSD-2-Clause
// Messages with strings: what arrives where, in steps, with pages missing, and how they end early.
#include <api/ipc/testing.hpp>

namespace flat::api {
namespace {

TEST_F(ApiStrings, pages_after_a_string_come_from_the_first_on) {
    constexpr vaddr target = 1ull << 42;
    accept({simple(4096), there});
    b.utcb()->accept_strings(Fpage::complete());
    write({simple(1000), here, TypedItem::map(target).raw(),
           Fpage::around(here, 13, Rights::all).raw()});
    send();
    expect_arrived(1000);
    for (u64 const offset : {u64{0}, u64{domain::page_size}})
        EXPECT_TRUE(machine.mmu.get_mapping(b.page_root(), target + offset).is_ok());
}

TEST_F(ApiStrings, pages_beyond_four_gibibytes_of_an_item_come_in_steps) {
    constexpr u32 pages = 20;
    constexpr vaddr source = 1ull << 41;
    constexpr vaddr target = 1ull << 42;
    constexpr u64 offset = 5ull << 30;
    for (u64 i = 0; i < pages; ++i)
        machine.give(a, source + offset + i * domain::page_size,
                     Fpage::around(user_frames + i * domain::page_size, 12, Rights::all));
    b.utcb()->accept_mappings(Fpage::complete());
    write({TypedItem::map(target).raw(), Fpage::around(source, 33, Rights::all).raw()});
    send();
    EXPECT_EQ(outcome(a), 0u);
    EXPECT_EQ(outcome(b), 0u);
    EXPECT_GT(steps, 1u);
    for (u64 i = 0; i < pages; ++i) {
        vaddr const place = target + offset + i * domain::page_size;
        auto const found = machine.mmu.get_mapping(b.page_root(), place);
        ASSERT_TRUE(found.is_ok()) << i;
        EXPECT_EQ(found.value().physical, user_frames + i * domain::page_size);
    }
    expect_both_go_on();
}

TEST_F(ApiStrings, a_long_one_arrives_in_steps_between_which_neither_side_runs) {
    write({simple(200'000), here});
    accept({simple(200'000), there});
    machine.receive(b, a.id());
    machine.exchange(a, b.id(), ThreadId::nil());
    EXPECT_EQ(&machine.dispatch.current(), &a);
    EXPECT_FALSE(b.is_runnable());
    EXPECT_NE(&machine.trap.get_context(), &a.frame());
    work();
    expect_arrived(200'000);
    EXPECT_GT(steps, 10u);
    EXPECT_EQ(&machine.trap.get_context(), &machine.dispatch.current().frame());
}

TEST_F(ApiStrings, one_arrives_that_was_sent_before_its_receiver_waited) {
    write({simple(5000), here});
    accept({simple(5000), there});
    machine.exchange(a, b.id(), ThreadId::nil());
    EXPECT_TRUE(a.is_sending());
    machine.receive(b, ThreadId::any());
    EXPECT_FALSE(b.is_runnable());
    EXPECT_TRUE(machine.scheduler.is_queued(a));
    work();
    expect_arrived(5000);
}

TEST_F(ApiStrings, a_call_with_one_waits_for_its_answer_when_it_is_there) {
    write({simple(50'000), here});
    accept({simple(50'000), there});
    machine.receive(b, ThreadId::any());
    machine.exchange(a, b.id(), b.id());
    work();
    EXPECT_EQ(a.waiting_for(), b.id());
    EXPECT_TRUE(b.is_runnable());
    machine.send(b, a.id());
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(outcome(a), 0u);
}

TEST_F(ApiStrings, substrings_and_buffers_may_be_cut_differently) {
    // 3 * 700 + 2 * 1000 + 1 * 250 bytes, with nothing between.
    u64 const first = StringHeader::of(700, 3).continued().raw();
    u64 const second = StringHeader::of(1000, 2).continued().raw();
    write({first, here, here + 700, here + 1400, second, here + 2100, here + 3100, simple(250),
           here + 4100});
    accept({StringHeader::of(999, 2).continued().raw(), there, there + 999, simple(5000),
            there + 1998});
    send();
    expect_arrived(4350);
}

TEST_F(ApiStrings, several_go_into_one_buffer_each) {
    write({simple(100), here, simple(200), here + 100});
    accept({StringHeader::of(150).followed().raw(), there, simple(300), there + 100});
    send();
    expect_arrived(300);
}

TEST_F(ApiStrings, empty_ones_are_nothing) {
    write({simple(0), 0, StringHeader::of(0, 4).raw(), 0, 0, 0, 0});
    accept({StringHeader::of(0).followed().raw(), 0, simple(10), 0});
    send();
    expect_arrived(0);
}

TEST_F(ApiStrings, a_receiver_that_accepts_none_gets_none_and_both_get_errors) {
    write({simple(10), here});
    b.utcb()->accept_mappings(Fpage::complete());
    send();
    expect_overflow(0);
    write({simple(10), here, simple(10), here + 10});
    accept({simple(10), there}); // no second buffer
    send();
    expect_overflow(10);
}

TEST_F(ApiStrings, one_that_is_too_long_arrives_in_part) {
    write({simple(10'000), here});
    accept({StringHeader::of(4000).continued().raw(), there, simple(3000), there + 4000});
    send();
    expect_overflow(7000);
}

TEST_F(ApiStrings, malformed_ones_are_refused) {
    u64 const too_many = StringHeader::of(10, 3).raw();         // two words follow
    u64 const cut_off = StringHeader::of(10).continued().raw(); // no header follows
    u64 const too_long = simple(StringHeader::bytes_max + 1);
    for (std::vector<u64> const& words : std::vector<std::vector<u64>>{
             {too_many, here, here}, {too_long, here}, {simple(10)}, {simple(10), here, 0xe, 0}}) {
        write(words);
        accept({simple(10), there});
        send();
        EXPECT_EQ(outcome(a) & 0xf,
                  IpcError(IpcError::Phase::send, IpcError::Code::message_overflow).raw());
        expect_both_go_on();
    }
    write({cut_off, here});
    accept({simple(100), there});
    send();
    expect_overflow(10);
    write({simple(10), here});
    b.utcb()->accept_strings(Fpage::nil());
    b.utcb()->buffer_register(1) = 8; // no buffer
    send();
    expect_overflow(0);
}

TEST_F(ApiStrings, addresses_that_no_user_has_are_refused) {
    write({simple(10), abi::user_end});
    accept({simple(10), there});
    send();
    expect_overflow(0);
    write({simple(10), here});
    accept({simple(10), ~u64{0} - 4});
    send();
    expect_overflow(0);
}

TEST_F(ApiStrings, map_items_may_come_before_and_between_them) {
    u64 const item = TypedItem::map(0x60'0000).raw();
    u64 const page = Fpage::around(here, 12, Rights::all).raw();
    write({item, page, simple(100), here, item, page});
    accept({simple(100), there});
    b.utcb()->accept_strings(Fpage::complete());
    send();
    expect_arrived(100);
    auto const mapped = machine.mmu.get_mapping(b.page_root(), 0x60'0000);
    ASSERT_TRUE(mapped.is_ok());
    EXPECT_EQ(mapped.value().physical, user_frames);
}

TEST_F(ApiStrings, reads_and_writes_of_the_kernel_are_noted_for_unmap) {
    machine.unmap(a, Fpage::around(here, 12).raw(), false);
    machine.unmap(b, Fpage::around(there, 12).raw(), false);
    write({simple(100), here});
    accept({simple(100), there});
    send();
    auto const accesses = [&](Tcb& thread, vaddr address) {
        return Fpage{machine.unmap(thread, Fpage::around(address, 12).raw(), false)}.rights();
    };
    EXPECT_EQ(accesses(a, here) & Rights::read_write, Rights::read);
    EXPECT_EQ(accesses(b, there) & Rights::write, Rights::write);
}

class ApiStringFaults : public ApiStrings {
protected:
    ApiStringFaults() {
        a.utcb()->pager = pager.id();
        b.utcb()->pager = pager.id();
        machine.receive(pager, ThreadId::any());
    }

    void take_away(Tcb& thread, vaddr address) {
        (void)machine.mmu.remove_mapping(thread.page_root(), address);
    }
    void put_back(Tcb& thread, vaddr address, paddr frame) {
        (void)machine.mmu.add_mapping(thread.page_root(), address, frame, 12, 7 | 8);
    }
    void expect_asked(Tcb& thread, vaddr address, Rights access) {
        EXPECT_TRUE(pager.is_runnable());
        EXPECT_EQ(pager.partner, thread.id().raw());
        EXPECT_EQ(pager.registers[0], (MessageTag{PageFault::label(access), 2}.raw()));
        EXPECT_EQ(pager.registers[1], address);
        EXPECT_FALSE(a.is_runnable() || b.is_runnable());
    }
    void answer(Tcb& thread) {
        pager.registers[0] = MessageTag{0, 0}.raw();
        machine.exchange(pager, thread.id(), ThreadId::any());
        work();
    }
    void send_page() {
        write({simple(10'000), here});
        accept({simple(10'000), there});
        send();
    }
};

TEST_F(ApiStringFaults, are_the_pagers_of_both_sides_to_serve) {
    take_away(a, here + 0x1000);
    take_away(b, there + 0x2000);
    send_page();
    expect_asked(a, here + 0x1000, Rights::read);
    put_back(a, here + 0x1000, user_frames + 0x1000);
    answer(a);
    expect_asked(b, there + 0x2000, Rights::write);
    put_back(b, there + 0x2000, user_frames + bytes_each + 0x2000);
    answer(b);
    expect_arrived(10'000);
}

TEST_F(ApiStringFaults, are_asked_again_when_the_answer_brings_no_page) {
    take_away(b, there);
    send_page();
    answer(b);
    expect_asked(b, there, Rights::write);
}

TEST_F(ApiStringFaults, tell_schedule_who_sends_and_who_receives) {
    enum { sending = 5, receiving = 7 };
    take_away(b, there);
    send_page();
    machine.run(*machine.root);
    auto const state = [&](Tcb& thread) {
        return machine.calls
            .schedule(*machine.root, thread.id().raw(), {~u64{0}, ~u64{0}, ~u64{0}, ~u64{0}})
            .state;
    };
    EXPECT_EQ(state(a), u64(sending));
    EXPECT_EQ(state(b), u64(receiving));
}

TEST_F(ApiStringFaults, end_the_message_after_the_shorter_of_both_transfer_timeouts) {
    auto const mine = IpcError::Code::transfer_timeout_mine;
    auto const partners = IpcError::Code::transfer_timeout_partners;
    a.utcb()->transfer_timeouts = Timeouts{Time::milliseconds(5), Time::microseconds(1)}.raw();
    b.utcb()->transfer_timeouts = Timeouts{Time::microseconds(1), Time::milliseconds(50)}.raw();
    take_away(b, there + 0x1000);
    send_page();
    machine.timer.pass(4000);
    expect_asked(b, there + 0x1000, Rights::write);
    machine.timer.pass(1000);
    expect_failed(partners, mine, 0x1000);
    a.utcb()->transfer_timeouts = 0;
    b.utcb()->transfer_timeouts = Timeouts{Time::never(), Time::milliseconds(2)}.raw();
    put_back(b, there + 0x1000, user_frames + bytes_each + 0x1000);
    take_away(a, here);
    machine.receive(pager, ThreadId::any());
    send_page();
    machine.timer.pass(2000);
    expect_failed(mine, partners, 0);
}

TEST_F(ApiStringFaults, end_the_message_at_once_when_a_transfer_timeout_is_nothing) {
    a.utcb()->transfer_timeouts = Timeouts{Time::zero(), Time::never()}.raw();
    take_away(b, there);
    send_page();
    EXPECT_TRUE(pager.is_waiting()); // it was not asked
    expect_failed(IpcError::Code::transfer_timeout_partners, IpcError::Code::transfer_timeout_mine,
                  0);
}

TEST_F(ApiStringFaults, end_the_message_when_there_is_no_pager) {
    b.utcb()->pager = ThreadId::nil();
    take_away(b, there);
    send_page();
    expect_failed(IpcError::Code::aborted, IpcError::Code::aborted, 0);
    b.utcb()->pager = pager.id();
    send_page();
    EXPECT_EQ(machine.remove(pager), 1u);
    expect_failed(IpcError::Code::aborted, IpcError::Code::aborted, 0);
}

TEST_F(ApiStringFaults, end_the_message_when_either_side_is_cancelled) {
    constexpr u64 cancel_receive = 2, cancel_send = 4;
    for (Tcb* const each : {&a, &b}) {
        take_away(b, there + 0x1000);
        send_page();
        machine.run(*machine.root);
        each->utcb()->pager = machine.root->id();
        machine.calls.exchange_registers(
            *machine.root, each->id().raw(),
            {each == &a ? cancel_receive : cancel_send, 0, 0, 0, 0, 0});
        EXPECT_FALSE(a.is_runnable() || b.is_runnable());
        machine.calls.exchange_registers(
            *machine.root, each->id().raw(),
            {each == &a ? cancel_send : cancel_receive, 0, 0, 0, 0, 0});
        expect_failed(IpcError::Code::aborted, IpcError::Code::aborted, 0x1000);
        put_back(b, there + 0x1000, user_frames + bytes_each + 0x1000);
        a.utcb()->pager = b.utcb()->pager = pager.id();
        if (!pager.is_waiting()) machine.receive(pager, ThreadId::any());
    }
}

TEST_F(ApiStringFaults, leave_one_side_alone_when_the_other_is_deleted) {
    take_away(b, there + 0x1000);
    send_page();
    EXPECT_EQ(machine.remove(b), 1u);
    EXPECT_EQ(outcome(a), IpcError(IpcError::Phase::send, IpcError::Code::aborted, 0x1000).raw());
    EXPECT_TRUE(a.is_runnable());
    EXPECT_EQ(a.long_transfer().partner, nullptr);
}

TEST_F(ApiStrings, a_quantum_that_is_used_up_waits_for_the_end_of_the_message) {
    write({simple(200'000), here});
    accept({simple(200'000), there});
    machine.receive(b, a.id());
    a.allowance().quantum_us = 1;
    machine.exchange(a, b.id(), ThreadId::nil());
    machine.timer.pass(1000);
    EXPECT_EQ(a.exchange(), Exchange::message);
    work();
    machine.run(a);
    machine.timer.pass(1000);
    EXPECT_EQ(a.exchange(), Exchange::quantum);
}

class ApiLargeItems : public ApiStrings {
protected:
    static constexpr vaddr target = 0x60'0000;

    /// An item of so many pages, 64 of which the sender has.
    static std::vector<u64> item(u32 size_log2) {
        return {TypedItem::map(target).raw(), Fpage::around(here, size_log2, Rights::all).raw()};
    }
    u32 mapped() {
        u32 count = 0;
        for (u32 i = 0; i < 64; ++i)
            count += machine.mmu.get_mapping(b.page_root(), target + i * 0x1000).is_ok();
        return count;
    }
};

TEST_F(ApiLargeItems, are_passed_on_in_steps_as_far_as_there_is_something) {
    b.utcb()->accept_mappings(Fpage::complete());
    write(item(20));
    send();
    EXPECT_EQ(outcome(b), 0u);
    EXPECT_EQ(mapped(), 64u);
    EXPECT_GE(steps, 7u);
    expect_both_go_on();
}

TEST_F(ApiLargeItems, of_few_pages_are_passed_on_at_once) {
    b.utcb()->accept_mappings(Fpage::complete());
    write(item(15));
    send();
    EXPECT_EQ(mapped(), 8u);
    EXPECT_EQ(steps, 0u);
}

TEST_F(ApiLargeItems, that_end_early_have_been_passed_on_in_part) {
    b.utcb()->accept_mappings(Fpage::complete());
    write(item(18));
    machine.receive(b, a.id());
    machine.exchange(a, b.id(), ThreadId::nil());
    EXPECT_EQ(mapped(), 8u);
    EXPECT_EQ(machine.remove(a), 1u);
    EXPECT_EQ(outcome(b), IpcError(IpcError::Phase::receive, IpcError::Code::aborted).raw());
    EXPECT_TRUE(b.is_runnable());
    EXPECT_EQ(mapped(), 0u); // what was passed on goes with the space
}

TEST_F(ApiLargeItems, answer_faults_and_leave_registers_alone) {
    b.registers[5] = 99;
    machine.receive(a, ThreadId::any());
    machine.run(b);
    EXPECT_TRUE(machine.ipc.report(b, a.id().raw(), PageFault::label(Rights::read), target, 0));
    write(item(18));
    machine.exchange(a, b.id(), ThreadId::nil());
    EXPECT_FALSE(b.is_runnable());
    work();
    EXPECT_EQ(mapped(), 64u);
    EXPECT_EQ(b.registers[5], 99u);
    expect_both_go_on();
}

TEST_F(ApiLargeItems, get_there_though_their_sender_is_halted_meanwhile) {
    constexpr u64 halt = 1 << 8 | 1;
    b.utcb()->accept_mappings(Fpage::complete());
    write(item(18));
    machine.receive(b, a.id());
    machine.exchange(a, b.id(), ThreadId::nil());
    machine.run(*machine.root);
    a.utcb()->pager = machine.root->id();
    machine.calls.exchange_registers(*machine.root, a.id().raw(), {halt, 0, 0, 0, 0, 0});
    work();
    EXPECT_EQ(mapped(), 64u);
    EXPECT_EQ(outcome(b), 0u);
    EXPECT_TRUE(b.is_runnable());
    EXPECT_FALSE(a.is_runnable());
    EXPECT_EQ(a.hazards(), u32(hazard_halted));
}

TEST_F(ApiLargeItems, are_moved_as_urgently_as_their_receiver_waits) {
    Tcb& between = machine.add(12, *machine.root);
    machine.receive(pager, ThreadId::any());
    b.utcb()->accept_mappings(Fpage::complete());
    machine.receive(b, a.id());
    for (Tcb* each : {machine.root, &a, &between, &b})
        machine.dispatch.set_priority(*each, each == &b ? 70 : each == &between ? 60 : 50);
    write(item(18));
    machine.run(a);
    machine.dispatch.make_ready(between);
    machine.exchange(a, b.id(), ThreadId::nil());
    EXPECT_EQ(&machine.dispatch.current(), &a);
    machine.timer.pass(1000);
    EXPECT_EQ(&machine.dispatch.current(), &a);
    machine.calls.schedule(*machine.root, a.id().raw(), {~u64{0}, ~u64{0}, 40, ~u64{0}});
    EXPECT_EQ(a.priority(), 70u);
    work();
    EXPECT_EQ(mapped(), 64u);
    EXPECT_EQ(&machine.dispatch.current(), &b);
    EXPECT_EQ(a.priority(), 40u);
    b.wait_for(id_of(9));
    machine.dispatch.settle(nullptr);
    EXPECT_EQ(&machine.dispatch.current(), &between);
}

TEST_F(ApiLargeItems, that_find_no_memory_halt_who_has_faulted) {
    machine.receive(a, ThreadId::any());
    machine.run(b);
    EXPECT_TRUE(machine.ipc.report(b, a.id().raw(), PageFault::label(Rights::read), target, 0));
    machine.mmu.pages_left = 20;
    write(item(18));
    machine.exchange(a, b.id(), ThreadId::nil());
    work();
    EXPECT_EQ(outcome(a), IpcError(IpcError::Phase::send, IpcError::Code::message_overflow).raw());
    EXPECT_EQ(b.hazards(), u32(hazard_halted));
    EXPECT_EQ(b.long_transfer().partner, nullptr);
    machine.mmu.pages_left = ~0u;
}

} // namespace
} // namespace flat::api
