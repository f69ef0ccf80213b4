// SPDX-License-Identifier: BSD-2-Clause
// Interrupts as threads: the receivers of their messages, and when a line may interrupt again.
#include <api/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::api {
namespace {

using namespace testing;

constexpr u32 edge_line = 1;
constexpr u32 level_line = FakeInterrupts::level_line;
constexpr ThreadId interrupt_of(u32 line) {
    return ThreadId::global(line, 1);
}

class ApiInterruptThreads : public ::testing::Test {
protected:
    /// ThreadControl by the root task: 0, or why not.
    Error associate(ThreadId interrupt, ThreadId handler, ThreadId space) {
        machine.run(root);
        u64 const done = machine.calls.thread_control(root, interrupt.raw(), space.raw(), 0,
                                                      handler.raw(), same_utcb);
        return done == 1 ? Error::none : Error{root.utcb()->error_code};
    }
    Error associate(u32 line, ThreadId handler) {
        return associate(interrupt_of(line), handler, interrupt_of(line));
    }

    void answer(u32 line, u64 tag = 0) {
        handler.registers[0] = tag;
        machine.exchange(handler, interrupt_of(line), ThreadId::any(), timeouts(zero, 0));
    }
    bool has_message(u32 line) {
        MessageTag const tag{handler.registers[0]};
        bool const has = handler.is_runnable() && InterruptMessage::is(tag) &&
                         handler.partner == interrupt_of(line).raw();
        handler.registers[0] = 0;
        handler.partner = 0;
        return has;
    }

