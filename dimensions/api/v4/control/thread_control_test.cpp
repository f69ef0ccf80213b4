// SPDX-License-Identifier: BSD-2-Clause
// ThreadControl: threads come, change and go, and whoever had to do with them learns of it.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

constexpr u64 lost_while_sending =
    IpcError(IpcError::Phase::send, IpcError::Code::non_existing_partner).raw();
constexpr u64 lost_while_receiving =
    IpcError(IpcError::Phase::receive, IpcError::Code::non_existing_partner).raw();

class ApiThreadControl : public ::testing::Test {
protected:
    /// The system call by the root task: 0, or why not.
    Error control(ThreadId thread, ThreadId space, ThreadId scheduler, ThreadId pager,
                  vaddr utcb = same_utcb) {
        machine.run(root);
        u64 const done = machine.calls.thread_control(root, thread.raw(), space.raw(),
                                                      scheduler.raw(), pager.raw(), utcb);
        return done == 1 ? Error::none : Error{root.utcb()->error_code};
    }

    static vaddr utcb_of(u32 index) { return utcbs + index * sizeof(Utcb); }

    static constexpr ThreadId nil = ThreadId::nil();
    Machine machine;
    Tcb& root = *machine.root;
    ThreadId const me = root.id();
};

TEST_F(ApiThreadControl, refuses_names_that_no_user_thread_can_have) {
    for (ThreadId const each : {nil, ThreadId::any(), ThreadId::any_local(), free_slot, id_of(7, 2),
                                id_of(64), id_of(9, 0x40)})
        EXPECT_EQ(control(each, me, me, nil), Error::invalid_thread) << each.raw();
}

TEST_F(ApiThreadControl, is_for_privileged_spaces) {
    Tcb& stranger = machine.add_space(10);
    machine.run(stranger);
    EXPECT_EQ(machine.calls.thread_control(stranger, me.raw(), 0, 0, 0, same_utcb), 0u);
    EXPECT_EQ(stranger.utcb()->error_code, u64(Error::no_privilege));
    EXPECT_TRUE(root.exists());
}

TEST_F(ApiThreadControl, leaves_nothing_of_what_it_could_not_create) {
    auto const frames_before = machine.frames.taken.size();
    EXPECT_EQ(control(id_of(9), me, id_of(40), nil), Error::invalid_scheduler);
    EXPECT_EQ(control(id_of(9), id_of(40), me, nil), Error::invalid_space);
    EXPECT_EQ(control(id_of(9), id_of(9), me, me, utcb_of(1)), Error::invalid_space);
    EXPECT_EQ(control(id_of(9), me, me, me, utcb_of(1) + 8), Error::utcb_area);
    EXPECT_EQ(control(id_of(9), me, me, me, utcb_of(16)), Error::utcb_area);
    EXPECT_EQ(control(id_of(9), me, me, me, utcb_of(0)), Error::utcb_area);
    EXPECT_EQ(control(id_of(9), me, me, me), Error::utcb_area);
    EXPECT_EQ(machine.threads.find(id_of(9).raw()), nullptr);
    machine.work(*machine.root);
    EXPECT_EQ(machine.objects.count, 1u);
    EXPECT_EQ(machine.frames.taken.size(), frames_before);
}

TEST_F(ApiThreadControl, leaves_nothing_behind_when_memory_runs_out) {
    machine.objects.limit = 1;
    EXPECT_EQ(control(id_of(9), id_of(9), me, nil), Error::no_memory);
    machine.objects.limit = 2;
    machine.mmu.roots_left = 0;
    EXPECT_EQ(control(id_of(9), id_of(9), me, nil), Error::no_memory);
    EXPECT_EQ(machine.objects.count, 1u);
    machine.frames.limit = machine.frames.taken.size();
    EXPECT_EQ(control(id_of(9), me, me, me, utcb_of(4)), Error::no_memory);
    machine.frames.limit += 1;
    machine.mmu.pages_left = 0;
    EXPECT_EQ(control(id_of(9), me, me, me, utcb_of(4)), Error::no_memory);
    EXPECT_EQ(machine.frames.taken.size(), machine.frames.limit - 1);
    EXPECT_EQ(machine.threads.find(id_of(9).raw()), nullptr);
}

TEST_F(ApiThreadControl, changes_nothing_of_a_thread_when_it_fails) {
    Tcb& thread = machine.add_inactive(9, root);
    vaddr const place = thread.utcb_address();
    EXPECT_EQ(control(id_of(9, 2), me, id_of(40), me, utcb_of(5)), Error::invalid_scheduler);
    EXPECT_EQ(control(id_of(9, 2), me, me, me, utcb_of(0)), Error::utcb_area);
    machine.frames.limit = machine.frames.taken.size();
    EXPECT_EQ(control(id_of(9, 2), me, me, me, utcb_of(12)), Error::no_memory);
    EXPECT_EQ(thread.id(), id_of(9));
    EXPECT_EQ(thread.utcb_address(), place);
    EXPECT_EQ(thread.hazards(), u32(hazard_inactive));

    Tcb& active = machine.add(10, root);
    EXPECT_EQ(control(id_of(10, 2), me, id_of(9), id_of(9), utcb_of(5)), Error::utcb_area);
    EXPECT_EQ(active.id(), id_of(10));
    EXPECT_EQ(active.scheduler(), me);
    EXPECT_EQ(active.utcb()->pager, me);
}

