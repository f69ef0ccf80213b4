// SPDX-License-Identifier: BSD-2-Clause
// Compiles programs with their guards by both compilers, and counts the guards that run.
#include "scanned.hpp"

#include <rewrite/unittests/workspace.hpp>

#include <gtest/gtest.h>

namespace specialize {
namespace {

using rewrite::Ran;

std::string const counter = "struct FlatlandInvariant { int unused; } flatland_invariant_x;\n"
                            "int flatland_count;\n"
                            "void flatland_invariant_fell(struct FlatlandInvariant const *which)\n"
                            "{ if (which == &flatland_invariant_x) ++flatland_count; }\n";

/// What the program prints when it is built by each of the two compilers; its guards count.
std::vector<std::string> outputs(Question const& question) {
    auto const scanned = scan(question);
    if (!scanned) return {};
    EXPECT_FALSE(scanned->diagnostics.has_errors());
    rewrite::Workspace const workspace;
    workspace.write("counter.c", counter);
    std::string objects;
    bool is_c = true;
    for (size_t i = 0; i < question.sources.size(); ++i) {
        workspace.write(question.sources[i].name, scanned->guarded(i));
        is_c &= question.sources[i].name.ends_with(".c");
        objects += " " + question.sources[i].name;
    }
    std::vector<std::string> all;
    for (std::string const compiler : {is_c ? "clang-19" : "clang++-19", is_c ? "gcc" : "g++"}) {
        std::string const c = compiler.starts_with("clang") ? "clang-19" : "gcc";
        std::string const flags = is_c ? " -std=gnu17" : " -std=c++20";
        Ran const ran = rewrite::shell(c + " -c counter.c -o counter.o && " + compiler + flags +
                                       " -Wall -Wextra -Werror -Wno-unused-value -O1" + objects +
                                       " counter.o -o program && ./program");
        EXPECT_EQ(ran.status, 0) << ran.output << scanned->guarded(0);
        all.push_back(ran.output);
    }
    return all;
}

using Outputs = std::vector<std::string>;

std::string const head_c = "#include <stdio.h>\n#include <string.h>\nextern int flatland_count;\n"
                           "struct handle { int x; unsigned bits : 3; int y; };\n"
                           "int entry(struct handle *h) { return h->x; }\n";

Outputs outputs_c(std::string const& text) {
    return outputs({.sources = {{"program.c", head_c + text}}, .path = {"handle.x"}});
}

TEST(WriteGuards, run_behind_writes_whose_value_is_dropped) {
    EXPECT_EQ(outputs_c("int main(void) { struct handle h; struct handle *p = &h; int i;\n"
                        "p->x = 1; if (i = 2, p->x = i) p->x++;\n"
                        "for (p->x = 0; p->x < 3; ++p->x) i = 0;\n"
                        "switch (i) { case 0: p->x = 7; break; default: p->x = 8; }\n"
                        "do p->x = 5; while (i);\n"
                        "(void)(p->x = 6); i ? (void)0 : (void)(p->x = 9);\n"
                        "printf(\"%d %d\\n\", p->x, flatland_count); return entry(p) != 9; }"),
              (Outputs{"9 11\n", "9 11\n"}));
}

TEST(WriteGuards, hand_on_the_value_of_a_write) {
    EXPECT_EQ(outputs_c("static int set(struct handle *h) { return h->x = 4; }\n"
                        "int main(void) { struct handle h; struct handle *p = &h; int a, b;\n"
                        "a = set(p); b = p->y = p->x = 5; printf(\"%d %d \", a, b);\n"
                        "a = p->x++; b = ++p->x; printf(\"%d %d \", a, b);\n"
                        "a = (p->x += 3) > 9 ? p->x = 1 : (p->x = 2);\n"
                        "while ((p->x = a--) > 0) {}\n"
                        "printf(\"%d %d\\n\", p->x, flatland_count); return 0; }"),
              (Outputs{"4 5 5 7 0 8\n", "4 5 5 7 0 8\n"}));
}

TEST(WriteGuards, stand_behind_calls_that_write) {
    EXPECT_EQ(outputs_c("int main(void) { struct handle h, o = {3, 1, 2}; struct handle *p = &h;\n"
                        "memcpy(p, &o, sizeof h); *p = o; o = *(struct handle *)memset(p, 0, 4);\n"
                        "printf(\"%d %d %d\\n\", p->x, o.x, flatland_count); return 0; }"),
              (Outputs{"0 0 4\n", "0 0 4\n"}));
}

TEST(WriteGuards, of_bit_fields_keep_their_values) {
    auto const text = head_c + "int main(void) { struct handle h; struct handle *p = &h;\n"
                               "int a = p->bits = 5; a += ++p->bits;\n"
                               "printf(\"%d %d\\n\", a, flatland_count); return 0; }";
    EXPECT_EQ(outputs({.sources = {{"program.c", text}}, .path = {"handle.bits"}}),
              (Outputs{"11 2\n", "11 2\n"}));
}

TEST(WriteGuards, stand_behind_macros_and_within_their_arguments) {
    EXPECT_EQ(outputs_c("#define SET(h, v) (h)->x = v\n#define RUN(code) code\n#define ONE 1\n"
                        "int main(void) { struct handle h; struct handle *p = &h; int a;\n"
                        "SET(p, 3); RUN(p->x = 4); RUN(a = p->x = 5); p->x = ONE; a += SET(p, 6);\n"
                        "printf(\"%d %d %d\\n\", a, p->x, flatland_count); return 0; }"),
              (Outputs{"11 6 5\n", "11 6 5\n"}));
}

TEST(WriteGuards, within_a_macro_are_replaced_by_a_test) {
    auto const scanned =
        scan({.sources = {{"unit.c", head_c + "#define SET(h) do { (h)->x = 1; } while (0)\n"
                                              "void f(struct handle *h) { SET(h); }"}},
              .path = {"handle.x"}});
    EXPECT_EQ(scanned->lines(), std::vector<std::string>{"assignment tested SET(h)"});
    EXPECT_TRUE(scanned->obligations.guards[0].empty());
}

TEST(WriteGuards, of_sessions_stand_where_they_end) {
    std::string const text = head_c + "void far(struct handle *);\nint closed(struct handle *h);\n"
                                      "void closing(struct handle *h) { (void)h; }\n"
                                      "int main(void) { struct handle h; closing(&h); far(&h);\n"
                                      "int a = closed(&h); printf(\"%d %d\\n\", a, "
                                      "flatland_count); return 0; }";
    std::string const other = "struct handle; void far(struct handle *h);\n"
                              "void far(struct handle *h) { (void)h; }\n"
                              "int closed(struct handle *h);\n"
                              "int closed(struct handle *h) { (void)h; return 3; }\n";
    EXPECT_EQ(outputs({.sources = {{"program.c", text}, {"other.c", other}},
                       .path = {"handle.x"},
                       .until = {"closing", "far", "closed"}}),
              (Outputs{"3 3\n", "3 3\n"}));
    auto const scanned = scan(
        {.sources = {{"program.c", text}}, .path = {"handle.x"}, .until = {"closing", "closed"}});
    EXPECT_EQ(scanned->lines(), (std::vector<std::string>{"end of session guarded closing",
                                                          "end of session guarded closed(&h)"}));
    EXPECT_NE(scanned->guarded(0).find("a = (flatland_invariant_fell(&flatland_invariant_x), "
                                       "closed(&h))"),
              std::string::npos);
}

TEST(WriteGuards, of_a_session_that_ends_inside_itself_are_refused) {
    auto const scanned =
        scan({.sources = {{"unit.c", "struct handle { int x; }; void stop(struct handle *);\n"
                                     "void entry(struct handle *h) { stop(h); }"}},
              .path = {"handle.x"},
              .until = {"stop"}});
    EXPECT_EQ(scanned->codes(), std::vector<std::string>{"S0205"});
}

TEST(WriteGuards, run_in_cxx_behind_references_lambdas_templates_and_operators) {
    std::string const text =
        "#include <cstdio>\n#include <new>\n#include <utility>\nextern \"C\" int flatland_count;\n"
        "namespace far { struct handle { int x = 0; int y = 0;\n"
        "void set(int v) { x = v; } int get() { return x = y; } }; }\nusing far::handle;\n"
        "int entry(handle *h) { return h->x; }\n"
        "template<class T> int put(T &h, int v) { h.x = v; return h.x += v; }\n"
        "int main() { handle h, o; handle *p = &h; int v = 3;\n"
        "p->set(1); v += p->get(); int &r = h.x; r = 2; put(h, 1);\n"
        "[&] { h.x = 4; }(); auto f = [p](auto v) { return p->x = v; }; v += f(5);\n"
        "std::swap(h.x, v); v += std::exchange(h.x, 7); h = o; std::swap(h, o);\n"
        "new (p) handle; (h.x = 2) ? void() : void(p->x = 3);\n"
        "std::printf(\"%d %d %d\\n\", v, h.x, flatland_count); }\n";
    EXPECT_EQ(outputs({.sources = {{"program.cpp", text}}, .path = {"handle.x"}}),
              (Outputs{"13 2 13\n", "13 2 13\n"}));
}

TEST(WriteGuards, are_none_where_the_result_is_a_place) {
    auto const lines = lines_cxx("struct handle { int x; }; int entry(handle *h) { return h->x; }\n"
                                 "void f(handle *h) { (h->x = 1) = 2; int &r = ++h->x; (void)r; }");
    EXPECT_EQ(lines,
              (std::vector<std::string>{"assignment guarded (h->x = 1) = 2",
                                        "assignment tested h->x = 1", "increment tested ++h->x"}));
}

TEST(WriteGuards, keep_the_lines_of_the_text) {
    auto const scanned = scan({.sources = {{"unit.c", head_c + "void f(struct handle *h)\n"
                                                               "{\n    h->x = 1;\n}\n"}},
                               .path = {"handle.x"}});
    std::string const text = scanned->guarded(0);
    EXPECT_NE(text.find("    h->x = 1, flatland_invariant_fell(&flatland_invariant_x);\n"),
              std::string::npos)
        << text;
    EXPECT_TRUE(text.starts_with(
        "struct FlatlandInvariant; void flatland_invariant_fell(struct FlatlandInvariant const *); "
        "extern struct FlatlandInvariant flatland_invariant_x;\n# 1 \"unit.c\"\n"))
        << text;
}

} // namespace
} // namespace specialize
