// SPDX-License-Identifier: BSD-2-Clause
// Tests of real-time signals as interrupt lines.
#include <platform/interrupts.hpp>

#include <machine/interrupts.hpp>
#include <machine/register_frame.hpp>
#include <platform/testing.hpp>

#include <gtest/gtest.h>
#include <signal.h>

namespace flat::platform {
namespace {

class Ignore : public hal::Trap::BriefHandler {
public:
    void handle(u32) override {}
};

class LinuxInterrupts : public ::testing::Test {
protected:
    bool is_unmasked(u32 line) {
        u32 const signal = static_cast<u32>(SIGRTMIN) + line;
        return (arch::interrupt_state.unmasked.load() & arch::signal_bit(signal)) != 0;
    }

    testing::FakeTrap trap;
    Interrupts interrupts{{.trap = trap}, {}};
    Ignore handler;
};

TEST_F(LinuxInterrupts, a_line_is_a_real_time_signal_masked_at_first) {
    ASSERT_TRUE(interrupts.connect(3, handler).is_ok());
    EXPECT_EQ(trap.vector(), static_cast<u32>(SIGRTMIN + 3));
    EXPECT_EQ(&trap.brief_handler(), &handler);
    EXPECT_FALSE(is_unmasked(3));
}

TEST_F(LinuxInterrupts, a_line_interrupts_while_it_is_unmasked) {
    ASSERT_TRUE(interrupts.connect(1, handler).is_ok());
    interrupts.unmask(1);
    EXPECT_TRUE(is_unmasked(1));
    EXPECT_FALSE(is_unmasked(2));
    interrupts.mask(1);
    EXPECT_FALSE(is_unmasked(1));
}

TEST_F(LinuxInterrupts, a_disconnected_line_is_masked_and_has_no_handler) {
    ASSERT_TRUE(interrupts.connect(1, handler).is_ok());
    interrupts.unmask(1);
    interrupts.disconnect(1);
    EXPECT_FALSE(is_unmasked(1));
    EXPECT_EQ(trap.vector(), 0u);
}

TEST_F(LinuxInterrupts, a_line_has_one_handler) {
    ASSERT_TRUE(interrupts.connect(1, handler).is_ok());
    EXPECT_EQ(interrupts.connect(1, handler).error().code, hal::TrapError::Code::taken);
}

TEST_F(LinuxInterrupts, lines_beyond_the_last_real_time_signal_are_refused) {
    u32 const lines = static_cast<u32>(SIGRTMAX - SIGRTMIN) + 1;
    EXPECT_EQ(interrupts.connect(lines, handler).error().code,
              hal::TrapError::Code::no_such_vector);
    EXPECT_EQ(interrupts.connect(~0u, handler).error().code, hal::TrapError::Code::no_such_vector);
}

} // namespace
} // namespace flat::platform
