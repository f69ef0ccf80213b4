// SPDX-License-Identifier: BSD-2-Clause
#include <reorder/lib/layout_plan.hpp>

#include <gtest/gtest.h>

namespace reorder {
namespace {

std::string refusal_of(std::string const& text) {
    rewrite::Diagnostics diagnostics('R');
    EXPECT_FALSE(parse_layout_plan("plan.json", text, diagnostics));
    EXPECT_EQ(diagnostics.all().size(), 1U);
    return diagnostics.all().front().code + ": " + diagnostics.all().front().message;
}

std::string plan_with(std::string const& classes) {
    return R"({"format": "flatland-layout", "version": 1, "line_bytes": 64, "classes": [)" +
           classes + "]}";
}

TEST(LayoutPlan, a_plan_is_read) {
    rewrite::Diagnostics diagnostics('R');
    auto const plan = parse_layout_plan(
        "plan.json",
        plan_with(R"({"name": "A", "size_bytes": 16, "members": [{"name": "b", "offset": 0},
                      {"name": "a", "offset": 8, "padding_before": 4, "align": 4}]})"),
        diagnostics);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->line_bytes, 64U);
    ASSERT_EQ(plan->classes.size(), 1U);
    ASSERT_EQ(plan->classes[0].members.size(), 2U);
    EXPECT_EQ(plan->classes[0].members[1].padding_before, 4U);
    EXPECT_EQ(plan->classes[0].members[1].align, 4U);
}

TEST(LayoutPlan, a_plan_may_say_whether_it_can_be_made_again) {
    std::string const head = R"({"format": "flatland-layout", "version": 1, "line_bytes": 64, )";
    rewrite::Diagnostics diagnostics('R');
    auto const plan = parse_layout_plan(
        "plan.json", head + R"("reproducible": false, "classes": []})", diagnostics);
    ASSERT_TRUE(plan);
    EXPECT_FALSE(plan->reproducible);
    EXPECT_TRUE(parse_layout_plan("plan.json", plan_with(""), diagnostics)->reproducible);
    std::string const told = refusal_of(head + R"("reproducible": "no", "classes": []})");
    EXPECT_TRUE(told.starts_with("R0201")) << told;
}

TEST(LayoutPlan, what_is_not_json_is_refused) {
    EXPECT_TRUE(refusal_of("{").starts_with("R0112"));
}

TEST(LayoutPlan, another_format_is_refused) {
    std::string const told = refusal_of(R"({"version": 1, "classes": []})");
    EXPECT_TRUE(told.starts_with("R0201")) << told;
    EXPECT_NE(told.find("flatland-layout"), std::string::npos) << told;
}

TEST(LayoutPlan, an_unknown_key_is_refused) {
    std::string const told =
        refusal_of(plan_with(R"({"name": "A", "size": 16, "size_bytes": 16, "members": []})"));
    EXPECT_NE(told.find("unknown key"), std::string::npos) << told;
}

TEST(LayoutPlan, a_member_that_is_placed_twice_is_refused) {
    std::string const told = refusal_of(plan_with(
        R"({"name": "A", "size_bytes": 8, "members": [{"name": "a", "offset": 0},
                                                      {"name": "a", "offset": 4}]})"));
    EXPECT_NE(told.find("named before"), std::string::npos) << told;
}

TEST(LayoutPlan, an_alignment_that_is_no_power_of_two_is_refused) {
    std::string const told = refusal_of(plan_with(
        R"({"name": "A", "size_bytes": 8, "members": [{"name": "a", "offset": 0, "align": 3}]})"));
    EXPECT_NE(told.find("power of two"), std::string::npos) << told;
}

} // namespace
} // namespace reorder
