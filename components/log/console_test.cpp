// SPDX-License-Identifier: BSD-2-Clause
// Tests of kernel messages on a console.
#include <log/console.hpp>

#include <core/text.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::log {
namespace {

class FakeConsole : public hal::Console {
public:
    void write(Span<u8 const> bytes) override {
        text.append(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    }
    std::string text;
};

TEST(LogConsole, a_message_is_a_line_and_its_level_stands_before_what_is_not_plain_information) {
    FakeConsole console;
    Console log({.console = console}, {.minimum = Log::Level::debug});
    log.write(Log::Level::debug, Text("one").bytes());
    log.write(Log::Level::info, Text("two").bytes());
    log.write(Log::Level::warning, Text("three").bytes());
    log.write(Log::Level::error, Text("").bytes());
    EXPECT_EQ(console.text, "debug: one\ntwo\nwarning: three\nerror: \n");
}

TEST(LogConsole, messages_below_the_minimum_are_dropped) {
    FakeConsole console;
    Console log({.console = console}, {.minimum = Log::Level::warning});
    log.write(Log::Level::debug, Text("one").bytes());
    log.write(Log::Level::info, Text("two").bytes());
    log.write(Log::Level::warning, Text("three").bytes());
    log.write(Log::Level::error, Text("four").bytes());
    EXPECT_EQ(console.text, "warning: three\nerror: four\n");
}

} // namespace
} // namespace flat::log
