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

} // namespace
} // namespace flat::api
