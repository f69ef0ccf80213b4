// SPDX-License-Identifier: BSD-2-Clause
// Tests of descriptors and frames against the manual's figures.
#include <machine/register_frame.hpp>
#include <x86_64/segments.hpp>

#include <gtest/gtest.h>

namespace flat::arch {
namespace {

constexpr vaddr somewhere = 0xfedc'ba98'7654'3210;

TEST(InterruptGate, spreads_the_entry_over_its_fields) {
    InterruptGate const gate = InterruptGate::to(somewhere, InterruptStack::none, 0);
    EXPECT_EQ(gate.low, 0x7654'8e00'0008'3210u);
    EXPECT_EQ(gate.high, 0xfedc'ba98u);
}

TEST(InterruptGate, names_its_stack_and_who_may_use_it) {
    EXPECT_EQ(InterruptGate::to(0, InterruptStack::fatal, 0).low, 0x0000'8e01'0008'0000u);
    EXPECT_EQ(InterruptGate::to(0, InterruptStack::none, 3).low, 0x0000'ee00'0008'0000u);
}

TEST(GlobalDescriptorTable, spreads_the_task_state_over_two_entries) {
    GlobalDescriptorTable table;
    table.set_task_state(somewhere);
    EXPECT_EQ(table.task_state[0], 0x7600'8954'3210'0067u);
    EXPECT_EQ(table.task_state[1], 0xfedc'ba98u);
}

TEST(Selector, is_what_sysret_computes) {
    u16 const base = static_cast<u16>(Selector::sysret_base);
    EXPECT_EQ(static_cast<u16>(Selector::user_data), base + 8);
    EXPECT_EQ(static_cast<u16>(Selector::user_code), base + 16);
    EXPECT_EQ(static_cast<u16>(Selector::kernel_data), static_cast<u16>(Selector::kernel_code) + 8);
}

TEST(RegisterFrame, of_a_user_context_has_interrupts_enabled_and_no_privilege) {
    RegisterFrame frame;
    frame.rax = 1;
    frame.start_user(0x1000, 0x2000);
    EXPECT_TRUE(frame.is_user());
    EXPECT_EQ(frame.instruction_pointer(), 0x1000u);
    EXPECT_EQ(frame.stack_pointer(), 0x2000u);
    EXPECT_EQ(frame.rflags, 0x202u);
    EXPECT_EQ(frame.rax, 0u);
    EXPECT_EQ(frame.cs & 3, 3u);
    EXPECT_EQ(frame.ss & 3, 3u);
}

TEST(RegisterFrame, of_a_kernel_context_has_the_stack_of_a_called_function) {
    RegisterFrame frame;
    int argument = 0;
    frame.start_kernel([](void*) {}, &argument, 0x2000);
    EXPECT_FALSE(frame.is_user());
    EXPECT_EQ(frame.rdi, address_of(&argument));
    EXPECT_EQ(frame.rsp % 16, 8u);
}

} // namespace
} // namespace flat::arch
