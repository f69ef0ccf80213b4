// SPDX-License-Identifier: BSD-2-Clause
// One case for each way of C++ to write a member, outside of the phase and inside.
#include "scanned.hpp"

#include <gtest/gtest.h>

namespace specialize {
namespace {

using Lines = std::vector<std::string>;

std::string const handle = "struct handle { int x; int y; };\n"
                           "int entry(handle *h) { return h->x; }\n";

TEST(WriteSitesCxx, references_are_followed) {
    EXPECT_EQ(lines_cxx(handle + "void f(handle &h) { h.x = 1; }"),
              Lines{"assignment guarded h.x = 1"});
    EXPECT_EQ(lines_cxx(handle + "void f(handle &h) { int &r = h.x; r = 1; }"),
              Lines{"pointer guarded r = 1"});
    EXPECT_EQ(lines_cxx(handle + "static void set(int &r) { r = 1; }\n"
                                 "void f(handle &h) { set(h.x); }"),
              Lines{"pointer guarded r = 1"});
    EXPECT_EQ(lines_cxx(handle + "struct view { int &r; };\n"
                                 "void f(handle &h) { view v{h.x}; v.r = 1; }"),
              Lines{"pointer guarded v.r = 1"});
    EXPECT_EQ(lines_cxx(handle + "int &at(handle &h) { return h.x; }\n"
                                 "void f(handle &h) { at(h) = 1; }"),
              Lines{"pointer guarded at(h) = 1"});
    EXPECT_EQ(lines_cxx(handle + "void far(int const &);\nvoid f(handle &h) { far(h.x); }"),
              Lines{"nothing proved"});
    EXPECT_EQ(lines_cxx(handle + "void far(int &);\nvoid f(handle &h) { far(h.x); }"),
              Lines{"escape tested far(h.x)"});
    EXPECT_EQ(lines_cxx(handle + "void f(handle &h) { auto &[a, b] = h; b = 2; a = 1; }"),
              Lines{"assignment guarded a = 1"});
}

TEST(WriteSitesCxx, member_functions_write_through_this) {
    EXPECT_EQ(lines_cxx("struct handle { int x; void set() { x = 1; } };\n"
                        "int entry(handle *h) { return h->x; }"),
              Lines{"assignment guarded x = 1"});
    EXPECT_EQ(lines_cxx("struct handle { int x; void set() { x = 1; } };\n"
                        "void entry(handle *h) { h->set(); }"),
              Lines{"assignment refused x = 1"});
    EXPECT_EQ(lines_cxx("struct handle { int x; void set() { x = 1; } };\n"
                        "void entry(handle *h) { handle own; own.set(); }"),
              Lines{"assignment proved x = 1"});
}

TEST(WriteSitesCxx, virtual_calls_reach_all_that_override) {
    std::string const text = "struct base { int x; virtual void set() {} };\n"
                             "struct handle { int x; };\n"
                             "struct derived : base { handle *h; void set() override "
                             "{ h->x = 1; } };\n";
    EXPECT_EQ(lines_cxx(text + "void entry(base *b) { b->set(); }"),
              Lines{"assignment refused h->x = 1"});
    EXPECT_EQ(lines_cxx(text + "void entry(base *b) { b->base::set(); }"),
              Lines{"assignment guarded h->x = 1"});
}

TEST(WriteSitesCxx, lambdas_are_functions_of_their_own) {
    EXPECT_EQ(lines_cxx(handle + "void f(handle *h) { auto g = [h] { h->x = 1; }; g(); }"),
              Lines{"assignment guarded h->x = 1"});
    EXPECT_EQ(lines_cxx("struct handle { int x; };\n"
                        "void entry(handle *h) { auto g = [&] { h->x = 1; }; g(); }"),
              Lines{"assignment refused h->x = 1"});
    EXPECT_EQ(lines_cxx(handle + "void f(handle *h) { auto g = [&r = h->x](auto v) { r = v; };\n"
                                 "g(1); }"),
              Lines{"pointer guarded r = v"});
    EXPECT_EQ(lines_cxx("#include <functional>\nstruct handle { int x; };\n"
                        "std::function<void()> kept;\n"
                        "void f(handle *h) { kept = [h] { h->x = 1; }; }\n"
                        "void entry(handle *) { kept(); }"),
              Lines{"assignment refused h->x = 1"});
}

TEST(WriteSitesCxx, assignment_operators_write_whole_objects) {
    EXPECT_EQ(lines_cxx(handle + "void f(handle &a, handle &b) { a = b; }"),
              Lines{"whole object guarded a = b"});
    EXPECT_EQ(lines_cxx("struct text { text &operator=(text const &); int n; };\n"
                        "struct handle { int x; text t; };\n"
                        "int entry(handle *h) { return h->x; }\n"
                        "void f(handle &a, handle &b) { a = static_cast<handle &&>(b); }"),
              Lines{"whole object guarded a = static_cast<handle &&>(b)"});
    EXPECT_EQ(lines_cxx("struct handle { int x; handle &operator=(handle const &o) "
                        "{ x = o.x; return *this; } };\n"
                        "int entry(handle *h) { return h->x; }\n"
                        "void f(handle &a, handle &b) { a = b; }"),
              Lines{"assignment guarded x = o.x"});
}

TEST(WriteSitesCxx, library_functions_write_by_reference) {
    EXPECT_EQ(lines_cxx("#include <utility>\n" + handle +
                        "void f(handle &h, int &v) { std::swap(h.x, v); }"),
              Lines{"reference guarded std::swap(h.x, v)"});
    EXPECT_EQ(lines_cxx("#include <utility>\n" + handle +
                        "void f(handle &a, handle &b) { std::swap(a, b); }"),
              Lines{"reference guarded std::swap(a, b)"});
    EXPECT_EQ(lines_cxx("#include <utility>\n" + handle +
                        "int f(handle &h) { return std::exchange(h.x, 3); }"),
              Lines{"reference guarded std::exchange(h.x, 3)"});
    EXPECT_EQ(lines_cxx("#include <functional>\n" + handle +
                        "auto f(handle &h) { return std::ref(h.x); }"),
              Lines{"escape tested std::ref(h.x)"});
    EXPECT_EQ(lines_cxx("#include <algorithm>\n" + handle +
                        "int f(handle &h) { return std::max(h.x, 3); }"),
              Lines{"nothing proved"});
    EXPECT_EQ(lines_cxx("#include <string>\nstruct handle { std::string x; };\n"
                        "auto entry(handle *h) { return h->x.size(); }\n"
                        "void f(handle *h) { h->x = \"a\"; h->x.append(\"b\"); }"),
              (Lines{"reference guarded h->x = \"a\"", "reference guarded h->x.append(\"b\")"}));
    EXPECT_EQ(lines_cxx("#include <atomic>\nstruct handle { std::atomic<int> x; };\n"
                        "int entry(handle *h) { return h->x.load(); }\n"
                        "void f(handle *h) { h->x.store(1); }"),
              Lines{"reference guarded h->x.store(1)"});
}

TEST(WriteSitesCxx, an_object_made_in_place_of_another_writes_it) {
    EXPECT_EQ(lines_cxx("#include <new>\nstruct handle { int x; };\n"
                        "int entry(handle *h) { return h->x; }\n"
                        "void f(handle *h) { new (h) handle; }"),
              Lines{"whole object guarded new (h) handle"});
    EXPECT_EQ(lines_cxx("#include <new>\nstruct handle { int x; };\n"
                        "void entry(handle *h) { new (h) handle(); }"),
              Lines{"whole object refused new (h) handle()"});
}

TEST(WriteSitesCxx, constructors_make_new_objects) {
    EXPECT_EQ(lines_cxx("struct handle { int x; handle() : x(1) { x = 2; } };\n"
                        "void entry(handle *) { handle own; }"),
              (Lines{"initialisation proved x(1)", "assignment proved x = 2"}));
    EXPECT_EQ(lines_cxx(handle + "void f(handle const &h) { handle copy(h); }"),
              Lines{"initialisation proved copy(h)"});
}

TEST(WriteSitesCxx, instances_of_templates_are_looked_at) {
    EXPECT_EQ(lines_cxx(handle + "template<class T> void set(T *p) { p->x = 1; }\n"
                                 "void f(handle *h) { set(h); }"),
              Lines{"assignment guarded p->x = 1"});
    EXPECT_EQ(lines_cxx(handle + "struct other { int x; };\n"
                                 "template<class T> void set(T *p) { p->x = 1; }\n"
                                 "void f(other *h) { set(h); }"),
              Lines{"nothing proved"});
}

TEST(WriteSitesCxx, pointers_to_members_may_mean_any_member) {
    EXPECT_EQ(lines_cxx(handle + "void f(handle *h, int handle::*m) { h->*m = 1; }"),
              Lines{"pointer guarded h->*m = 1"});
}

TEST(WriteSitesCxx, loops_over_an_array_write_its_elements) {
    EXPECT_EQ(lines_cxx("struct handle { int x[3]; };\n"
                        "int entry(handle *h) { return h->x[1]; }\n"
                        "void f(handle *h) { for (int &each : h->x) each = 1; }"),
              Lines{"pointer guarded each = 1"});
}

TEST(WriteSitesCxx, what_the_compiler_may_run_has_no_guard) {
    EXPECT_EQ(lines_cxx(handle + "constexpr void f(handle &h) { h.x = 1; }"),
              Lines{"assignment tested h.x = 1"});
    auto const scanned = scan({.sources = {{"unit.cpp", handle + "constexpr void f(handle &h) "
                                                                 "{ h.x = 1; }"}},
                               .path = {"handle.x"},
                               .is_testable = false});
    EXPECT_EQ(scanned->codes(), Lines{"S0204"});
}

} // namespace
} // namespace specialize
