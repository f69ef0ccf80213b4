// SPDX-License-Identifier: BSD-2-Clause
// Tests of the greeting.
#include <boot/hello.hpp>

#include <gtest/gtest.h>

#include <string>

namespace flat::boot {
namespace {

class FakeConsole : public flat::hal::Console {
public:
    void write(Span<u8 const> bytes) override {
        text.append(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    }

    std::string text;
};

TEST(Hello, says_its_greeting_in_one_line) {
    FakeConsole console;
    Hello hello({.console = console}, {.greeting = "Good morning."});
    hello.run();
    EXPECT_EQ(console.text, "Good morning.\n");
}

TEST(Hello, has_a_greeting_of_its_own) {
    FakeConsole console;
    Hello hello({.console = console}, {});
    hello.entry().run();
    EXPECT_EQ(console.text, "Hello from Flatland.\n");
}

} // namespace
} // namespace flat::boot
