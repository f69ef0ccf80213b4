// SPDX-License-Identifier: BSD-2-Clause
// Tests of the standard input, on a pipe in its place.
#include <platform/console_input.hpp>

#include <arch/traps.hpp>
#include <core/text.hpp>
#include <machine/interrupts.hpp>
#include <platform/interrupts.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

namespace flat::platform {
namespace {

class Count : public hal::ConsoleInput::Listener {
public:
    void arrived() override { ++arrivals; }
    u32 arrivals = 0;
};

class LinuxConsoleInput : public ::testing::Test {
protected:
    LinuxConsoleInput() {
        EXPECT_EQ(pipe(ends_), 0);
        saved_ = dup(STDIN_FILENO);
        dup2(ends_[0], STDIN_FILENO);
    }
    ~LinuxConsoleInput() override {
        machine::disable_interrupts();
        dup2(saved_, STDIN_FILENO);
        close(saved_);
        close(ends_[0]);
        close(ends_[1]);
    }

    void type(Text text) {
        ASSERT_EQ(write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }

    arch::Traps traps{{}, {}};
    Interrupts interrupts{{.trap = traps}, {}};
    ConsoleInput input{{.interrupts = interrupts}, {.line = 8}};
    Count count;
    u8 bytes[4];

private:
    int ends_[2];
    int saved_;
};

TEST_F(LinuxConsoleInput, gives_what_has_come_piece_by_piece) {
    EXPECT_EQ(input.read(bytes), 0u);
    type("hello");
    EXPECT_EQ(input.read(bytes), 4u);
    EXPECT_EQ(Text::from_bytes(bytes), Text("hell"));
    EXPECT_EQ(input.read(bytes), 1u);
    EXPECT_EQ(bytes[0], 'o');
    EXPECT_EQ(input.read(bytes), 0u);
}

TEST_F(LinuxConsoleInput, tells_of_what_comes_and_of_what_was_there) {
    type("a");
    ASSERT_TRUE(input.listen(count).is_ok());
    machine::enable_interrupts();
    EXPECT_GE(count.arrivals, 1u);
    EXPECT_EQ(input.read(bytes), 1u);
    u32 const before = count.arrivals;
    machine::disable_interrupts();
    type("b");
    EXPECT_EQ(count.arrivals, before);
    machine::enable_interrupts();
    EXPECT_GT(count.arrivals, before);
}

TEST_F(LinuxConsoleInput, has_one_listener) {
    ASSERT_TRUE(input.listen(count).is_ok());
    EXPECT_EQ(input.listen(count).error().code, hal::TrapError::Code::taken);
}

} // namespace
} // namespace flat::platform
