// SPDX-License-Identifier: BSD-2-Clause
#include <collapse/lib/facts/facts.hpp>
#include <collapse/lib/plan/plan.hpp>

#include <gtest/gtest.h>

namespace collapse {
namespace {

/// The message of the one refusal of a text that is no plan.
std::string refusal_of(std::string const& text, std::string const& code) {
    rewrite::Diagnostics diagnostics;
    EXPECT_FALSE(parse_plan("p.json", text, diagnostics));
    EXPECT_EQ(diagnostics.all().size(), 1U);
    if (diagnostics.all().empty()) return {};
    EXPECT_EQ(diagnostics.all().front().code, code);
    EXPECT_EQ(diagnostics.all().front().place.file, "p.json");
    return diagnostics.all().front().message;
}

TEST(Plan, what_is_written_is_read_again) {
    Plan plan;
    plan.classes.push_back(
        {"n::T", {{"A", "merged"}, {"B", "kept"}}, "00ff", 24, {{"t.cc", "ee"}}});
    plan.references.push_back({"n::C::Ports", "console", "n::Uart"});
    plan.sealed = {"n::Uart"};
    plan.clones = true;
    plan.merged = true;
    plan.hash = "1234";
    rewrite::Diagnostics diagnostics;
    std::optional<Plan> const again = parse_plan("p.json", plan_text(plan), diagnostics);
    ASSERT_TRUE(again);
    EXPECT_EQ(plan_text(*again), plan_text(plan));
    EXPECT_EQ(again->classes.front().decisions.at("B"), "kept");
    EXPECT_EQ(again->classes.front().size_bytes, 24U);
    EXPECT_EQ(again->references.front().concrete, "n::Uart");
    EXPECT_EQ(again->classes.front().apart.front().hash, "ee");
    EXPECT_EQ(again->sealed, plan.sealed);
    EXPECT_TRUE(again->clones);
    EXPECT_TRUE(again->merged);
}

TEST(Plan, what_is_missing_is_empty) {
    rewrite::Diagnostics diagnostics;
    auto const plan =
        parse_plan("p.json", R"({"version": 1, "classes": [{"name": "T"}]})", diagnostics);
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->classes.front().decisions.empty());
    EXPECT_TRUE(plan->classes.front().definition_hash.empty());
    EXPECT_FALSE(plan->clones);
}

TEST(Plan, what_does_not_fit_is_named_by_its_path) {
    EXPECT_NE(refusal_of(R"({"version": 1, "classes": [{"name": 3}]})", "C0710").find("classes[0]"),
              std::string::npos);
    EXPECT_NE(refusal_of(R"({"version": 1, "seals": []})", "C0710").find("seals"),
              std::string::npos);
    refusal_of(R"({"version": 2})", "C0710");
    refusal_of(R"({"version": 1, "classes": [{"name": "T", "decisions": {"B": "gone"}}]})",
               "C0710");
    refusal_of("[]", "C0710");
}

TEST(Plan, what_is_not_json_is_refused_at_its_line) {
    rewrite::Diagnostics diagnostics;
    EXPECT_FALSE(parse_plan("p.json", "{\n  \"version\": 1,\n}", diagnostics));
    ASSERT_EQ(diagnostics.all().size(), 1U);
    EXPECT_EQ(diagnostics.all().front().code, "C0112");
    EXPECT_EQ(diagnostics.all().front().place.line, 3U);
}

TEST(Facts, what_is_written_is_read_again) {
    UnitFacts facts;
    facts.source = "x.cc";
    facts.command = {"g++", "-c", "x.cc"};
    facts.hash = "ab";
    facts.classes.push_back({"T",
                             {"x.cc", 3, 7},
                             true,
                             false,
                             "cd",
                             16,
                             {{"B", "public", true}},
                             {{"f", "int ()", true}},
                             {{"x", "int"}},
                             {"B", "void"}});
    facts.classes.push_back({.name = "Incomplete",
                             .place = {"x.cc", 1, 1},
                             .hash = {},
                             .bases = {},
                             .methods = {},
                             .fields = {},
                             .mentions = {}});
    facts.uses.push_back({"object", "T", {"x.cc", 5, 1}});
    facts.conversions.push_back({"T", "B", {"x.cc", 6, 1}});
    facts.definitions.push_back({"T", "f", {"x.cc", 7, 1}});
    facts.exchanges.push_back({"inline", "_Z1fP1T", true, {"T"}, {"T"}, {"B"}, {"x.cc", 8, 1}});
    rewrite::Diagnostics diagnostics;
    auto const again = parse_facts("f.json", facts_text(facts), diagnostics);
    ASSERT_TRUE(again);
    EXPECT_EQ(facts_text(*again), facts_text(facts));
    EXPECT_TRUE(again->classes.front().bases.front().is_virtual);
    EXPECT_EQ(again->classes.front().place.line, 3U);
    EXPECT_FALSE(again->classes.back().is_complete);
}

} // namespace
} // namespace collapse
