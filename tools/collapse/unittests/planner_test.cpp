// SPDX-License-Identifier: BSD-2-Clause
#include "parsing.hpp"

#include <collapse/lib/cli/scan.hpp>
#include <collapse/lib/plan/planner.hpp>

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

/// What is decided of the bases of `Bottom`, where units hold the hierarchy and what follows it.
std::map<std::string, std::string> decisions(std::vector<std::string> const& rests) {
    std::vector<UnitFacts> units;
    for (std::string const& rest : rests)
        units.push_back(facts_from(hierarchy + rest));
    rewrite::Diagnostics diagnostics;
    Decision const decision = plan_classes(units, {{"Bottom"}, {}}, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors());
    return decision.plan.classes.at(0).decisions;
}

std::string refusal(std::vector<std::string> const& sources, std::string const& name) {
    std::vector<UnitFacts> units;
    for (std::string const& source : sources)
        units.push_back(facts_from(source));
    rewrite::Diagnostics diagnostics;
    plan_classes(units, {{name}, {}}, diagnostics);
    return diagnostics.all().empty() ? "" : diagnostics.all().front().code;
}

using Decisions = std::map<std::string, std::string>;

TEST(Planner, merges_bases_that_only_the_hierarchy_uses) {
    EXPECT_EQ(decisions({"int use(Top& top) { Bottom bottom; return use(bottom) + top.f(); }"}),
              (Decisions{{"Top", "merged"}, {"Middle", "merged"}}));
}

TEST(Planner, copies_bases_that_another_unit_uses) {
    EXPECT_EQ(decisions({"", "struct Other : Middle {};"}),
              (Decisions{{"Top", "copied"}, {"Middle", "copied"}}));
    EXPECT_EQ(decisions({"", "int one() { return Top().f(); }"}),
              (Decisions{{"Top", "copied"}, {"Middle", "merged"}}));
    EXPECT_EQ(decisions({"", "struct Holder { Top top; };"}),
              (Decisions{{"Top", "copied"}, {"Middle", "merged"}}));
}

TEST(Planner, seals_a_class_that_a_unit_does_not_see_if_it_may) {
    std::vector<UnitFacts> const units{facts_from(hierarchy),
                                       facts_from("struct Top; int pass(Top& top);")};
    rewrite::Diagnostics refused;
    plan_classes(units, {{"Bottom"}, {}}, refused);
    EXPECT_TRUE(refused.has_errors());
    rewrite::Diagnostics diagnostics;
    Decision const decision = plan_classes(units, {{"Bottom"}, {}, true}, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors());
    EXPECT_TRUE(decision.sealed.contains("Bottom"));
    for (auto const& [_, decided] : decision.plan.classes.at(0).decisions)
        EXPECT_EQ(decided, "kept");
}

TEST(Planner, references_and_pointers_are_no_objects) {
    EXPECT_EQ(decisions({"struct Holder { Top& top; Middle* middle; }; Top& pass(Top& top);"}),
              (Decisions{{"Top", "merged"}, {"Middle", "merged"}}));
}

TEST(Planner, keeps_bases_that_a_target_is_seen_as) {
    std::string const other = "struct Other : Middle {};";
    std::string const conversion = "Middle* as_middle(Bottom* bottom) { return bottom; }";
    EXPECT_EQ(decisions({other, conversion}), (Decisions{{"Top", "kept"}, {"Middle", "kept"}}));
    EXPECT_EQ(decisions({other, "Top* as_top(Bottom* bottom) { return bottom; }"}),
              (Decisions{{"Top", "kept"}, {"Middle", "copied"}}));
    EXPECT_EQ(decisions({other, "Bottom* down(Middle* middle) "
                                "{ return static_cast<Bottom*>(middle); }"})
                  .at("Middle"),
              "kept");
    EXPECT_EQ(
        decisions({other + "Top* as(Top* top) { return dynamic_cast<Middle*>(top); }"}).at("Top"),
        "kept");
}

TEST(Planner, calls_of_inherited_functions_are_no_conversions) {
    EXPECT_EQ(
        decisions({"struct Other : Middle {}; int call(Bottom& b) { return b.g() + b.top; }"}),
        (Decisions{{"Top", "copied"}, {"Middle", "copied"}}));
}

