// SPDX-License-Identifier: BSD-2-Clause
#include "parsing.hpp"

#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <algorithm>

namespace collapse {
namespace {

using testing::class_named;
using testing::method_named;
using testing::parse;

constexpr char const* diamond = R"(
struct Root { virtual int f() { return 0; } virtual int g() = 0; int h(); int value; };
struct Left : virtual Root { int f() override { return 1; } int g() override { return 2; } };
struct Right : virtual Root { int value; };
struct Plain { int other; };
struct Bottom : Plain, Left, Right { int h(int); };
)";

std::vector<std::string> names(std::vector<clang::CXXRecordDecl const*> const& records) {
    std::vector<std::string> result;
    for (clang::CXXRecordDecl const* each : records)
        result.push_back(each->getNameAsString());
    return result;
}

TEST(Hierarchy, finds_bases_breadth_first) {
    auto const unit = parse(diamond);
    Hierarchy const hierarchy(class_named(*unit, "Bottom"));
    std::vector<clang::CXXRecordDecl const*> found;
    for (Base const& base : hierarchy.bases())
        found.push_back(base.record);
    EXPECT_EQ(names(found), (std::vector<std::string>{"Plain", "Left", "Right", "Root"}));
}

TEST(Hierarchy, constructs_virtual_bases_first_and_the_target_last) {
    auto const unit = parse(diamond);
    Hierarchy const hierarchy(class_named(*unit, "Bottom"));
    EXPECT_EQ(names(hierarchy.construction_order()),
              (std::vector<std::string>{"Root", "Plain", "Left", "Right", "Bottom"}));
}

TEST(Hierarchy, constructs_the_plain_bases_of_a_virtual_base_before_it) {
    auto const unit = parse("struct A { int a; }; struct B : A { int b; };"
                            "struct C : virtual B { int c; }; struct D : C {};");
    Hierarchy const hierarchy(class_named(*unit, "D"));
    EXPECT_EQ(names(hierarchy.construction_order()),
              (std::vector<std::string>{"A", "B", "C", "D"}));
}

TEST(Hierarchy, constructs_all_that_lies_below_a_virtual_base) {
    auto const unit = parse("struct A { int a; }; struct B : A {}; struct C : B {};"
                            "struct D : virtual C {};");
    Hierarchy const hierarchy(class_named(*unit, "D"));
    EXPECT_EQ(names(hierarchy.construction_order()),
              (std::vector<std::string>{"A", "B", "C", "D"}));
}

TEST(Hierarchy, counts_repeated_bases) {
    auto const unit = parse("struct A { int a; }; struct B : A {}; struct C : A {};"
                            "struct D : B, C {};");
    Hierarchy const hierarchy(class_named(*unit, "D"));
    EXPECT_EQ(hierarchy.find(&class_named(*unit, "A"))->subobjects, 2U);
    EXPECT_EQ(hierarchy.find(&class_named(*unit, "B"))->subobjects, 1U);
}

TEST(Hierarchy, knows_the_function_that_runs_finally_and_at_a_stage) {
    auto const unit = parse(diamond);
    Hierarchy const hierarchy(class_named(*unit, "Bottom"));
    auto const& root = class_named(*unit, "Root");
    auto const& left = class_named(*unit, "Left");
    EXPECT_EQ(hierarchy.final_overrider(method_named(root, "f")), &method_named(left, "f"));
    EXPECT_EQ(hierarchy.overrider_during(method_named(root, "f"), root), &method_named(root, "f"));
}

TEST(Hierarchy, needs_final_functions_and_those_used_statically) {
    auto const unit = parse(diamond);
    Hierarchy hierarchy(class_named(*unit, "Bottom"));
    auto const& root = class_named(*unit, "Root");
    EXPECT_FALSE(hierarchy.is_needed(method_named(root, "f")));
    EXPECT_FALSE(hierarchy.is_needed(method_named(root, "g")));
    EXPECT_TRUE(hierarchy.is_needed(method_named(root, "h")));
    hierarchy.note_static_use(method_named(root, "f"));
    EXPECT_TRUE(hierarchy.is_needed(method_named(root, "f")));
}

TEST(Hierarchy, renames_what_lookup_in_the_target_does_not_find) {
    auto const unit = parse(diamond);
    Hierarchy hierarchy(class_named(*unit, "Bottom"));
    auto const& root = class_named(*unit, "Root");
    auto const& left = class_named(*unit, "Left");
    hierarchy.note_static_use(method_named(root, "f"));
    hierarchy.choose_names();
    EXPECT_EQ(hierarchy.name_of(method_named(left, "f")), "f");
    EXPECT_EQ(hierarchy.name_of(method_named(root, "f")), "Root_f");
    EXPECT_EQ(hierarchy.name_of(method_named(root, "h")), "Root_h");
    EXPECT_EQ(hierarchy.name_of(**root.field_begin()), "Root_value");
    EXPECT_EQ(hierarchy.name_of(**class_named(*unit, "Right").field_begin()), "value");
}

TEST(Hierarchy, renames_members_that_were_ambiguous) {
    auto const unit = parse("struct A { int x; }; struct B { int x; }; struct C : A, B {};");
    Hierarchy hierarchy(class_named(*unit, "C"));
    hierarchy.choose_names();
    EXPECT_EQ(hierarchy.name_of(**class_named(*unit, "A").field_begin()), "A_x");
    EXPECT_EQ(hierarchy.name_of(**class_named(*unit, "B").field_begin()), "B_x");
}

TEST(Hierarchy, gives_no_name_twice) {
    auto const unit = parse("struct A { int x; }; struct B : A { int x; int A_x; };");
    Hierarchy hierarchy(class_named(*unit, "B"));
    hierarchy.choose_names();
    EXPECT_EQ(hierarchy.name_of(**class_named(*unit, "A").field_begin()), "A_x_");
}

} // namespace
} // namespace collapse
