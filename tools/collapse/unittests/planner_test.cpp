// SPDX-License-Identifier: BSD-2-Clause
#include "parsing.hpp"

#include <collapse/lib/planner.hpp>
#include <collapse/lib/scan.hpp>

namespace collapse {
namespace {

std::string const hierarchy = R"(
struct Top { virtual int f() { return 1; } int top = 0; };
struct Middle : virtual Top { int g() { return f(); } };
struct Bottom : Middle { int f() override { return 2; } };
)";

UnitFacts facts_from(std::string const& source, std::string const& name = "x.cc") {
    auto const unit = testing::parse(source);
    UnitFacts facts = collect_facts(*unit);
    facts.source = name;
    return facts;
}

/// The fates of the bases of `Bottom`, where units hold the hierarchy and what follows it.
std::map<std::string, std::string> fates(std::vector<std::string> const& rests) {
    std::vector<UnitFacts> units;
    for (std::string const& rest : rests)
        units.push_back(facts_from(hierarchy + rest));
    rewrite::Diagnostics diagnostics;
    Decision const decision = plan_classes(units, {"Bottom"}, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors());
    return decision.plan.classes.at(0).fates;
}

std::string refusal(std::vector<std::string> const& sources, std::string const& name) {
    std::vector<UnitFacts> units;
    for (std::string const& source : sources)
        units.push_back(facts_from(source));
    rewrite::Diagnostics diagnostics;
    plan_classes(units, {name}, diagnostics);
    return diagnostics.all().empty() ? "" : diagnostics.all().front().code;
}

using Fates = std::map<std::string, std::string>;

TEST(Planner, merges_bases_that_only_the_hierarchy_uses) {
    EXPECT_EQ(fates({"int use(Top& top) { Bottom bottom; return use(bottom) + top.f(); }"}),
              (Fates{{"Top", "merged"}, {"Middle", "merged"}}));
}

TEST(Planner, copies_bases_that_another_unit_uses) {
    EXPECT_EQ(fates({"", "struct Other : Middle {};"}),
              (Fates{{"Top", "copied"}, {"Middle", "copied"}}));
    EXPECT_EQ(fates({"", "int one() { return Top().f(); }"}),
              (Fates{{"Top", "copied"}, {"Middle", "merged"}}));
    EXPECT_EQ(fates({"", "struct Holder { Top top; };"}),
              (Fates{{"Top", "copied"}, {"Middle", "merged"}}));
}

TEST(Planner, references_and_pointers_are_no_objects) {
    EXPECT_EQ(fates({"struct Holder { Top& top; Middle* middle; }; Top& pass(Top& top);"}),
              (Fates{{"Top", "merged"}, {"Middle", "merged"}}));
}

TEST(Planner, keeps_bases_that_a_target_is_seen_as) {
    std::string const other = "struct Other : Middle {};";
    std::string const conversion = "Middle* as_middle(Bottom* bottom) { return bottom; }";
    EXPECT_EQ(fates({other, conversion}), (Fates{{"Top", "kept"}, {"Middle", "kept"}}));
    EXPECT_EQ(fates({other, "Top* as_top(Bottom* bottom) { return bottom; }"}),
              (Fates{{"Top", "kept"}, {"Middle", "copied"}}));
    EXPECT_EQ(fates({other, "Bottom* down(Middle* middle) "
                            "{ return static_cast<Bottom*>(middle); }"})
                  .at("Middle"),
              "kept");
    EXPECT_EQ(fates({other + "Top* as(Top* top) { return dynamic_cast<Middle*>(top); }"}).at("Top"),
              "kept");
}

TEST(Planner, calls_of_inherited_functions_are_no_conversions) {
    EXPECT_EQ(fates({"struct Other : Middle {}; int call(Bottom& b) { return b.g() + b.top; }"}),
              (Fates{{"Top", "copied"}, {"Middle", "copied"}}));
}

TEST(Planner, a_base_whose_functions_hand_on_this_is_kept) {
    std::string const source = R"(
struct Base { Base* self() { return this; } virtual ~Base() = default; };
struct Other : Base {};
struct Target : Base {};
)";
    rewrite::Diagnostics diagnostics;
    std::vector<UnitFacts> const units{facts_from(source)};
    Decision const decision = plan_classes(units, {"Target"}, diagnostics);
    EXPECT_EQ(decision.plan.classes.at(0).fates, (Fates{{"Base", "kept"}}));
    EXPECT_NE(decision.reasons.at(0).find("hand on `this`"), std::string::npos);
}

TEST(Planner, conversions_in_templates_are_seen) {
    EXPECT_EQ(fates({"struct Other : Middle {}; "
                     "template<class T> Middle& as(T& t) { return t; } "
                     "Middle& middle(Bottom& bottom) { return as(bottom); }"})
                  .at("Middle"),
              "kept");
}

TEST(Planner, refuses_what_only_all_units_show) {
    std::string const top = hierarchy.substr(0, hierarchy.find("struct Middle"));
    EXPECT_EQ(refusal({hierarchy, top}, "Bottom"), "C0713");
    EXPECT_EQ(refusal({hierarchy, "struct Top; void use(Top*);"}, "Bottom"), "C0713");
    EXPECT_EQ(refusal({hierarchy, "struct Top; int unrelated;"}, "Bottom"), "");
    EXPECT_EQ(refusal({hierarchy, "struct Top { int h(); }; int Top::h() { return 1; }"}, "Bottom"),
              "C0711");
    EXPECT_EQ(refusal({hierarchy, hierarchy + "struct Below : Bottom {};"}, "Bottom"), "C0714");
    EXPECT_EQ(refusal({hierarchy}, "Middle"), "C0714");
    EXPECT_EQ(refusal({"struct Lonely {};"}, "Lonely"), "C0715");
    EXPECT_EQ(refusal({hierarchy}, "Nobody"), "C0716");
    EXPECT_EQ(refusal({"namespace a { struct T {}; } namespace b { struct T {}; }"}, "T"), "C0202");
}

TEST(Planner, the_same_facts_give_the_same_plan) {
    std::vector<UnitFacts> units{facts_from(hierarchy, "a.cc"), facts_from(hierarchy, "b.cc")};
    rewrite::Diagnostics diagnostics;
    std::string const first = plan_text(plan_classes(units, {"Bottom"}, diagnostics).plan);
    std::swap(units[0], units[1]);
    EXPECT_EQ(plan_text(plan_classes(units, {"::Bottom"}, diagnostics).plan), first);
}

} // namespace
} // namespace collapse
