// SPDX-License-Identifier: BSD-2-Clause
// Programs of several sources, and what is said of sources that are not given.
#include "scanned.hpp"

#include <gtest/gtest.h>

namespace specialize {
namespace {

using Lines = std::vector<std::string>;

/// As the preprocessor shows an included header.
std::string const header = "# 1 \"handle.h\" 1\nstruct handle { int x; };\n"
                           "static inline void reset(struct handle *h) { h->x = 0; }\n"
                           "int entry(struct handle *h); void set(struct handle *h, int x);\n"
                           "# 2 \"one.c\" 2\n";

TEST(Program, a_header_that_several_sources_see_is_listed_once_and_guarded_in_each) {
    auto const scanned = scan({.sources = {{"one.c", header + "int entry(struct handle *h) "
                                                              "{ return h->x; }"},
                                           {"two.c", header + "void f(struct handle *h) "
                                                              "{ reset(h); set(h, 2); }"}},
                               .path = {"handle.x"}});
    EXPECT_EQ(scanned->lines(), Lines{"assignment guarded h->x = 0"});
    EXPECT_EQ(scanned->obligations.list[0].place.file, "handle.h");
    for (size_t i = 0; i < 2; ++i)
        EXPECT_NE(scanned->guarded(i).find("h->x = 0, flatland_invariant_fell("),
                  std::string::npos);
}

TEST(Program, calls_lead_from_one_source_to_another) {
    EXPECT_EQ(scan({.sources = {{"one.c", header + "int entry(struct handle *h) "
                                                   "{ set(h, 1); return h->x; }"},
                                {"two.c", header + "void set(struct handle *h, int x) "
                                                   "{ h->x = x; }"}},
                    .path = {"handle.x"}})
                  ->codes(),
              (Lines{"S0201"}));
    EXPECT_EQ(scan({.sources = {{"one.c", header + "static void far(struct handle *h) { (void)h; }"
                                                   "int entry(struct handle *h) "
                                                   "{ far(h); return h->x; }"},
                                {"two.c", header + "static void far(struct handle *h) "
                                                   "{ h->x = 1; }\n"
                                                   "void f(struct handle *h) { far(h); }"}},
                    .path = {"handle.x"}})
                  ->lines(),
              (Lines{"assignment guarded h->x = 0", "assignment guarded h->x = 1"}));
}

TEST(Program, sources_that_are_not_given_make_the_entry_test_what_they_see) {
    Question question{.sources = {{"one.c", header + "int entry(struct handle *h) "
                                                     "{ return h->x; }"}},
                      .path = {"handle.x"},
                      .is_closed = false};
    auto const open = scan(question);
    EXPECT_EQ(open->obligations.list.back().kind, "other sources");
    EXPECT_EQ(open->obligations.list.back().met, Met::tested);
    EXPECT_FALSE(open->obligations.is_stable[0]);
    question.is_testable = false;
    EXPECT_EQ(scan(question)->codes(), Lines{"S0206"});
    question.is_closed = true;
    auto const closed = scan(question);
    EXPECT_EQ(closed->obligations.list.back().met, Met::assumed);
    EXPECT_EQ(closed->obligations.list.back().reason,
              "`x` can be written by sources that are not given: the program is closed");
    EXPECT_TRUE(closed->obligations.is_stable[0]);
}

TEST(Program, a_library_may_write_its_own_variables_in_a_closed_program_too) {
    SourceText const one{"one.c", "extern int optind; int entry(void) { return optind; }"};
    EXPECT_FALSE(scan({.sources = {one}, .path = {"optind"}})->obligations.is_stable[0]);
    SourceText const two{"two.c", "int optind = 1;"};
    EXPECT_TRUE(scan({.sources = {one, two}, .path = {"optind"}})->obligations.is_stable[0]);
}

TEST(Program, what_other_sources_cannot_name_they_do_not_write) {
    auto const of = [](std::string const& text, std::string const& path) -> bool {
        return scan({.sources = {{"one.c", text}}, .path = {path}, .is_closed = false})
            ->obligations.is_stable[0];
    };
    std::string const own = "struct handle { int x; };\n"
                            "int entry(struct handle *h) { return h->x; }\n";
    EXPECT_TRUE(of(own, "handle.x"));
    EXPECT_TRUE(of(own + "static int *at(struct handle *h) { return &h->x; }\n"
                         "int f(struct handle *h) { return *at(h); }",
                   "handle.x"));
    EXPECT_FALSE(of(own + "int *at(struct handle *h) { return &h->x; }", "handle.x"));
    EXPECT_TRUE(of("static int global; int entry(void) { return global; }", "global"));
    EXPECT_TRUE(of("int const global = 1; int entry(void) { return global; }", "global"));
    EXPECT_FALSE(of("int global; int entry(void) { return global; }", "global"));
}

TEST(Program, calls_through_a_member_reach_what_was_stored_there) {
    std::string const text = "struct handle { int x; };\n"
                             "struct ops { int (*get)(struct handle *); "
                             "int (*put)(struct handle *); };\n"
                             "static int get(struct handle *h) { return h->x; }\n"
                             "static int put(struct handle *h) { return h->x = 1; }\n";
    EXPECT_EQ(lines_c(text + "static struct ops table = { get, put };\n"
                             "int entry(struct handle *h, struct ops *o) { return o->get(h); }\n"
                             "int f(struct handle *h) { return table.put(h); }"),
              Lines{"assignment guarded h->x = 1"});
    EXPECT_EQ(lines_c(text + "void f(struct ops *o) { o->put = put; o->get = o->put; }\n"
                             "int entry(struct handle *h, struct ops *o) { return o->get(h); }"),
              Lines{"assignment refused h->x = 1"});
    EXPECT_EQ(lines_c(text + "void *find(char const *); void *kept = (void *)put;\n"
                             "int entry(struct handle *h)\n"
                             "{ return ((int (*)(struct handle *))find(\"a\"))(h); }"),
              Lines{"assignment refused h->x = 1"});
}

TEST(Program, other_code_may_hand_any_function_to_one_that_it_can_call) {
    std::string const text = "struct handle { int x; }; typedef int method(struct handle *);\n"
                             "static int get(struct handle *h) { return h->x; }\n"
                             "int put(struct handle *h) { return h->x = 1; }\n"
                             "method *kept = put;\n"
                             "int entry(struct handle *h, method *m) { return m(h); }\n"
                             "int f(struct handle *h) { return entry(h, get); }";
    Question question{.sources = {{"one.c", text}}, .path = {"handle.x"}};
    EXPECT_EQ(scan(question)->lines(), Lines{"assignment guarded h->x = 1"});
    question.is_closed = false;
    EXPECT_EQ(scan(question)->lines(), Lines{"assignment refused h->x = 1"});
}

TEST(Program, a_path_without_memory_is_proved) {
    Question question{.sources = {{"one.c", "int entry(int flags) { return flags; }"}},
                      .path = {},
                      .is_closed = false};
    auto const scanned = scan(question);
    EXPECT_EQ(scanned->lines(), Lines{"nothing proved"});
    EXPECT_TRUE(scanned->obligations.is_stable[0]);
}

} // namespace
} // namespace specialize