    Machine machine;
    FakeInterrupts& lines = machine.controller;
    Tcb& root = *machine.root;
    Tcb& handler = machine.add(9, root);
    Tcb& other = machine.add(10, root);
};

TEST_F(ApiInterruptThreads, a_line_interrupts_once_it_has_a_handler) {
    EXPECT_FALSE(lines.raise(edge_line));
    EXPECT_EQ(associate(edge_line, handler.id()), Error::none);
    machine.receive(handler, ThreadId::any());
    EXPECT_FALSE(has_message(edge_line));
    EXPECT_TRUE(lines.raise(edge_line));
    EXPECT_TRUE(has_message(edge_line));
    EXPECT_EQ(lines.acknowledged, 1u);
}

TEST_F(ApiInterruptThreads, a_handler_that_is_busy_gets_the_message_later) {
    associate(edge_line, handler.id());
    EXPECT_TRUE(lines.raise(edge_line));
    EXPECT_FALSE(has_message(edge_line));
    machine.receive(handler, interrupt_of(edge_line), timeouts(0, zero));
    EXPECT_TRUE(has_message(edge_line));
}

TEST_F(ApiInterruptThreads, a_signal_that_lasts_is_masked_until_the_answer) {
    associate(level_line, handler.id());
    machine.receive(handler, ThreadId::any());
    EXPECT_TRUE(lines.raise(level_line));
    EXPECT_FALSE(lines.raise(level_line));
    EXPECT_TRUE(has_message(level_line));
    answer(level_line);
    EXPECT_FALSE(has_message(level_line));
    EXPECT_TRUE(lines.raise(level_line));
    EXPECT_TRUE(has_message(level_line));
}

TEST_F(ApiInterruptThreads, what_begins_before_the_answer_is_told_once_after_it) {
    associate(edge_line, handler.id());
    machine.receive(handler, ThreadId::any());
    EXPECT_TRUE(lines.raise(edge_line));
    EXPECT_TRUE(has_message(edge_line));
    EXPECT_TRUE(lines.raise(edge_line));
    EXPECT_FALSE(lines.raise(edge_line)) << "the second one masks it";
    EXPECT_FALSE(has_message(edge_line));
    answer(edge_line);
    EXPECT_TRUE(has_message(edge_line));
    EXPECT_TRUE(lines.is_unmasked[edge_line]);
    answer(edge_line);
    EXPECT_FALSE(has_message(edge_line));
}

TEST_F(ApiInterruptThreads, only_the_handler_can_answer) {
    associate(level_line, handler.id());
    machine.receive(handler, ThreadId::any());
    lines.raise(level_line);
    other.registers[0] = 0;
    machine.exchange(other, interrupt_of(level_line), ThreadId::nil(), timeouts(zero, 0));
    EXPECT_EQ(outcome(other), IpcError(IpcError::Phase::send, IpcError::Code::timeout).raw());
    EXPECT_FALSE(lines.is_unmasked[level_line]);
}

TEST_F(ApiInterruptThreads, whatever_an_answer_holds_is_not_looked_at) {
    associate(level_line, handler.id());
    machine.receive(handler, ThreadId::any());
    for (MessageTag const tag : {MessageTag(7, 63), MessageTag(7, 63, 63), MessageTag(0, 0, 2),
                                 MessageTag(0, 0, 1), MessageTag(0, 1).propagated()}) {
        ASSERT_TRUE(lines.raise(level_line));
        ASSERT_TRUE(has_message(level_line));
        for (u64 word = 1; word < Utcb::message_register_count; ++word)
            handler.utcb()->message_registers[word] = Fpage::complete(Rights::all).raw() | 8;
        handler.registers[1] = TypedItem::map(0).raw();
        handler.registers[2] = Fpage::around(utcbs, 12, Rights::all).raw();
        answer(level_line, tag.raw());
        ASSERT_TRUE(lines.is_unmasked[level_line]) << tag.raw();
    }
}

TEST_F(ApiInterruptThreads, an_answer_that_nobody_waits_for_is_no_answer) {
    associate(edge_line, handler.id());
    answer(edge_line);
    EXPECT_EQ(outcome(handler), IpcError(IpcError::Phase::send, IpcError::Code::timeout).raw());
}

TEST_F(ApiInterruptThreads, itself_as_handler_is_none) {
    associate(level_line, handler.id());
    machine.receive(handler, ThreadId::any());
    lines.raise(level_line);
    EXPECT_EQ(associate(level_line, interrupt_of(level_line)), Error::none);
    EXPECT_FALSE(lines.is_unmasked[level_line]);
    answer(level_line);
    EXPECT_FALSE(lines.is_unmasked[level_line]);
    EXPECT_EQ(associate(level_line, handler.id()), Error::none);
    EXPECT_TRUE(lines.is_unmasked[level_line]);
}

TEST_F(ApiInterruptThreads, another_handler_gets_what_the_first_one_has_not_answered_no_more) {
    associate(edge_line, handler.id());
    lines.raise(edge_line);
    EXPECT_EQ(associate(edge_line, other.id()), Error::none);
    machine.receive(handler, ThreadId::any(), timeouts(0, zero));
    EXPECT_FALSE(has_message(edge_line));
    machine.receive(other, ThreadId::any());
    lines.raise(edge_line);
    EXPECT_EQ(other.partner, interrupt_of(edge_line).raw());
}

TEST_F(ApiInterruptThreads, the_end_of_a_handler_masks_its_lines) {
    for (u32 const line : {edge_line, level_line})
        associate(line, handler.id());
    lines.raise(level_line); // it waits to be reported
    EXPECT_EQ(machine.remove(handler), 1u);
    EXPECT_FALSE(lines.is_unmasked[level_line]);
    EXPECT_TRUE(lines.raise(edge_line));
    EXPECT_FALSE(lines.is_unmasked[edge_line]);
}

TEST_F(ApiInterruptThreads, what_is_no_line_or_no_thread_is_refused) {
    ThreadId const nil = ThreadId::nil();
    ThreadId const line = interrupt_of(edge_line);
    EXPECT_EQ(associate(FakeInterrupts::line_count, handler.id()), Error::invalid_thread);
    EXPECT_EQ(associate(7, handler.id()), Error::invalid_thread);
    EXPECT_EQ(associate(8, handler.id()), Error::none) << "the root task: its new pager";
    EXPECT_EQ(associate(id_of(edge_line, 2), handler.id(), id_of(edge_line, 2)),
              Error::invalid_thread);
    EXPECT_EQ(associate(line, id_of(40), line), Error::invalid_thread);
    EXPECT_EQ(associate(line, interrupt_of(2), line), Error::invalid_thread);
    EXPECT_EQ(associate(line, ThreadId::any(), line), Error::invalid_thread);
    EXPECT_EQ(associate(line, handler.id(), nil), Error::invalid_space);
    EXPECT_EQ(associate(line, handler.id(), root.id()), Error::invalid_space);
    EXPECT_EQ(associate(line, nil, line), Error::none) << "nothing changes";
    EXPECT_FALSE(lines.raise(edge_line));
}

TEST_F(ApiInterruptThreads, an_interrupt_is_no_thread_to_other_calls) {
    associate(edge_line, handler.id());
    u64 const line = interrupt_of(edge_line).raw();
    machine.run(root);
    EXPECT_EQ(machine.calls.exchange_registers(root, line, {}).thread, 0u);
    EXPECT_EQ(machine.calls.schedule(root, line, {0, 0, 0, 0}).state, 0u);
    EXPECT_EQ(machine.calls.space_control(root, line, page_area, utcb_area, 0), 0u);
    EXPECT_EQ(machine.calls.space_control(root, root.id().raw(), 0, 0, line), 0u);
    EXPECT_EQ(machine.calls.thread_control(root, id_of(11).raw(), line, root.id().raw(), 0, utcbs),
              0u);
    EXPECT_EQ(machine.calls.thread_control(root, id_of(11).raw(), root.id().raw(), line, 0, utcbs),
              0u);
    EXPECT_FALSE(machine.ipc.report(other, line, 0, 0, 0));
    machine.calls.thread_switch(root, line);
    EXPECT_NE(&machine.dispatch.current(), &machine.threads.slot(line));
}

TEST_F(ApiInterruptThreads, lines_that_wait_for_one_handler_are_told_one_by_one) {
    for (u32 const line : {0u, 1u, 2u, 3u})
        ASSERT_EQ(associate(line, handler.id()), Error::none);
    for (u32 const line : {0u, 1u, 2u, 3u})
        lines.raise(line);
    for (u32 const line : {0u, 1u, 2u, 3u}) {
        machine.receive(handler, interrupt_of(line), timeouts(0, zero));
        EXPECT_TRUE(has_message(line));
        machine.exchange(handler, interrupt_of(line), ThreadId::nil(), timeouts(zero, 0));
        EXPECT_EQ(outcome(handler), 0u);
    }
}

/// Random signals and late answers: each that arrives is reported once.
TEST_F(ApiInterruptThreads, no_signal_is_lost_whatever_happens_between) {
    constexpr u32 count = FakeInterrupts::line_count;
    std::mt19937 random{5};
    for (u32 line = 0; line < count; ++line)
        ASSERT_EQ(associate(line, handler.id()), Error::none);
    u32 due[count] = {};
    u32 messages = 0;
    machine.receive(handler, ThreadId::any());
    for (u32 i = 0; i < 20'000; ++i) {
        u32 const line = random() % count;
        bool const may_signal = i < 19'000 && random() % 2 == 0;
        if (may_signal && lines.raise(line)) ++due[line];
        if (!handler.is_runnable() || random() % 3 == 0) continue;
        u32 const told = ThreadId{handler.partner}.number();
        ASSERT_LT(told, count);
        ASSERT_TRUE(has_message(told) && due[told] > 0) << "after " << i;
        ++messages;
        --due[told];
        if (random() % 3 == 0 && lines.raise(told)) ++due[told];
        answer(told);
    }
    EXPECT_GT(messages, 1000u);
    for (u32 line = 0; line < count; ++line)
        EXPECT_TRUE(due[line] == 0 && lines.is_unmasked[line]) << line;
}

} // namespace
} // namespace flat::api