TEST_F(ApiThreadControl, does_not_move_active_threads_without_a_place_for_their_utcb) {
    Tcb& other = machine.add_space(10);
    EXPECT_EQ(control(other.id(), me, nil, nil), Error::utcb_area);
    EXPECT_EQ(control(other.id(), id_of(40), nil, nil), Error::invalid_space);
    EXPECT_EQ(control(other.id(), other.id(), nil, me), Error::none);
}

TEST_F(ApiThreadControl, changes_scheduler_and_pager_of_an_active_thread) {
    Tcb& thread = machine.add(9, root);
    EXPECT_EQ(control(id_of(9), me, id_of(9), id_of(9)), Error::none);
    EXPECT_EQ(thread.scheduler(), id_of(9));
    EXPECT_EQ(thread.utcb()->pager, id_of(9));
    EXPECT_TRUE(thread.is_runnable());
}

TEST_F(ApiThreadControl, gives_a_fresh_thread_a_clean_utcb) {
    Tcb& first = machine.add(9, root);
    first.utcb()->message_registers[40] = 1234;
    first.utcb()->exception_handler = ThreadId{5678};
    machine.remove(first);
    Tcb& second = machine.add(9, root);
    EXPECT_EQ(second.utcb()->message_registers[40], 0u);
    EXPECT_EQ(second.utcb()->exception_handler, ThreadId::nil());
    EXPECT_EQ(second.utcb()->global_id, id_of(9));
    EXPECT_EQ(second.utcb()->pager, me);
}

TEST_F(ApiThreadControl, fails_the_ipc_of_who_named_a_thread_that_gets_another_version) {
    Tcb& thread = machine.add(9, root);
    Tcb& sender = machine.add(10, root);
    Tcb& receiver = machine.add(11, root);
    Tcb& anybodys = machine.add(12, root);
    machine.send(sender, thread.id());
    machine.receive(receiver, thread.id());
    machine.receive(anybodys, ThreadId::any());
    EXPECT_EQ(control(id_of(9, 2), me, nil, nil), Error::none);
    EXPECT_EQ(thread.utcb()->global_id, id_of(9, 2));
    EXPECT_EQ(outcome(sender), lost_while_sending);
    EXPECT_EQ(outcome(receiver), lost_while_receiving);
    EXPECT_TRUE(sender.is_runnable() && receiver.is_runnable());
    EXPECT_TRUE(anybodys.is_waiting());
    EXPECT_TRUE(thread.is_runnable());
}

TEST_F(ApiThreadControl, fails_the_ipc_of_who_named_a_thread_that_is_deleted) {
    Tcb& thread = machine.add(9, root);
    Tcb& sender = machine.add(10, root);
    Tcb& receiver = machine.add(11, root);
    machine.send(sender, thread.id());
    machine.receive(receiver, thread.id());
    machine.remove(thread);
    EXPECT_EQ(outcome(sender), lost_while_sending);
    EXPECT_EQ(outcome(receiver), lost_while_receiving);
    EXPECT_TRUE(sender.is_runnable() && receiver.is_runnable());
    EXPECT_TRUE(machine.scheduler.is_queued(sender) && machine.scheduler.is_queued(receiver));
}

TEST_F(ApiThreadControl, halts_threads_whose_pager_is_deleted_while_it_is_asked) {
    Tcb& pager = machine.add(9, root);
    Tcb& faulting = machine.add(10, root);
    Tcb& asked = machine.add(11, root);
    machine.run(faulting);
    machine.ipc.report(faulting, pager.id().raw(), 0, 1, 2); // the pager does not wait
    machine.receive(pager, ThreadId::any());                 // now it has got it
    machine.run(asked);
    machine.ipc.report(asked, pager.id().raw(), 0, 1, 2); // it does not wait again
    machine.remove(pager);
    for (Tcb* const each : {&faulting, &asked}) {
        EXPECT_EQ(each->hazards(), u32(hazard_halted));
        EXPECT_FALSE(each->is_waiting() || each->is_sending());
    }
}

