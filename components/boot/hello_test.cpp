// SPDX-License-Identifier: BSD-2-Clause
// Tests of the greeting.
#include <boot/hello.hpp>

#include <core/image/instance.hpp>
#include <log/testing.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>

// The table that the build makes for kernels.
namespace {
flat::boot::Instance const instances[] = {{"one", "a.First"}, {"two", "b.Second"}};
}
extern "C" {
flat::boot::Instance const* flat_instances = instances;
flat::u32 flat_instance_count = 2;
}

namespace flat::boot {
namespace {

using log::testing::FakeLog;

class FakePower : public hal::Power {
public:
    void power_off(u32 code) override { status = code; }
    void reset() override {}

    std::optional<u32> status;
};

class BootHello : public testing::Test {
protected:
    FakeLog log;
    FakePower power;
};

TEST_F(BootHello, says_its_greeting_and_what_the_kernel_is_made_of) {
    Hello hello({.log = log, .power = power}, {.greeting = "Good morning."});
    hello.run();
    EXPECT_EQ(log.text, "Good morning.\nI am made of\n    one: a.First\n    two: b.Second\n");
}

TEST_F(BootHello, has_a_greeting_of_its_own) {
    Hello hello({.log = log, .power = power}, {});
    hello.entry().run();
    EXPECT_TRUE(log.text.starts_with("Hello from Flatland.\n"));
}

TEST_F(BootHello, powers_off_when_it_has_said_it) {
    Hello hello({.log = log, .power = power}, {});
    hello.run();
    EXPECT_EQ(power.status, 0u);
}

} // namespace
} // namespace flat::boot
