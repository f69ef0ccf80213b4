// SPDX-License-Identifier: BSD-2-Clause
// Messages in the name of others, and messages that redirectors get.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

constexpr ThreadId everyone = ThreadId::any();

class ApiDeputies : public ::testing::Test {
protected:
    ApiDeputies() {
        for (Tcb* each : {&client, &server, &worker, &stranger})
            each->set_priority(machine.root->priority());
    }

    /// Sends a word in the name of somebody.
    void speak(Tcb& sender, Tcb& name, ThreadId to, ThreadId from = ThreadId::nil()) {
        sender.utcb()->virtual_sender = name.id();
        sender.registers[0] = MessageTag{3, 1}.propagated().raw();
        sender.registers[1] = 77;
        machine.exchange(sender, to, from);
    }
    void expect_from(Tcb& receiver, Tcb& apparent, Tcb& actual) {
        EXPECT_EQ(receiver.partner, apparent.id().raw());
        EXPECT_EQ(receiver.registers[0], (MessageTag{3, 1}.propagated().raw()));
        EXPECT_EQ(receiver.registers[1], 77u);
        EXPECT_EQ(receiver.utcb()->virtual_sender, actual.id());
    }
    void expect_plain(Tcb& receiver, Tcb& sender) {
        EXPECT_EQ(receiver.partner, sender.id().raw());
        EXPECT_EQ(receiver.registers[0], (MessageTag{3, 1}.raw()));
    }
    void redirect(Tcb& member, ThreadId redirector) {
        machine.run(*machine.root);
        EXPECT_EQ(machine.calls.space_control(*machine.root, member.id().raw(), page_area,
                                              utcb_area, redirector.raw()),
                  1u);
    }

    Machine machine;
    Tcb& client = machine.add_space(10);
    Tcb& server = machine.add_space(11);
    Tcb& worker = machine.add(12, server);
    Tcb& stranger = machine.add_space(13);
};

TEST_F(ApiDeputies, a_neighbour_answers_for_who_was_called) {
    machine.receive(server, everyone);
    machine.exchange(client, server.id(), server.id());
    speak(worker, server, client.id());
    expect_from(client, server, worker);
    EXPECT_TRUE(client.is_runnable());
}

TEST_F(ApiDeputies, whoever_speaks_in_a_name_is_taken_for_it_or_for_itself) {
    machine.receive(client, worker.id());
    speak(worker, server, client.id());
    expect_from(client, server, worker);
    machine.receive(client, stranger.id());
    speak(worker, server, client.id());
    EXPECT_TRUE(worker.is_sending());
    machine.timer.pass(1);
    machine.calls.exchange_registers(*machine.root, 0, {});
    EXPECT_EQ(client.waiting_for(), stranger.id());
}

TEST_F(ApiDeputies, nobody_speaks_for_a_stranger_to_another) {
    machine.receive(client, everyone);
    speak(worker, stranger, client.id());
    expect_plain(client, worker);
    machine.receive(client, everyone);
    worker.utcb()->virtual_sender = id_of(40);
    worker.registers[0] = MessageTag{3, 1}.propagated().raw();
    machine.exchange(worker, client.id(), ThreadId::nil());
    expect_plain(client, worker);
}

TEST_F(ApiDeputies, a_neighbour_may_be_told_in_anybodys_name) {
    machine.receive(server, stranger.id());
    speak(worker, stranger, server.id());
    expect_from(server, stranger, worker);
}

TEST_F(ApiDeputies, a_thread_that_waited_for_the_speaker_waits_for_the_receiver) {
    machine.receive(worker, everyone);
    machine.receive(server, everyone);
    client.registers[0] = MessageTag{3, 1}.raw();
    machine.exchange(client, server.id(), server.id());
    speak(server, client, worker.id(), everyone);
    expect_from(worker, client, server);
    EXPECT_EQ(client.waiting_for(), worker.id());
    machine.send(worker, client.id());
    EXPECT_TRUE(client.is_runnable());
    EXPECT_EQ(client.partner, worker.id().raw());
}