TEST_F(ApiThreadControl, deletes_threads_in_any_state) {
    Tcb& partner = machine.add(9, root);
    Tcb& sending = machine.add(10, root);
    machine.send(sending, partner.id(), timeouts(10 << 10 | 1, never));
    Tcb& receiving = machine.add(11, root);
    machine.receive(receiving, partner.id(), timeouts(never, 10 << 10 | 1));
    Tcb& to_itself = machine.add(12, root);
    machine.send(to_itself, to_itself.id());
    Tcb& fresh = machine.add_fresh(13, root);
    Tcb& inactive = machine.add_inactive(14, root);
    Tcb& ready = machine.add(15, root);
    for (Tcb* const each : {&sending, &receiving, &to_itself, &fresh, &inactive, &ready}) {
        EXPECT_EQ(machine.remove(*each), 1u);
        EXPECT_FALSE(each->exists());
        EXPECT_FALSE(machine.scheduler.is_queued(*each));
    }
    EXPECT_FALSE(partner.has_senders());
    machine.timer.pass(1 << 20); // nobody's timeout fires
    EXPECT_EQ(&machine.dispatch.current(), &root);
}

TEST_F(ApiThreadControl, deletes_the_caller_and_its_space_and_goes_on_elsewhere) {
    Tcb& other = machine.add_space(10);
    other.space()->make_privileged();
    paddr const frame = machine.mmu.get_mapping(other.page_root(), utcbs).value().physical;
    machine.receive(root, ThreadId::any());
    ASSERT_EQ(&machine.dispatch.current(), &other);
    ASSERT_NE(machine.mmu.active, machine.mmu.kernel_root());
    machine.calls.thread_control(other, other.id().raw(), 0, 0, 0, same_utcb);
    EXPECT_FALSE(other.exists());
    machine.bury(); // as whoever ends a space next
    EXPECT_FALSE(machine.frames.taken.contains(frame));
    EXPECT_EQ(machine.mmu.active, machine.mmu.kernel_root()); // idle: nobody is left to run
    EXPECT_EQ(machine.objects.count, 1u);
}

TEST_F(ApiThreadControl, does_not_know_threads_that_are_gone) {
    Tcb& thread = machine.add(9, root);
    EXPECT_EQ(control(id_of(9, 2), nil, nil, nil), Error::invalid_thread);
    EXPECT_TRUE(thread.exists());
    machine.remove(thread);
    EXPECT_EQ(control(id_of(9), nil, nil, nil), Error::invalid_thread);
}

/// A thread that moves from a space of its own into that of another.
class ApiMigration : public ApiThreadControl {
protected:
    Error move(Tcb& each, Tcb& to, vaddr utcb) {
        return control(each.id(), to.id(), nil, nil, utcb);
    }

    Tcb& host = machine.add_space(20);
    Tcb& guest = machine.add_space(21);
};

TEST_F(ApiMigration, takes_registers_and_the_utcb_along_and_leaves_no_space_behind) {
    guest.frame().set_instruction_pointer(0x1234);
    guest.utcb()->user_handle = 55;
    usize const roots = machine.mmu.roots.size();
    EXPECT_EQ(move(guest, host, utcb_of(3)), Error::none);
    machine.work(*machine.root);
    EXPECT_EQ(guest.space(), host.space());
    EXPECT_EQ(guest.page_root(), host.page_root());
    EXPECT_EQ(guest.utcb_address(), utcb_of(3));
    EXPECT_EQ(guest.utcb()->user_handle, 55u);
    EXPECT_EQ(guest.utcb()->global_id, guest.id());
    EXPECT_EQ(guest.frame().instruction_pointer(), 0x1234u);
    EXPECT_TRUE(guest.is_runnable());
    EXPECT_EQ(machine.mmu.roots.size(), roots - 1);
    machine.receive(host, ThreadId::any_local());
    machine.send(guest, host.id());
    EXPECT_EQ(host.partner, guest.id().raw());
}

TEST_F(ApiMigration, ends_what_the_thread_was_doing) {
    machine.receive(guest, host.id());
    EXPECT_EQ(move(guest, host, utcb_of(3)), Error::none);
    EXPECT_EQ(outcome(guest), IpcError(IpcError::Phase::receive, IpcError::Code::aborted).raw());
    EXPECT_TRUE(guest.is_runnable());
}

TEST_F(ApiMigration, needs_a_free_place_for_the_utcb) {
    for (vaddr const utcb : {same_utcb, utcb_of(0), vaddr{0x1000}, utcb_of(1) + 8})
        EXPECT_EQ(move(guest, host, utcb), Error::utcb_area) << utcb;
    EXPECT_NE(guest.space(), host.space());
    EXPECT_EQ(guest.utcb_address(), utcb_of(0));
    EXPECT_EQ(control(guest.id(), id_of(40), nil, nil, utcb_of(3)), Error::invalid_space);
}

TEST_F(ApiMigration, is_for_callers_and_inactive_threads_too) {
    Tcb& idle = machine.add_inactive(22, guest);
    EXPECT_EQ(move(idle, host, utcb_of(5)), Error::none);
    EXPECT_EQ(idle.space(), host.space());
    EXPECT_EQ(move(root, host, utcb_of(6)), Error::none);
    machine.run(root);
    EXPECT_EQ(root.space(), host.space());
    EXPECT_EQ(machine.mmu.active, host.page_root());
    host.space()->make_privileged();
}

} // namespace
} // namespace flat::api