TEST(Planner, a_base_whose_functions_hand_on_this_is_kept) {
    std::string const source = R"(
struct Base { Base* self() { return this; } virtual ~Base() = default; };
struct Other : Base {};
struct Target : Base {};
)";
    rewrite::Diagnostics diagnostics;
    std::vector<UnitFacts> const units{facts_from(source)};
    Decision const decision = plan_classes(units, {{"Target"}, {}}, diagnostics);
    EXPECT_EQ(decision.plan.classes.at(0).decisions, (Decisions{{"Base", "kept"}}));
    EXPECT_NE(decision.reasons.at(0).find("hand on `this`"), std::string::npos);
}

TEST(Planner, conversions_in_templates_are_seen) {
    EXPECT_EQ(decisions({"struct Other : Middle {}; "
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

/// What is refused of a second unit that is to stay apart, where the first one holds the hierarchy
/// and what follows it, and the second what all know and more; empty: nothing.
std::string refusal_apart(std::string const& common, std::string const& first,
                          std::string const& second) {
    size_t const end = hierarchy.find("struct Bottom");
    std::vector<UnitFacts> const units{
        facts_from(hierarchy + common + first, "product.cc"),
        facts_from(hierarchy.substr(0, end) + common + second, "tests/test.cc")};
    rewrite::Diagnostics diagnostics;
    plan_classes(units, {{"Bottom"}, {"test.cc"}}, diagnostics);
    return diagnostics.all().empty() ? "" : diagnostics.all().front().code;
}

std::string const fake = "struct Fake : Middle {}; int test() { Fake fake; return fake.f(); }";

TEST(Planner, a_test_that_shares_nothing_stays_apart) {
    EXPECT_EQ(refusal_apart("", "", fake), "");
    EXPECT_EQ(refusal_apart("int test();", "int main() { return test(); }", fake), "");
    EXPECT_EQ(refusal_apart("struct List { Middle* first = nullptr; };",
                            "int a() { List list; return 1; }",
                            fake + "int b() { List list; return 2; }"),
              "");
    EXPECT_EQ(refusal_apart("template<class T> int call(T& t) { return t.f(); }",
                            "int a(Bottom& b) { return call<Middle>(b); }",
                            "int b(Middle& m) { return call<Middle>(m); }"),
              "");
}

TEST(Planner, units_are_apart_only_if_the_user_says_so) {
    size_t const end = hierarchy.find("struct Bottom");
    std::string const known = hierarchy.substr(0, end);
    EXPECT_EQ(refusal({hierarchy, known + "void use(Top&) {}"}, "Bottom"), "C0713");
    std::vector<UnitFacts> const units{facts_from(hierarchy, "product.cc")};
    rewrite::Diagnostics diagnostics;
    plan_classes(units, {{"Bottom"}, {"duct.cc"}}, diagnostics);
    EXPECT_EQ(diagnostics.all().at(0).code, "C0719");
}

TEST(Planner, apart_units_do_not_change_decisions) {
    std::string const seen =
        "int see(Bottom& bottom) { Middle& middle = bottom; return middle.f(); }";
    size_t const end = hierarchy.find("struct Bottom");
    std::vector<UnitFacts> const units{facts_from(hierarchy + seen),
                                       facts_from(hierarchy.substr(0, end) + fake, "test.cc")};
    rewrite::Diagnostics diagnostics;
    Decision const decision = plan_classes(units, {{"Bottom"}, {"test.cc"}}, diagnostics);
    EXPECT_EQ(decision.plan.classes.at(0).decisions,
              (Decisions{{"Top", "merged"}, {"Middle", "merged"}}));
    EXPECT_NE(decision.reasons.back().find("nothing of the hierarchy is shared"),
              std::string::npos);
}

TEST(Planner, units_through_which_objects_may_pass_are_not_apart) {
    std::vector<std::array<std::string, 3>> const programs = {
        {"extern Middle* last;", "Middle* last; void a(Bottom& b) { last = &b; }",
         "int b() { return last->f(); }"},
        {"void* get();", "void* get() { static Bottom b; return &b; }",
         "int b() { return static_cast<Middle*>(get())->f(); }"},
        {"struct List { Middle* first; }; void fill(List&);",
         "void fill(List& list) { list.first = new Bottom; }",
         "int b() { List list; fill(list); return list.first->f(); }"},
        {"struct Source { virtual Top* next() = 0; }; Source& source();",
         "struct Own : Source { Top* next() override { return new Bottom; } }; "
         "Source& source() { static Own own; return own; }",
         "int b() { return source().next()->f(); }"},
        {"template<class T> struct Box { T* held; }; void fill(Box<Middle>&);",
         "void fill(Box<Middle>& box) { box.held = new Bottom; }",
         "int b() { Box<Middle> box; fill(box); return box.held->f(); }"},
        {"void each(int (*)(Middle&));", "void each(int (*f)(Middle&)) { Bottom b; f(b); }",
         "int call(Middle& m) { return m.f(); } void b() { each(call); }"},
        {"struct List { Middle* first; int g() { return first->g(); } };",
         "int a(List& list) { return list.g(); }", "int b(List& list) { return list.g(); }"},
        {"inline int top_of(void* m) { return static_cast<Middle*>(m)->top; }",
         "int a(Bottom& b) { return top_of(&b); }", "int b(Middle* m) { return top_of(m); }"},
        {"inline int size = sizeof(Middle);", "int a() { return size; }",
         "int b() { return size; }"},
        {"inline Middle*& last() { static Middle* one; return one; }",
         "void a(Bottom& b) { last() = &b; }", "int b() { return last()->f(); }"},
        {"extern \"C\" void keep(Middle*);", "void a(Bottom& b) { keep(&b); }",
         "extern \"C\" void keep(Middle* m) { m->f(); }"},
        {"", "void a() { throw Bottom(); }", "int b() { try { } catch (Middle& m) { } return 1; }"},
        {"struct Counted { static inline int n = 0; };", "",
         "struct Fake : Middle {};"
         " template<class T> int& count() { static int n; return n; }"
         " int b() { return count<Middle>(); } int Top::*p = &Top::top;"
         " struct Top* made(); int c() { return made()->f(); }"},
        {"template<class T> inline int count = 0;", "int a() { return count<Middle>; }",
         "int b() { return count<Middle>; }"},
        {"inline int& shared(Top&) { static int n; return n; }",
         "int a(Bottom& b) { return shared(b); }", "int b(Middle& m) { return shared(m); }"},
        {"struct Holder { Middle* m; int level() { return m->top; } };",
         "int a(Holder& h) { return h.level(); }", "int b(Holder& h) { return h.level(); }"},
        {"struct Own { ~Own(); Top* t; }; struct Holder { Own own; Middle* m; };"
         " inline Own::~Own() { t->f(); }",
         "int a() { Holder h; return 1; }", "int b() { Holder h; return 1; }"},
        {"struct Listener { virtual int on(Middle& m) { return m.f(); } };",
         "int a() { Listener l; Bottom b; return l.on(b); }", "int b() { Listener l; return 1; }"},
        {"struct Error { Middle* from; };", "void a(Bottom& b) { throw Error{&b}; }",
         "int b() { try { } catch (Error& e) { return e.from->f(); } return 1; }"},
        {"struct Node { }; struct Full : Node { Middle* m; }; Node* head();",
         "Node* head() { static Bottom b; static Full full; full.m = &b; return &full; }",
         "int b() { return static_cast<Full*>(head())->m->f(); }"},
        {"int take(int, ...);", "int a(Bottom& b) { return take(1, &b); }",
         "int take(int, ...) { return 0; }"},
    };
    for (auto const& [common, first, second] : programs)
        EXPECT_EQ(refusal_apart(common, first, second), "C0718") << common << second;
}

TEST(Planner, the_same_facts_give_the_same_plan) {
    std::vector<UnitFacts> units{facts_from(hierarchy, "a.cc"), facts_from(hierarchy, "b.cc")};
    rewrite::Diagnostics diagnostics;
    std::string const first = plan_text(plan_classes(units, {{"Bottom"}, {}}, diagnostics).plan);
    std::swap(units[0], units[1]);
    EXPECT_EQ(plan_text(plan_classes(units, {{"::Bottom"}, {}}, diagnostics).plan), first);
}

} // namespace
} // namespace collapse
