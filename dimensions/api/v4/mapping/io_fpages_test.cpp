// SPDX-License-Identifier: BSD-2-Clause
// Ports in messages and calls: where they go, what they cost, when they are taken.
#include <api/testing.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using namespace testing;

TEST(ApiIoFpages, travel_in_map_items_as_far_as_the_window_reaches) {
    Machine machine;
    Tcb& thread = machine.add_space(10);
    machine.root->space()->make_physical();
    u64& acceptor = thread.utcb()->buffer_registers_reversed[32];
    auto map = [&](IoFpage sent) {
        return machine.transfer(*machine.root, thread, TypedItem::map(0).raw(), sent.raw());
    };
    machine.receive(thread, ThreadId::any());
    acceptor = Fpage::around(0x5000'0000, 20).raw();
    EXPECT_TRUE(map(IoFpage::around(0x60, 2)).is_error()) << "the window is of memory";
    acceptor = IoFpage::around(0x60, 3).raw() & ~u64{0xf};
    EXPECT_TRUE(map(IoFpage::around(0x70, 2)).is_ok());
    EXPECT_TRUE(map(IoFpage::complete()).is_ok());
    EXPECT_TRUE(machine.io_ports.has(*thread.space(), 0x60, 0x67));
    EXPECT_FALSE(machine.io_ports.has(*thread.space(), 0x70, 0x70));
    acceptor = Fpage::complete().raw();
    EXPECT_TRUE(map(IoFpage::around(0x70, 2)).is_ok());
    EXPECT_TRUE(machine.io_ports.has(*thread.space(), 0x70, 0x73));
    EXPECT_TRUE(map(IoFpage{17 << 10 | 2 << 4}).is_error()) << "there are no more ports";
}

TEST(ApiIoFpages, are_taken_back_by_unmap_and_with_their_space) {
    Machine machine;
    Tcb& thread = machine.add_space(10);
    Tcb& other = machine.add_space(11);
    machine.root->space()->make_physical();
    for (Tcb* each : {&thread, &other})
        each->utcb()->buffer_registers_reversed[32] = Fpage::complete().raw();
    auto const item = TypedItem::map(0).raw();
    auto const sent = IoFpage::around(0x60, 4).raw();
    ASSERT_TRUE(machine.transfer(*machine.root, thread, item, sent).is_ok());
    ASSERT_TRUE(machine.transfer(thread, other, item, sent).is_ok());
    u64 const result = machine.unmap(thread, IoFpage::around(0x60, 2).raw(), false);
    EXPECT_EQ(Fpage{result}.rights(), Rights::none);
    EXPECT_TRUE(machine.io_ports.has(*thread.space(), 0x60, 0x6f));
    EXPECT_FALSE(machine.io_ports.has(*other.space(), 0x60, 0x60));
    EXPECT_TRUE(machine.io_ports.has(*other.space(), 0x64, 0x6f));
    machine.unmap(thread, IoFpage::around(0x64, 2).raw(), true);
    EXPECT_FALSE(machine.io_ports.has(*thread.space(), 0x64, 0x64));
    machine.remove(thread);
    machine.bury();
    EXPECT_FALSE(machine.io_ports.has(*other.space(), 0x68, 0x68));
}

TEST(ApiIoFpages, that_are_granted_leave_the_sender_and_who_has_more) {
    Machine machine;
    Tcb& thread = machine.add_space(10);
    Tcb& other = machine.add_space(11);
    Tcb& heir = machine.add_space(12);
    machine.root->space()->make_physical();
    for (Tcb* each : {&thread, &other, &heir})
        each->utcb()->buffer_registers_reversed[32] = Fpage::complete().raw();
    auto const all = IoFpage::around(0x60, 4).raw();
    ASSERT_TRUE(machine.transfer(*machine.root, thread, TypedItem::map(0).raw(), all).is_ok());
    ASSERT_TRUE(machine.transfer(thread, other, TypedItem::map(0).raw(), all).is_ok());
    auto const some = IoFpage::around(0x64, 2).raw();
    ASSERT_TRUE(machine.transfer(thread, heir, TypedItem::grant(0).raw(), some).is_ok());
    EXPECT_TRUE(machine.io_ports.has(*heir.space(), 0x64, 0x67));
    EXPECT_FALSE(machine.io_ports.has(*thread.space(), 0x64, 0x64));
    EXPECT_FALSE(machine.io_ports.has(*other.space(), 0x64, 0x64));
    EXPECT_TRUE(machine.io_ports.has(*other.space(), 0x68, 0x6f));
}

TEST(ApiIoFpages, that_are_granted_in_part_leave_all_who_have_got_them_before_that_is_told) {
    Machine machine;
    machine.root->space()->make_physical();
    auto add = [&](u32 number) -> Tcb& {
        Tcb& added = machine.add_space(number);
        added.utcb()->buffer_registers_reversed[32] = Fpage::complete().raw();
        return added;
    };
    auto map = [&](Tcb& from, Tcb& to, u32 port, u32 log2) {
        return machine.transfer(from, to, TypedItem::map(0).raw(),
                                IoFpage::around(port, log2).raw());
    };
    Tcb& thread = add(10);
    Tcb& heir = add(11);
    for (u32 const port : {0x58u, 0x60u, 0x6au})
        ASSERT_TRUE(map(*machine.root, thread, port, port == 0x6a ? 1 : 3).is_ok());
    Tcb* others[40];
    for (u32 i = 0; i < 40; ++i) {
        others[i] = &add(12 + i);
        for (u32 const port : {0x58u, 0x60u})
            ASSERT_TRUE(map(thread, *others[i], port, 3).is_ok());
    }
    for (u32 i = 1; i < SpacePorts::mappings_max; ++i)
        ASSERT_TRUE(map(*machine.root, heir, 0x1000 * i, 0).is_ok());
    auto const sent = IoFpage::around(0x60, 4).raw();
    EXPECT_TRUE(machine.transfer(thread, heir, TypedItem::grant(0).raw(), sent).is_error());
    EXPECT_TRUE(machine.io_ports.has(*heir.space(), 0x60, 0x67));
    EXPECT_TRUE(machine.io_ports.has(*thread.space(), 0x6a, 0x6b)) << "heir has no room for it";
    for (Tcb* each : others) {
        EXPECT_FALSE(machine.io_ports.has(*each->space(), 0x60, 0x60));
        EXPECT_TRUE(machine.io_ports.has(*each->space(), 0x58, 0x5f));
    }
}

TEST(ApiIoFpages, are_paid_for_by_whoever_gets_them_until_its_end) {
    Machine machine;
    Tcb& thread = machine.add_space(10);
    machine.root->space()->make_physical();
    thread.utcb()->buffer_registers_reversed[32] = Fpage::complete().raw();
    u32 const before = thread.space()->kernel_frames();
    usize const frames = machine.frames.taken.size();
    auto map = [&](u32 port) {
        return machine.transfer(*machine.root, thread, TypedItem::map(0).raw(),
                                IoFpage::around(port, 0).raw());
    };
    EXPECT_TRUE(map(0x60).is_ok());
    EXPECT_TRUE(map(0x70).is_ok());
    EXPECT_EQ(thread.space()->kernel_frames(), before + 1);
    EXPECT_EQ(machine.frames.taken.size(), frames + 1);
    machine.remove(thread);
    machine.bury();
    EXPECT_LE(machine.frames.taken.size(), frames);
}

TEST(ApiIoFpages, are_refused_to_a_space_that_has_its_quota) {
    Machine machine;
    Tcb& thread = machine.add_space(10);
    machine.root->space()->make_physical();
    thread.utcb()->buffer_registers_reversed[32] = Fpage::complete().raw();
    auto map = [&] {
        return machine.transfer(*machine.root, thread, TypedItem::map(0).raw(),
                                IoFpage::around(0x60, 0).raw());
    };
    thread.space()->charge(512);
    EXPECT_TRUE(map().is_error());
    EXPECT_FALSE(machine.io_ports.has(*thread.space(), 0x60, 0x60));
    thread.space()->discharge(512);
    machine.frames.limit = machine.frames.taken.size();
    EXPECT_TRUE(map().is_error()) << "no memory is left";
    machine.frames.limit = ~usize{0};
    EXPECT_TRUE(map().is_ok());
}

} // namespace
} // namespace flat::api