TEST_F(ApiDeputies, a_waiting_thread_gets_what_the_new_partner_was_sending_to_it) {
    machine.receive(server, everyone);
    client.registers[0] = MessageTag{3, 1}.raw();
    machine.exchange(client, server.id(), server.id());
    worker.registers[0] = MessageTag{9, 0}.raw();
    machine.exchange(worker, client.id(), everyone); // not the one the client waits for
    ASSERT_TRUE(worker.is_sending());
    machine.run(*machine.root);
    // The worker cannot take the message while it sends: a second worker does, for whom it speaks.
    Tcb& other = machine.add(14, server);
    machine.receive(other, everyone);
    speak(server, client, other.id());
    EXPECT_EQ(client.waiting_for(), other.id());
    EXPECT_TRUE(worker.is_sending());
    speak(other, client, server.id()); // nobody waits there: it stays what it was
    EXPECT_EQ(client.waiting_for(), other.id());
}

TEST_F(ApiDeputies, a_message_out_of_a_redirected_space_goes_to_the_redirector) {
    redirect(client, stranger.id());
    machine.receive(stranger, everyone);
    machine.receive(server, everyone);
    client.registers[0] = MessageTag{3, 1}.raw();
    EXPECT_FALSE(machine.exchange(client, server.id(), server.id()));
    EXPECT_TRUE(server.is_waiting());
    EXPECT_EQ(stranger.partner, client.id().raw());
    EXPECT_EQ(stranger.registers[0], (MessageTag{3, 1}.redirected().raw()));
    EXPECT_EQ(stranger.utcb()->intended_receiver, server.id());
    EXPECT_EQ(client.waiting_for(), server.id());
    // The redirector hands the message on, then the answer.
    speak(stranger, client, server.id(), everyone);
    expect_from(server, client, stranger);
    speak(stranger, server, client.id());
    expect_from(client, server, stranger);
}

TEST_F(ApiDeputies, neighbours_and_the_redirector_are_reached_directly) {
    Tcb& neighbour = machine.add(14, client);
    redirect(client, stranger.id());
    for (Tcb* const each : {&neighbour, &stranger}) {
        machine.receive(*each, everyone);
        client.registers[0] = MessageTag{3, 1}.raw();
        machine.exchange(client, each->id(), ThreadId::nil());
        expect_plain(*each, client);
    }
}

TEST_F(ApiDeputies, a_redirector_that_is_gone_is_a_partner_that_does_not_exist) {
    redirect(client, stranger.id());
    EXPECT_EQ(machine.remove(stranger), 1u);
    machine.receive(server, everyone);
    machine.send(client, server.id());
    EXPECT_EQ(outcome(client),
              IpcError(IpcError::Phase::send, IpcError::Code::non_existing_partner).raw());
    redirect(client, everyone);
    machine.send(client, server.id());
    EXPECT_EQ(outcome(client), 0u);
}

TEST_F(ApiDeputies, redirectors_of_redirectors_may_speak_too) {
    redirect(client, server.id());
    redirect(server, stranger.id());
    machine.receive(client, everyone);
    speak(stranger, *machine.root, client.id());
    expect_from(client, *machine.root, stranger);
    redirect(stranger, client.id()); // a circle ends
    machine.receive(worker, everyone);
    Tcb& outsider = machine.add_space(15);
    outsider.set_priority(machine.root->priority());
    speak(outsider, client, worker.id());
    expect_plain(worker, outsider);
}

TEST_F(ApiDeputies, threads_that_come_later_and_threads_that_come_back_are_redirected_as_well) {
    redirect(client, stranger.id());
    Tcb& younger = machine.add(14, client);
    younger.set_priority(machine.root->priority());
    machine.receive(stranger, everyone);
    machine.receive(server, everyone);
    machine.send(younger, server.id());
    EXPECT_TRUE(server.is_waiting());
    EXPECT_EQ(stranger.partner, younger.id().raw());
    redirect(client, everyone);
    machine.send(younger, server.id());
    EXPECT_EQ(server.partner, younger.id().raw());
}

} // namespace
} // namespace flat::api
