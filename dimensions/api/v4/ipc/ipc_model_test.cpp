// SPDX-License-Identifier: BSD-2-Clause
// Thousands of random operations on a few threads; after each of them, everything must be in order.
#include <api/testing.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::api {
namespace {

using namespace testing;

constexpr u32 first_number = 9;
constexpr u32 thread_count = 8;
constexpr u64 fault_label = (~u64{0} >> 16) & u64(-2 * 16 + 4);

/// What a thread has asked for and has not got yet.
struct Asked {
    bool is_pending = false;
    bool is_fault = false;
    u64 serial = 0; // of the message it sends; 0 if it sends none
    ThreadId to;
    ThreadId from;
};

/// A message on its way: its sender and receiver, and whether it has arrived.
struct Message {
    Tcb* sender;
    Tcb* receiver;
    u32 words;
    bool is_delivered = false;
};

class ApiIpcModel : public ::testing::TestWithParam<u32> {
protected:
    void SetUp() override {
        for (u32 i = 0; i < thread_count; ++i)
            create(i);
    }

    // Random choices.
    u32 below(u32 limit) { return std::uniform_int_distribution<u32>(0, limit - 1)(random_); }
    bool one_in(u32 count) { return below(count) == 0; }
    Tcb& slot(u32 i) { return machine_.threads.slot(id_of(first_number + i).raw()); }
    Tcb& any_slot() { return slot(below(thread_count)); }
    u32 index(Tcb const& thread) {
        u32 i = 0;
        while (&slot(i) != &thread)
            i += 1;
        return i;
    }
    Asked& asked(Tcb const& thread) { return asked_[index(thread)]; }
    bool is_active(Tcb& thread) {
        return thread.exists() && (thread.hazards() & hazard_inactive) == 0;
    }

    /// Somebody, sometimes a name of the past.
    ThreadId any_name() {
        u32 const i = below(thread_count);
        return one_in(20) ? id_of(first_number + i, versions_[i] + 64) : slot(i).id();
    }
    /// Often somebody that waits for this thread: a client, or one that has faulted.
    ThreadId any_partner(Tcb& thread) {
        for (u32 i = 0; i < thread_count && !one_in(3); ++i)
            if (slot(i).is_waiting() && slot(i).accepts(thread.id())) return slot(i).id();
        return any_name();
    }
    u64 any_timeout() {
        if (one_in(10)) return never;
        return one_in(10) ? zero : 1 + below(1000);
    }

    // Operations.
    void create(u32 i);
    void exchange(Tcb& thread);
    void fault(Tcb& thread);
    void change_registers(Tcb& caller);
    void remove(Tcb& thread);
    void rename(Tcb& thread);
    void step();

    // What must hold.
    void note_exchanges();
    void account();
    void account_received(Tcb& thread);
    void account_sent(Tcb& thread);
    void check(Tcb& thread);
    void check_queues(Tcb& thread);
    void check_all();
    void check_switch(Tcb& sender);

    static u64 word(u64 serial, u32 index) { return serial << 8 | index; }

