// SPDX-License-Identifier: BSD-2-Clause
// Tests on the machine itself what the host cannot: interrupt lines, clock, memory map.
#pragma once

#include <core/text.hpp>
#include <flat/hal/trap.hpp>
#include <platform/self_test.flat.hpp>

namespace flat::platform {

/// Prints a line for each statement that holds; ends the machine with status 1 at the first that
/// does not. The interrupts come from the serial port's transmitter, whenever it is empty.
class SelfTest : public SelfTestComponent, private hal::Trap::BriefHandler {
public:
    using SelfTestComponent::SelfTestComponent;

    void run() override;

private:
    void check(bool holds, Text statement);
    void handle(u32 vector) override;

    void test_memory();
    void test_clock();
    void test_lines();

    /// How many interrupts the port's line raises when its transmitter is made to ask for one.
    u32 interrupts_of_one_request();

    u32 interrupts_seen_ = 0;
};

} // namespace flat::platform
