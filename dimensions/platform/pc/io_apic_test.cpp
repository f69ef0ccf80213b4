// SPDX-License-Identifier: BSD-2-Clause
// Tests of redirection entries against the data sheet's fields, and of the registers' order.
#include "io_apic.hpp"

#include <gtest/gtest.h>

namespace flat::platform {
namespace {

TEST(Redirection, is_masked_until_it_is_said_otherwise) {
    EXPECT_EQ(Redirection().low(), 0x1'0000u);
    EXPECT_EQ(Redirection(0x41, {1, false, false}, 0).low(), 0x1'0041u);
    EXPECT_EQ(Redirection(0x41, {1, false, false}, 0).with_mask(false).low(), 0x41u);
}

TEST(Redirection, states_polarity_trigger_mode_and_processor) {
    Redirection const level_low = Redirection(0x50, {16, true, true}, 7).with_mask(false);
    EXPECT_EQ(level_low.low(), 0xa050u);
    EXPECT_EQ(level_low.high(), 0x0700'0000u);
    EXPECT_EQ(Redirection(0x50, {16, true, false}, 0).with_mask(false).low(), 0x2050u);
    EXPECT_EQ(Redirection(0x50, {16, false, true}, 0).with_mask(false).low(), 0x8050u);
}

TEST(IoApic, selects_a_register_and_writes_through_the_window) {
    alignas(16) u32 registers[8] = {};
    IoApic const controller(address_of(registers));
    controller.set(3, Redirection(0x43, {3, false, false}, 2));
    EXPECT_EQ(registers[0], 0x16u) << "the low half comes last, when the entry may be unmasked";
    EXPECT_EQ(registers[4], 0x1'0043u);
}

TEST(IoApic, tells_how_many_inputs_it_has) {
    alignas(16) u32 registers[8] = {};
    registers[4] = 0x0017'0011;
    EXPECT_EQ(IoApic(address_of(registers)).inputs(), 24u);
}

} // namespace
} // namespace flat::platform
