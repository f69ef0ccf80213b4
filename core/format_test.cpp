// SPDX-License-Identifier: BSD-2-Clause
// Tests of text made of values.
#include <core/format.hpp>

#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace flat {
namespace {

template<class... Arguments>
std::string formatted(CheckedFormat<TypeIdentity<Arguments>...> text,
                      Arguments const&... arguments) {
    TextBuffer<200> buffer;
    format(buffer, text, arguments...);
    return std::string(buffer.text().data(), buffer.text().size());
}

TEST(CoreFormat, text_without_placeholders_stays_as_it_is) {
    EXPECT_EQ(formatted(""), "");
    EXPECT_EQ(formatted("plain"), "plain");
}

TEST(CoreFormat, values_stand_where_their_placeholders_are) {
    EXPECT_EQ(formatted("{}", 1), "1");
    EXPECT_EQ(formatted("a{}b{}c", 1, "x"), "a1bxc");
    EXPECT_EQ(formatted("{}{}", Text("two"), true), "twotrue");
}

TEST(CoreFormat, numbers_reach_both_ends_of_their_ranges) {
    EXPECT_EQ(formatted("{}", 0), "0");
    EXPECT_EQ(formatted("{}", std::numeric_limits<i64>::min()), "-9223372036854775808");
    EXPECT_EQ(formatted("{}", std::numeric_limits<u64>::max()), "18446744073709551615");
    EXPECT_EQ(formatted("{} {}", i8(-1), u8(255)), "-1 255");
}

TEST(CoreFormat, hexadecimal_numbers_have_a_prefix_and_no_padding) {
    EXPECT_EQ(formatted("{x}", 0xfeedu), "0xfeed");
    EXPECT_EQ(formatted("{x}", 0u), "0x0");
    EXPECT_EQ(formatted("[{x}]", ~u64(0)), "[0xffffffffffffffff]");
}

TEST(CoreFormat, pointers_are_hexadecimal_and_enumerations_their_numbers) {
    enum class Colour : u8 { red, green };
    EXPECT_EQ(formatted("{}", static_cast<void const*>(nullptr)), "0x0");
    EXPECT_EQ(formatted("{}", Colour::green), "1");
}

TEST(CoreFormat, a_buffer_cuts_off_what_does_not_fit) {
    TextBuffer<4> buffer;
    format(buffer, "{}", 123456);
    EXPECT_EQ(buffer.text(), "1234");
    buffer.clear();
    EXPECT_TRUE(buffer.text().is_empty());
}

TEST(CoreFormat, a_sink_in_somebody_s_bytes_counts_what_does_not_fit) {
    u8 bytes[4] = {};
    BufferSink sink{Span<u8>(bytes)};
    format(sink, "{} and {}", 12, 3456);
    EXPECT_EQ(sink.size(), 11u);
    EXPECT_EQ(Text::from_bytes(Span<u8 const>(bytes)), "12 a");
}

TEST(CoreFormat, digits_are_of_so_many_bits_and_columns_end_together) {
    TextBuffer<80> buffer;
    put_digits(buffer, 0640, 3, 1);
    buffer.put(" ");
    put_digits(buffer, 0xbeef, 4, 8);
    buffer.put(" ");
    put_digits(buffer, ~u64{0}, 3, 1);
    buffer.put(" ");
    put_digits(buffer, ~u64{0}, 4, 20);
    EXPECT_EQ(buffer.text(), "640 0000BEEF 1777777777777777777777 0000FFFFFFFFFFFFFFFF");
    buffer.clear();
    format_column(buffer, 5, "{}", -12);
    format_column(buffer, 2, "{}", 345);
    EXPECT_EQ(buffer.text(), "  -12345");
}

} // namespace
} // namespace flat
