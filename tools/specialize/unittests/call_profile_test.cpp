// SPDX-License-Identifier: BSD-2-Clause
#include <specialize/report/call_profile.hpp>
#include <specialize/report/prediction.hpp>

#include <gtest/gtest.h>

namespace specialize {
namespace {

constexpr char profile_text[] = "# callgrind format\nversion: 1\nevents: Ir\n\n"
                                "ob=(1) /home/user/program\n"
                                "fl=(1) /home/user/main.c\n"
                                "fn=(1) main\n"
                                "10 5\n"
                                "cfi=(2) /home/user/xdr.c\ncfn=(2) xdr_pair\n"
                                "calls=100 3\n"
                                "+2 4000\n"
                                "\n"
                                "fl=(2)\nfn=(2)\n"
                                "3 1000\n"
                                "fi=(3) /usr/include/swap.h\n"
                                "7 500\n"
                                "fe=(2)\n"
                                "+1 2500\n"
                                "fn=(3) ns::f(int)\n"
                                "* 1\n";

CallProfile read_profile(std::string_view text) {
    std::string mistake;
    auto const profile = read_call_profile(text, mistake);
    EXPECT_TRUE(profile) << mistake;
    return profile.value_or(CallProfile{});
}

std::string mistake_in(std::string_view text) {
    std::string mistake;
    EXPECT_FALSE(read_call_profile(text, mistake));
    return mistake;
}

TEST(CallProfile, costs_belong_to_files_and_lines) {
    CallProfile const profile = read_profile(profile_text);
    EXPECT_EQ(profile.lines.at(10).at("/home/user/main.c"), 5U);
    EXPECT_EQ(profile.lines.at(3).at("/home/user/xdr.c"), 1000U);
    EXPECT_EQ(profile.lines.at(7).at("/usr/include/swap.h"), 500U);
    EXPECT_EQ(profile.lines.at(8).at("/home/user/xdr.c"), 2501U);
    EXPECT_FALSE(profile.lines.contains(12));
}

TEST(CallProfile, calls_are_found_by_name_and_by_symbol) {
    CallProfile const profile =
        read_profile(std::string(profile_text) + "cfn=(3)\ncalls=2 8\n1 70\n");
    EXPECT_EQ(profile.calls_of("xdr_pair")->number, 100U);
    EXPECT_EQ(profile.calls_of("xdr_pair")->inclusive, 4000U);
    EXPECT_EQ(profile.calls_of("_ZN2ns1fEi")->inclusive, 70U);
    EXPECT_FALSE(profile.calls_of("xdr"));
}

TEST(CallProfile, damage_is_named_with_its_line) {
    EXPECT_EQ(mistake_in("hello\n"), "it has no line `events: Ir`");
    EXPECT_EQ(mistake_in("events: Cycles\n"), "line 1: the first event is not `Ir`, instructions");
    EXPECT_EQ(mistake_in("events: Ir\nfn=(4)\n"),
              "line 2: a name is repeated that was never given");
    EXPECT_EQ(mistake_in("events: Ir\n3 x\n"), "line 2: a cost is damaged");
    EXPECT_EQ(mistake_in("events: Ir\n+ 4\n"), "line 2: a line number is damaged");
}

TEST(Prediction, lines_are_saved_as_far_as_they_became_known) {
    Report report;
    report.lines = {{"xdr.c", 3, 3, 1, {}}, {"include/swap.h", 7, 0, 4, {}}, {"dr.c", 8, 1, 0, {}}};
    auto const prediction = predict(read_profile(profile_text), "xdr_pair", report, 2);
    ASSERT_TRUE(prediction);
    EXPECT_EQ(prediction->calls, 100U);
    EXPECT_DOUBLE_EQ(prediction->general, 40);
    EXPECT_DOUBLE_EQ(prediction->reached, 15);
    EXPECT_DOUBLE_EQ(prediction->saved, 7.5);
    EXPECT_DOUBLE_EQ(prediction->expected(), 34.5);
    EXPECT_DOUBLE_EQ(*prediction->least_share(), 2 / 7.5);
    EXPECT_EQ(prediction->calls_to_pay(0), 0U);
    EXPECT_EQ(prediction->calls_to_pay(11), 2U);
    EXPECT_EQ(prediction->calls_to_pay(12), 3U) << "5.5 a call: 11 are not enough";
    EXPECT_FALSE(predict(read_profile(profile_text), "other", report, 0));
}

TEST(Prediction, what_saves_nothing_never_pays) {
    Report report;
    auto const prediction = predict(read_profile(profile_text), "xdr_pair", report, 2);
    ASSERT_TRUE(prediction);
    EXPECT_LT(prediction->gain(), 1);
    EXPECT_FALSE(prediction->least_share());
    EXPECT_FALSE(prediction->calls_to_pay(0));
}

} // namespace
} // namespace specialize
