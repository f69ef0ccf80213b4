// SPDX-License-Identifier: BSD-2-Clause
#include <reorder/lib/constructors.hpp>
#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/find_records.hpp>
#include <rewrite/text/unit.hpp>

#include <gtest/gtest.h>

namespace reorder {
namespace {

/// The codes of all pairs of `X` that must keep their order, as "R0401 a b".
std::vector<std::string> kept(std::string const& text) {
    rewrite::Diagnostics diagnostics('R');
    auto const command = rewrite::read_command({"clang++-19", "-std=c++20", "-c", "unit.cpp"});
    auto const unit = rewrite::Unit::parse(command, "unit.cpp", text, diagnostics);
    EXPECT_TRUE(unit);
    if (!unit) return {};
    auto const found = rewrite::find_records(unit->context(), "X");
    EXPECT_EQ(found.size(), 1U);
    std::vector<std::string> pairs;
    for (KeptOrder const& each : kept_orders(*unit, *found.at(0)))
        pairs.push_back(each.reason.code + " " + each.first->getNameAsString() + " " +
                        each.second->getNameAsString());
    return pairs;
}

using Pairs = std::vector<std::string>;

TEST(Effects, constants_may_change_places) {
    EXPECT_EQ(kept("struct X { X(int p) : a(p), b(2) {} int a, b; };"), Pairs{});
}

TEST(Effects, a_member_that_another_is_made_from_stays_before_it) {
    EXPECT_EQ(kept("int f(); struct X { X() : a(f()), b(a) {} int a, b; };"), Pairs{"R0401 a b"});
    EXPECT_EQ(kept("struct X { X(int p) : a(p), b(&a) {} int a; int *b; };"), Pairs{"R0401 a b"});
    EXPECT_EQ(kept("struct X { X(int p) : a(p), b(++a) {} int a, b; };"), Pairs{"R0401 a b"});
    EXPECT_EQ(kept("struct X { X(int p) : a(p), b(a) {} int a : 3, : 0; int b; };"),
              Pairs{"R0401 a b"});
}

TEST(Effects, a_value_that_can_be_computed_twice_binds_nothing) {
    EXPECT_EQ(kept("struct X { X(int p) : a(p), b(a), c(b + a) {} char a; long b; int c; };"),
              Pairs{});
    EXPECT_EQ(kept("struct X { X() {} int a = 3; int b = a; };"), Pairs{});
}

TEST(Effects, a_value_of_a_parameter_that_changes_is_computed_once) {
    EXPECT_EQ(kept("struct X { X(int p) : a(p), b(a), c(p++) {} int a, b, c; };"),
              (Pairs{"R0401 a b", "R0402 a c"}));
    EXPECT_EQ(kept("struct X { X(int p) : a(p), b(a), c(&p) {} int a, b; int *c; };"),
              Pairs{"R0401 a b"});
}

TEST(Effects, a_default_initialiser_is_the_same_for_all_constructors) {
    EXPECT_EQ(kept("struct X { X(int p) : a(p) {} int a; int b = a; };"), Pairs{"R0401 a b"});
    EXPECT_EQ(kept("struct X { X() {} X(int p) : a(p) {} int a = 3; int b = a; };"),
              Pairs{"R0401 a b"});
}

TEST(Effects, a_function_of_the_object_may_read_any_member) {
    EXPECT_EQ(kept("struct X { X() : a(1), b(get()) {} int get() { return a; } int a, b; };"),
              Pairs{"R0401 a b"});
}

TEST(Effects, unknown_functions_keep_their_order) {
    EXPECT_EQ(kept("int f(); struct X { X() : a(f()), b(f()), c(3) {} int a, b, c; };"),
              Pairs{"R0402 a b"});
}

TEST(Effects, functions_that_only_compute_may_change_places) {
    EXPECT_EQ(kept("inline int f(int x) { int y = x; y += 2; return y; }"
                   "struct X { X(int p) : a(f(p)), b(f(2)) {} int a, b; };"),
              Pairs{});
}

TEST(Effects, a_parameter_that_is_changed_keeps_the_order_of_its_uses) {
    EXPECT_EQ(kept("struct X { X(int p) : a(p++), b(p) {} int a, b; };"), Pairs{"R0402 a b"});
}

TEST(Effects, destructors_that_can_be_seen_keep_their_order) {
    EXPECT_EQ(kept("struct L { ~L(); }; struct X { L a; int i; L b; };"), Pairs{"R0403 a b"});
}

TEST(Effects, destructors_that_work_on_their_own_object_may_change_places) {
    EXPECT_EQ(kept("struct L { ~L() { n = 0; } int n = 1; }; struct X { L a; int i; L b; };"),
              Pairs{});
}

} // namespace
} // namespace reorder
