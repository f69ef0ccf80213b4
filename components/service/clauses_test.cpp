// SPDX-License-Identifier: BSD-2-Clause
// Tests of properties and constraints: what is accepted, what is refused and why, what is met.
#include <service/clauses.hpp>

#include <gtest/gtest.h>
#include <random>
#include <string>

namespace flat::service {
namespace {

using Code = TradeError::Code;

std::string text_of(Text text) {
    return {text.data(), text.size()};
}

/// A text made of what was parsed.
std::string written(Clauses const& clauses) {
    char const* const operators[] = {"=", "!=", "<", "<=", ">", ">="};
    std::string text;
    for (Clause const& each : clauses.all()) {
        if (!text.empty()) text += ";";
        text += text_of(each.name) + operators[static_cast<u8>(each.comparison)];
        text +=
            each.value.is_integer() ? std::to_string(each.value.integer) : text_of(each.value.word);
    }
    return text;
}

bool meets(char const* properties, char const* constraint) {
    auto const offered = parse_properties(properties);
    auto const wanted = parse_constraint(constraint);
    return offered.value().meet(wanted.value());
}

TEST(ServiceClauses, are_names_comparisons_and_values) {
    for (std::string const text :
         {"", "a=1", "kind=disk;speed=1000", "a!=b;c<1;d<=-1;e>0;f>=9223372036854775807",
          "x_1=-9223372036854775808", "w=A-b.c_9"})
        EXPECT_EQ(written(parse_constraint(text.c_str()).value()), text);
}

TEST(ServiceClauses, say_what_is_wrong_with_the_first_part_that_is) {
    struct Wrong {
        char const* text;
        Code code;
    };
    for (auto const& [text, code] : {
             Wrong{";", Code::bad_name},
             {"a=1;", Code::bad_name},
             {"a=1;;b=1", Code::bad_name},
             {" a=1", Code::bad_name},
             {"A=1", Code::bad_name},
             {"1=1", Code::bad_name},
             {"=1", Code::bad_name},
             {"a", Code::bad_operator},
             {"a 1", Code::bad_operator},
             {"a!1", Code::bad_operator},
             {"a<word", Code::bad_operator},
             {"a>=word", Code::bad_operator},
             {"a==1", Code::bad_value},
             {"a=", Code::bad_value},
             {"a=;b=1", Code::bad_value},
             {"a=1 ", Code::bad_value},
             {"a=01", Code::bad_value},
             {"a=-0", Code::bad_value},
             {"a=-", Code::bad_value},
             {"a=+1", Code::bad_value},
             {"a=1b", Code::bad_value},
             {"a=_b", Code::bad_value},
             {"a=b,c", Code::bad_value},
             {"a=9223372036854775808", Code::bad_value},
             {"a=-9223372036854775809", Code::bad_value},
             {"a=99999999999999999999999", Code::bad_value},
         })
        EXPECT_EQ(parse_constraint(text).error().code, code) << text;
}

TEST(ServiceClauses, have_a_length_and_a_number_with_limits) {
    std::string const longest = "a=" + std::string(clauses_text_max - 2, 'x');
    EXPECT_TRUE(parse_constraint(longest.c_str()).is_ok());
    EXPECT_EQ(parse_constraint((longest + "x").c_str()).error().code, Code::too_long);
    EXPECT_TRUE(parse_constraint("a=1;b=1;c=1;d=1;e=1;f=1;g=1;h=1").is_ok());
    EXPECT_EQ(parse_constraint("a=1;b=1;c=1;d=1;e=1;f=1;g=1;h=1;i=1").error().code, Code::too_long);
}

TEST(ServiceClauses, of_offers_state_each_property_once) {
    EXPECT_EQ(parse_properties("a=1;b=2;a=3").error().code, Code::duplicate);
    EXPECT_EQ(parse_properties("a<1").error().code, Code::bad_operator);
    EXPECT_EQ(parse_properties("a!=b").error().code, Code::bad_operator);
}

TEST(ServiceClauses, are_met_when_all_of_them_are) {
    char const* const disk = "kind=disk;speed=1000;slot=-1";
    for (auto const met :
         {"", "kind=disk", "kind!=tape", "speed=1000", "speed>=1000", "speed<=1000", "speed>999",
          "speed<1001", "slot<0", "speed>1;speed<2000", "kind!=1", "speed!=fast"})
        EXPECT_TRUE(meets(disk, met)) << met;
    for (auto const unmet :
         {"kind=tape", "kind!=disk", "speed=1001", "speed>1000", "speed<1000", "kind=disk;speed=1",
          "kind>0", "kind<0", "speed=fast", "none=1", "none!=1"})
        EXPECT_FALSE(meets(disk, unmet)) << unmet;
}

TEST(ServiceClauses, that_are_accepted_are_the_whole_text_whatever_bytes_come) {
    std::mt19937 random(1);
    std::string const characters = "aaz19-0=<>!;_.A \n\xff";
    u32 accepted = 0;
    for (int i = 0; i < 300'000; ++i) {
        std::string text = random() % 2 ? "kind=disk;speed>=10" : "";
        for (u32 count = random() % 12; count > 0; --count)
            text.insert(random() % (text.size() + 1), 1, characters[random() % characters.size()]);
        auto const clauses = parse_constraint(Text(text.data(), text.size()));
        if (clauses.is_error()) continue;
        ++accepted;
        ASSERT_EQ(written(clauses.value()), text);
    }
    EXPECT_GT(accepted, 1000u);
}

} // namespace
} // namespace flat::service
