// SPDX-License-Identifier: BSD-2-Clause
// Reads facts functions as the front writes them.
#include "scanned.hpp"

#include <specialize/scan/fact_paths.hpp>

#include <rewrite/syntax/clang.hpp>

#include <gtest/gtest.h>

namespace specialize {
namespace {

/// One line for each fact: "0 h->a.b: a b = 3".
std::vector<std::string> facts(std::string const& file, std::string const& text) {
    auto const unit = parsed({file, text});
    std::vector<std::string> lines;
    auto const* const function =
        llvm::dyn_cast_or_null<clang::FunctionDecl>(find_value(*unit, "flatland_facts_v"));
    for (Invariant const& each : invariants_in(*unit, 0, *function)) {
        std::string line = std::to_string(each.number) + " " + each.text + ":";
        for (auto const& part : each.path)
            line += " " + part.declaration->getNameAsString();
        if (each.value) line += " = " + llvm::toString(*each.value, 10);
        lines.push_back(line);
    }
    return lines;
}

using Lines = std::vector<std::string>;

TEST(FactPaths, lead_through_members_pointers_and_elements) {
    std::string const head = "struct inner { int op; }; struct part { struct inner x; };\n"
                             "struct handle { struct part *private; int list[3]; int *far; };\n"
                             "int global; enum { ENCODE = 2 };\n"
                             "void flatland_fact(int, int);\n"
                             "void flatland_facts_v(struct handle *h, int n) {\n";
    EXPECT_EQ(facts("unit.c", head + "flatland_fact(0, 0);\nh->private->x.op = ENCODE;\n"
                                     "flatland_fact(1, 0);\nh[0].list[2] = 7;\n"
                                     "flatland_fact(2, 0);\n*h->far = n;\n"
                                     "flatland_fact(3, 0);\nn = 3;\n"
                                     "flatland_fact(4, 0);\nglobal = 4;\n}"),
              (Lines{"0 h->private->x.op: private x op = 2", "1 h[0].list[2]: list = 7",
                     "2 *h->far: far", "3 n: = 3", "4 global: global = 4"}));
}

TEST(FactPaths, see_through_the_casts_of_constants_and_classes) {
    EXPECT_EQ(facts("unit.cpp",
                    "struct handle { const int x; struct stream *s; static int shared; };\n"
                    "extern \"C\" void flatland_fact(int, int);\n"
                    "extern const void *const table[];\n"
                    "extern \"C\" void flatland_facts_v(handle *h) {\n"
                    "flatland_fact(0, 0);\n"
                    "*const_cast<__remove_cv(__typeof__(h->x)) *>(&(h->x)) = 1;\n"
                    "flatland_fact(1, 0);\n*(const void *const **)(h->s) = &table[2];\n"
                    "flatland_fact(2, 0);\nh->shared = 5;\n}"),
              (Lines{"0 *const_cast<__remove_cv(__typeof__(h->x)) *>(&(h->x)): x = 1",
                     "1 *(const void *const **)(h->s): s", "2 h->shared: shared = 5"}));
}

TEST(FactPaths, cover_what_only_members_and_variables_lead_to) {
    auto const unit =
        parsed({"unit.c", "struct part { int x; int *far; int list[3]; struct part **parts; };\n"
                          "struct handle { struct part *part; struct part inner[2]; };\n"
                          "int global; int *pointer; void flatland_fact(int, int);\n"
                          "void flatland_facts_v(struct handle *h, int *p) {\n"
                          "flatland_fact(0, 0);\nh->part->x = 1;\n"
                          "flatland_fact(0, 0);\nh[0].inner[1].list[2] = 1;\n"
                          "flatland_fact(0, 0);\nglobal = 1;\n"
                          "flatland_fact(0, 0);\n*(__typeof__(h->part->x) *)(&(h->part->x)) = 1;\n"
                          "flatland_fact(1, 0);\n*h->part->far = 1;\n"
                          "flatland_fact(1, 0);\nh->part->far[1] = 1;\n"
                          "flatland_fact(1, 0);\nh->part->parts[1]->x = 1;\n"
                          "flatland_fact(1, 0);\n(*h->part->parts)->x = 1;\n"
                          "flatland_fact(1, 0);\n(h->part + 1)->x = 1;\n"
                          "flatland_fact(1, 0);\n*pointer = 1;\n"
                          "flatland_fact(1, 0);\n*p = 1;\n}"});
    auto const* const function =
        llvm::dyn_cast_or_null<clang::FunctionDecl>(find_value(*unit, "flatland_facts_v"));
    std::vector<Invariant> const all = invariants_in(*unit, 0, *function);
    EXPECT_EQ(all.size(), 11U);
    for (Invariant const& each : all)
        EXPECT_EQ(each.is_covered, each.number == 0) << each.text;
}

TEST(FactPaths, cover_members_behind_references) {
    auto const unit = parsed({"unit.cpp", "struct key { int kind; int &far; };\n"
                                          "extern \"C\" void flatland_fact(int, int);\n"
                                          "extern \"C\" void flatland_facts_v(key &k, int &r) {\n"
                                          "flatland_fact(0, 0);\nk.kind = 1;\n"
                                          "flatland_fact(1, 0);\nk.far = 1;\n"
                                          "flatland_fact(1, 0);\nr = 1;\n}"});
    auto const* const function =
        llvm::dyn_cast_or_null<clang::FunctionDecl>(find_value(*unit, "flatland_facts_v"));
    std::vector<Invariant> const all = invariants_in(*unit, 0, *function);
    EXPECT_EQ(all.size(), 3U);
    for (Invariant const& each : all)
        EXPECT_EQ(each.is_covered, each.number == 0) << each.text;
}

TEST(FactPaths, facts_functions_write_nothing) {
    auto const scanned =
        scan({.sources = {{"unit.c", "struct handle { int x; };\n"
                                     "int entry(struct handle *h) { return h->x; }\n"
                                     "void flatland_facts_v(struct handle *h) { h->x = 1; }"}},
              .path = {"handle.x"}});
    EXPECT_EQ(scanned->lines(), Lines{"nothing proved"});
}

} // namespace
} // namespace specialize
