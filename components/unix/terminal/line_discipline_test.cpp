// SPDX-License-Identifier: BSD-2-Clause
// Tests of the line discipline.
#include <unix/terminal/line_discipline.hpp>

#include <unix/signals.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::unix::terminal {
namespace {

/// Collects what is shown.
class Shown final : public TextSink {
public:
    void put(Text text) override { shown.append(text.data(), text.size()); }

    std::string shown;
};

class TerminalLineDiscipline : public ::testing::Test {
protected:
    u32 type(std::string const& text) {
        u32 signal = 0;
        for (char const each : text)
            signal = std::max(signal, discipline.put(static_cast<u8>(each), echo));
        return signal;
    }
    std::string take(u32 bytes = 4096) {
        u8 room[4096];
        u32 const count = discipline.take(Span<u8>(room).first(bytes));
        return {reinterpret_cast<char const*>(room), count};
    }
    void set(u32 local, u32 input = icrnl) {
        TerminalSettings settings;
        settings.local = local;
        settings.input = input;
        discipline.set(settings);
    }

    LineDiscipline discipline;
    Shown echo;
};

TEST_F(TerminalLineDiscipline, a_line_is_read_when_it_has_ended) {
    type("ab");
    EXPECT_FALSE(discipline.is_ready());
    type("c\rde\n");
    ASSERT_TRUE(discipline.is_ready());
    EXPECT_EQ(take(), "abc\n");
    EXPECT_EQ(take(), "de\n");
    EXPECT_FALSE(discipline.is_ready());
    EXPECT_EQ(echo.shown, "abc\r\nde\r\n");
}

TEST_F(TerminalLineDiscipline, a_line_can_be_read_in_parts) {
    type("abcd\n");
    EXPECT_EQ(take(2), "ab");
    ASSERT_TRUE(discipline.is_ready());
    EXPECT_EQ(take(), "cd\n");
    EXPECT_FALSE(discipline.is_ready());
}

TEST_F(TerminalLineDiscipline, characters_words_and_lines_are_erased) {
    type("one twi\x7fo\n");
    EXPECT_EQ(take(), "one two\n");
    type("one two\x17three\n");
    EXPECT_EQ(take(), "one three\n");
    type("one two\x15three\n");
    EXPECT_EQ(take(), "three\n");
    type("\x7f\x7fx\n"); // there is nothing to erase
    EXPECT_EQ(take(), "x\n");
}

TEST_F(TerminalLineDiscipline, what_is_erased_disappears) {
    type("a\x01\x7f");
    EXPECT_EQ(echo.shown, "a^A\b\b  \b\b");
}

TEST_F(TerminalLineDiscipline, an_end_is_read_once_and_ends_a_line_without_a_character) {
    type("\x04");
    ASSERT_TRUE(discipline.is_ready());
    EXPECT_EQ(take(), "");
    EXPECT_FALSE(discipline.is_ready());
    type("ab\x04");
    ASSERT_TRUE(discipline.is_ready());
    EXPECT_EQ(take(), "ab");
    EXPECT_FALSE(discipline.is_ready());
}

TEST_F(TerminalLineDiscipline, keys_mean_signals_and_what_was_typed_is_forgotten) {
    EXPECT_EQ(type("ab\x03"), u32{sigint});
    EXPECT_EQ(type("\x1c"), u32{sigquit});
    EXPECT_EQ(type("\x1a"), u32{sigtstp});
    type("c\n");
    EXPECT_EQ(take(), "c\n");
    EXPECT_EQ(echo.shown, "ab^C^\\^Zc\r\n");
}

TEST_F(TerminalLineDiscipline, without_lines_characters_are_read_as_they_come) {
    set(0, 0);
    EXPECT_FALSE(discipline.is_ready());
    EXPECT_EQ(type("a\x03\x7f\r"), 0u);
    ASSERT_TRUE(discipline.is_ready());
    EXPECT_EQ(take(), "a\x03\x7f\r");
    EXPECT_EQ(echo.shown, "");
}

TEST_F(TerminalLineDiscipline, a_line_that_was_begun_is_there_when_lines_are_not_wanted_any_more) {
    type("ab");
    set(0);
    ASSERT_TRUE(discipline.is_ready());
    EXPECT_EQ(take(), "ab");
}

TEST_F(TerminalLineDiscipline, what_was_read_without_lines_is_no_end_of_a_later_line) {
    type("ab\ncd\n");
    set(0);
    EXPECT_EQ(take(), "ab\ncd\n");
    type("ef");
    set(icanon);
    ASSERT_TRUE(discipline.is_ready());
    EXPECT_EQ(take(), "ef");
    EXPECT_FALSE(discipline.is_ready());
    type("gh\n");
    EXPECT_EQ(take(), "gh\n");
    EXPECT_FALSE(discipline.is_ready());
}

TEST_F(TerminalLineDiscipline, what_is_too_long_is_refused_but_for_its_end) {
    type(std::string(10000, 'x'));
    EXPECT_EQ(echo.shown.back(), '\a');
    type("\n");
    ASSERT_TRUE(discipline.is_ready());
    EXPECT_EQ(take().size(), 4095u);
}

TEST_F(TerminalLineDiscipline, lines_are_shown_with_returns_if_it_is_set_so) {
    discipline.show(Text("a\nb\n\n").bytes(), echo);
    EXPECT_EQ(echo.shown, "a\r\nb\r\n\r\n");
    TerminalSettings settings;
    settings.output = 0;
    discipline.set(settings);
    echo.shown.clear();
    discipline.show(Text("a\n").bytes(), echo);
    EXPECT_EQ(echo.shown, "a\n");
}

} // namespace
} // namespace flat::unix::terminal