    Machine machine_;
    std::mt19937 random_{GetParam()};
    u32 versions_[thread_count] = {};
    Asked asked_[thread_count];
    bool is_kernels_[thread_count] = {}; // the kernel takes the thread's next message
    std::vector<Message> messages_{1};   // by serial; 0 is none
    u32 delivered_ = 0;
};

void ApiIpcModel::create(u32 i) {
    versions_[i] = versions_[i] % 62 + 1;
    Tcb& neighbour = any_slot();
    bool const has_neighbour = neighbour.exists() && &neighbour != &slot(i);
    u32 const number = first_number + i;
    if (has_neighbour && one_in(2))
        machine_.add(number, neighbour, versions_[i]);
    else if (one_in(2))
        machine_.add(number, *machine_.root, versions_[i]);
    else
        machine_.add_space(number, versions_[i]);
    slot(i).set_priority(static_cast<u8>(50 + below(100)));
    asked_[i] = {};
}

void ApiIpcModel::exchange(Tcb& thread) {
    ThreadId const to = one_in(2) ? ThreadId::nil() : any_partner(thread);
    ThreadId from = one_in(4) ? ThreadId::nil() : to;
    if (to.is_nil() || one_in(2)) from = one_in(4) ? ThreadId::any_local() : ThreadId::any();
    if (one_in(8)) from = any_name();
    u32 const words = below(20);
    u64 const serial = messages_.size();
    messages_.push_back({&thread, machine_.threads.find(to.raw()), words});
    asked(thread) = {true, false, to.is_nil() ? 0 : serial, to, from};
    thread.partner = 0;
    thread.registers[0] = MessageTag{serial, words}.raw();
    for (u32 i = 1; i < 8; ++i)
        thread.registers[i] = word(serial, i);
    for (u32 i = 8; i <= words; ++i)
        thread.utcb()->message_registers[i] = word(serial, i);
    machine_.exchange(thread, to, from, timeouts(any_timeout(), any_timeout()));
    check_switch(thread);
}

void ApiIpcModel::fault(Tcb& thread) {
    ThreadId const handler = any_name();
    u64 const serial = messages_.size();
    messages_.push_back({&thread, machine_.threads.find(handler.raw()), 2});
    machine_.run(thread);
    if (!machine_.ipc.report(thread, handler.raw(), fault_label, serial, word(serial, 2))) return;
    asked(thread) = {true, true, serial, handler, handler};
}

void ApiIpcModel::change_registers(Tcb& caller) {
    constexpr u64 halt = 1, cancel = 2 | 4, set_halt = 0x100;
    u64 const controls[] = {cancel, set_halt | halt, set_halt, set_halt | cancel, set_halt};
    machine_.run(caller);
    Tcb& target = any_slot();
    if (&target == &caller) return; // somebody must wake those that are halted
    machine_.calls.exchange_registers(caller, target.id().raw(),
                                      {controls[below(5)], 0, 0, 0, 0, 0});
}

void ApiIpcModel::remove(Tcb& thread) {
    asked(thread) = {};
    EXPECT_EQ(machine_.remove(thread), 1u);
}

void ApiIpcModel::rename(Tcb& thread) {
    u32 const i = index(thread);
    versions_[i] = versions_[i] % 62 + 1;
    machine_.run(*machine_.root);
    u64 const id = id_of(first_number + i, versions_[i]).raw();
    EXPECT_EQ(machine_.calls.thread_control(*machine_.root, id, id, 0, 0, same_utcb), 1u);
}

void ApiIpcModel::step() {
    Tcb& thread = any_slot();
    u32 const choice = below(100);
    if (!thread.exists()) {
        if (choice < 50) create(index(thread));
        return;
    }
    bool const is_halted = (thread.hazards() & hazard_halted) != 0;
    if (choice < (is_halted ? 20 : 2)) return remove(thread);
    if (choice < 23) return machine_.timer.pass(below(600));
    if (choice < 25) return change_registers(*machine_.root);
    if (choice < 26) return rename(thread);
    if (!thread.is_runnable()) return;
    if (choice < 28) return change_registers(thread);
    if (choice < 31) return fault(thread);
    exchange(thread);
}

/// Before a step: whose next message the kernel itself would take.
void ApiIpcModel::note_exchanges() {
    for (u32 i = 0; i < thread_count; ++i)
        is_kernels_[i] = slot(i).exchange() != Exchange::message;
}

void ApiIpcModel::account() {
    for (u32 i = 0; i < thread_count; ++i)
        if (asked_[i].is_pending) account_received(slot(i));
    for (u32 i = 0; i < thread_count; ++i)
        if (asked_[i].is_pending) account_sent(slot(i));
}

/// If a thread has received a message: it is the sender's, whole, and comes once.
void ApiIpcModel::account_received(Tcb& thread) {
    Asked& ask = asked(thread);
    bool const goes_on = !thread.is_waiting() && !thread.is_sending();
    if (!goes_on || ask.is_fault || outcome(thread) != 0 || thread.partner == 0) return;
    MessageTag const tag{thread.registers[0]};
    bool const is_fault = tag.raw() >> 16 == fault_label;
    u64 const serial = is_fault ? thread.registers[1] : tag.raw() >> 16;
    ASSERT_LT(serial, messages_.size());
    Message& message = messages_[serial];
    EXPECT_EQ(message.receiver, &thread);
    EXPECT_EQ(message.sender, &machine_.threads.slot(thread.partner));
    EXPECT_FALSE(message.is_delivered) << "message " << serial << " came twice";
    message.is_delivered = true;
    ++delivered_;
    if (is_fault) EXPECT_EQ(thread.registers[2], word(serial, 2));
    for (u32 i = 1; i <= message.words && !is_fault; ++i)
        EXPECT_EQ(i < 8 ? thread.registers[i] : thread.utcb()->message_registers[i],
                  word(serial, i));
    if (ask.from == ThreadId::any_local())
        EXPECT_EQ(message.sender->space(), thread.space());
    else if (ask.from != ThreadId::any())
        EXPECT_EQ(ask.from.raw(), thread.partner);
}

/// What a thread has sent has arrived exactly if its send phase ended well.
void ApiIpcModel::account_sent(Tcb& thread) {
    Asked& ask = asked(thread);
    Message& message = messages_[ask.serial];
    bool const goes_on = !thread.is_waiting() && !thread.is_sending();
    u64 const error = ask.is_fault || !goes_on ? 0 : outcome(thread);
    bool const has_failed_to_send = error != 0 && (error & 1) == u64(IpcError::Phase::send);
    if (ask.serial != 0 && !ask.is_fault) {
        if (!thread.is_sending() && !has_failed_to_send) {
            ASSERT_NE(message.receiver, nullptr);
            if (is_kernels_[index(*message.receiver)]) message.is_delivered = true;
            EXPECT_TRUE(message.is_delivered) << "message " << ask.serial << " was lost";
        } else {
            EXPECT_FALSE(message.is_delivered);
        }
    }
    if (goes_on) ask = {};
}

void ApiIpcModel::check(Tcb& thread) {
    bool const is_halted = (thread.hazards() & (hazard_halted | hazard_working)) == hazard_halted;
    bool const is_held = is_halted || (thread.hazards() & hazard_inactive) != 0;
    bool const waits = thread.is_waiting() || thread.is_sending();
    ASSERT_FALSE(thread.is_waiting() && thread.is_sending());
    EXPECT_EQ(thread.is_runnable(), !is_held && !waits);
    EXPECT_EQ(thread.is_sending(), thread.sender_link.is_linked());
    bool const has_timeout = (thread.hazards() & hazard_timeout) != 0;
    EXPECT_TRUE(!has_timeout || thread.timeout_link.is_linked());
    EXPECT_EQ((thread.hazards() & hazard_kernel_message) != 0,
              thread.exchange() != Exchange::message);
    if (!waits) {
        EXPECT_FALSE(has_timeout);
        EXPECT_EQ(thread.exchange(), Exchange::message);
    }
    if (thread.is_runnable() && &machine_.dispatch.current() != &thread)
        EXPECT_TRUE(machine_.scheduler.is_queued(thread)) << "nobody would ever let it run";
    if (thread.is_waiting() && !thread.waiting_for().is_wildcard())
        EXPECT_NE(machine_.threads.find(thread.waiting_for().raw()), nullptr);
    if (!thread.exists()) {
        EXPECT_FALSE(waits || thread.has_senders() || machine_.scheduler.is_queued(thread));
        EXPECT_FALSE(thread.timeout_link.is_linked());
    }
}

void ApiIpcModel::check_queues(Tcb& thread) {
    EXPECT_EQ(thread.has_senders(), !thread.senders().is_empty());
    for (Tcb& sender : thread.senders()) {
        EXPECT_TRUE(sender.exists() && sender.is_sending());
        EXPECT_EQ(sender.sending_to(), thread.id());
        bool const could_take = thread.waiting_for() == ThreadId::any_local()
                                    ? sender.space() == thread.space()
                                    : thread.accepts(sender.id());
        EXPECT_FALSE(thread.is_waiting() && could_take) << "both wait for each other";
    }
}

void ApiIpcModel::check_all() {
    for (u32 i = 0; i < thread_count; ++i) {
        check(slot(i));
        check_queues(slot(i));
    }
    Tcb& current = machine_.dispatch.current();
    EXPECT_TRUE(current.is_runnable());
    EXPECT_EQ(&machine_.trap.get_context(), &current.frame());
    EXPECT_EQ(machine_.mmu.active, current.page_root());
}

/// Checks a switch that a message has caused: nobody that is ready is more urgent.
void ApiIpcModel::check_switch(Tcb& sender) {
    Tcb& current = machine_.dispatch.current();
    if (&current == &sender) return;
    for (Tcb* each : machine_.scheduler.queue)
        EXPECT_TRUE(!each->is_runnable() || each->priority() <= current.priority());
}

TEST_P(ApiIpcModel, keeps_every_promise_whatever_happens) {
    for (u32 i = 0; i < 50'000 && !HasFailure(); ++i) {
        note_exchanges();
        step();
        account();
        check_all();
        if (HasFailure()) ADD_FAILURE() << "in step " << i;
    }
    EXPECT_GT(delivered_, 1500u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ApiIpcModel, ::testing::Values(1u, 2u, 3u, 4u));

} // namespace
} // namespace flat::api
