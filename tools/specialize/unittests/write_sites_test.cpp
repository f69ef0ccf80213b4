// SPDX-License-Identifier: BSD-2-Clause
// One case for each way of C to write a member, outside of the phase and inside.
#include "scanned.hpp"

#include <gtest/gtest.h>

namespace specialize {
namespace {

using Lines = std::vector<std::string>;

std::string const structs = "struct inner { int a, b; };\n"
                            "struct handle { int x; int y; int list[4]; struct inner in; };\n"
                            "int entry(struct handle *h) { return h->x; }\n";

TEST(WriteSites, a_member_that_nothing_writes_is_proved) {
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { h->y = h->x; }"),
              Lines{"nothing proved"});
}

TEST(WriteSites, an_assignment_outside_of_the_phase_is_guarded) {
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { h->x = 1; }"),
              Lines{"assignment guarded h->x = 1"});
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { h->x += 2; (*h).x -= 1; }"),
              (Lines{"assignment guarded h->x += 2", "assignment guarded (*h).x -= 1"}));
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { ++h->x; h[1].x--; }"),
              (Lines{"increment guarded ++h->x", "increment guarded h[1].x--"}));
}

TEST(WriteSites, a_write_inside_of_the_phase_is_refused_with_its_place) {
    auto const scanned = scan({.sources = {{"unit.c", "struct handle { int x; };\n"
                                                      "static void set(struct handle *h)\n"
                                                      "{ h->x = 1; }\n"
                                                      "void entry(struct handle *h) { set(h); }"}},
                               .path = {"handle.x"}});
    EXPECT_EQ(scanned->lines(), Lines{"assignment refused h->x = 1"});
    ASSERT_EQ(scanned->codes(), Lines{"S0201"});
    rewrite::Diagnostic const& refusal = scanned->diagnostics.all()[0];
    EXPECT_EQ(refusal.message, "`handle.x` is written inside its own phase");
    EXPECT_EQ(refusal.place.file, "unit.c");
    EXPECT_EQ(refusal.place.line, 3U);
    EXPECT_EQ(refusal.place.column, 3U);
}

TEST(WriteSites, indirect_calls_reach_functions_of_their_type) {
    std::string const text = "struct handle { int x; };\n"
                             "struct ops { void (*set)(struct handle *); };\n"
                             "static void set(struct handle *h) { h->x = 1; }\n"
                             "struct ops table = { set };\n"
                             "void entry(struct handle *h, struct ops *o) { o->set(h); }";
    EXPECT_EQ(lines_c(text), Lines{"assignment refused h->x = 1"});
    std::string const other = "struct handle { int x; };\n"
                              "static int set(struct handle *h) { return h->x = 1; }\n"
                              "int (*kept)(struct handle *) = set;\n"
                              "void entry(struct handle *h, void (*f)(long)) { f(h->x); }";
    EXPECT_EQ(lines_c(other), Lines{"assignment guarded h->x = 1"});
    std::string const cast = "struct handle { int x; };\n"
                             "static int set(struct handle *h) { return h->x = 1; }\n"
                             "void (*kept)(long) = (void (*)(long))set;\n"
                             "void entry(struct handle *h, void (*f)(long)) { f(h->x); }";
    EXPECT_EQ(lines_c(cast), Lines{"assignment refused h->x = 1"});
}

TEST(WriteSites, objects_made_in_the_phase_are_others) {
    EXPECT_EQ(lines_c("struct handle { int x; };\n"
                      "static void set(struct handle *p) { p->x = 1; }\n"
                      "void entry(struct handle *h) { struct handle own; own.x = 2; set(&own); }"),
              (Lines{"assignment proved p->x = 1", "assignment proved own.x = 2"}));
    EXPECT_EQ(lines_c("struct handle { int x; };\n"
                      "static void set(struct handle *p) { p->x = 1; }\n"
                      "void entry(struct handle *h, int c)\n"
                      "{ struct handle own; set(c ? &own : h); }"),
              Lines{"assignment refused p->x = 1"});
    EXPECT_EQ(lines_c("#include <stdlib.h>\nstruct handle { int x; };\n"
                      "void entry(struct handle *h)\n"
                      "{ struct handle *own = malloc(sizeof *own); own->x = 2; free(own); }"),
              Lines{"assignment proved own->x = 2"});
}

TEST(WriteSites, an_entry_that_may_call_itself_has_no_objects_of_its_own) {
    EXPECT_EQ(lines_c("struct handle { int x; };\n"
                      "void entry(struct handle *h)\n"
                      "{ struct handle own; own.x = 2; entry(&own); }"),
              Lines{"assignment refused own.x = 2"});
}

TEST(WriteSites, a_call_from_outside_of_a_function_of_the_phase_is_guarded) {
    EXPECT_EQ(lines_c("struct handle { int x; };\n"
                      "static void set(struct handle *p) { p->x = 1; }\n"
                      "void entry(struct handle *h) { struct handle own; set(&own); }\n"
                      "void open(struct handle *h) { set(h); }"),
              (Lines{"assignment proved p->x = 1", "assignment guarded set(h)"}));
}

TEST(WriteSites, a_write_of_the_declared_value_breaks_nothing) {
    auto const of = [](std::string const& text) {
        return scan({.sources = {{"unit.c", text}}, .path = {"handle.x"}, .value = 1})->lines();
    };
    EXPECT_EQ(of("struct handle { int x; }; enum { ENCODE = 1 };\n"
                 "void entry(struct handle *h) { h->x = ENCODE; }"),
              Lines{"assignment proved h->x = ENCODE"});
    EXPECT_EQ(of("struct handle { int x; };\n"
                 "static void set(struct handle *h, int x) { h->x = x; }\n"
                 "void entry(struct handle *h) { struct handle o; set(h, 1); set(&o, 2); }"),
              Lines{"assignment proved h->x = x"});
    EXPECT_EQ(of("struct handle { int x; };\n"
                 "static void set(struct handle *h, int x) { h->x = x; }\n"
                 "void entry(struct handle *h) { set(h, 2); }"),
              Lines{"assignment refused h->x = x"});
    EXPECT_EQ(of("struct handle { int x; };\n"
                 "static void set(struct handle *h, int x) { ++x; h->x = x; }\n"
                 "void entry(struct handle *h) { set(h, 1); }"),
              Lines{"assignment refused h->x = x"});
}

TEST(WriteSites, whole_objects_and_those_around_them_are_written_too) {
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h, struct handle *o) { *h = *o; }"),
              Lines{"whole object guarded *h = *o"});
    EXPECT_EQ(lines_c(structs + "struct outer { struct handle h[2]; };\n"
                                "void f(struct outer *a, struct outer *b) { *a = *b; }"),
              Lines{"whole object guarded *a = *b"});
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h, struct inner i) { h->in = i; }"),
              Lines{"nothing proved"});
}

TEST(WriteSites, a_member_on_the_way_to_another_is_written_with_its_object_only) {
    std::string const text = "struct inner { int a, b; };\n"
                             "struct handle { struct inner in; struct inner *far; };\n"
                             "int entry(struct handle *h) { return h->in.a; }\n";
    auto const of = [&](std::string const& code, std::vector<std::string> path) {
        return scan({.sources = {{"unit.c", text + code}}, .path = std::move(path)})->lines();
    };
    EXPECT_EQ(of("void f(struct handle *h) { h->in.b = 1; }", {"handle.in", "inner.a"}),
              Lines{"nothing proved"});
    EXPECT_EQ(
        of("void f(struct handle *h, struct inner i) { h->in = i; }", {"handle.in", "inner.a"}),
        Lines{"whole object guarded h->in = i"});
    EXPECT_EQ(of("void f(struct handle *h) { h->far = 0; }", {"handle.far", "inner.a"}),
              Lines{"assignment guarded h->far = 0"});
    EXPECT_EQ(of("void f(struct handle *h) { h->in.b = 1; }", {"handle.in"}),
              Lines{"assignment guarded h->in.b = 1"});
}

TEST(WriteSites, a_member_that_is_an_object_is_followed_through_pointers_to_it) {
    std::string const text = "struct inner { int a, b; };\n"
                             "struct handle { struct inner in; struct inner out; };\n"
                             "int entry(struct handle *h) { return h->in.a; }\n";
    auto const of = [&](std::string const& code) {
        return scan({.sources = {{"unit.c", text + code}}, .path = {"handle.in"}})->lines();
    };
    EXPECT_EQ(of("void f(struct handle *h) { struct inner *p = &h->in; p->b = 1; }"),
              Lines{"pointer guarded p->b = 1"});
    EXPECT_EQ(of("static void set(struct inner *p) { *p = (struct inner){1, 2}; }\n"
                 "void f(struct handle *h) { set(&h->in); }"),
              Lines{"pointer guarded *p = (struct inner){1, 2}"});
    EXPECT_EQ(of("void f(struct handle *h) { struct inner *p = &h->out; p->b = 1; }"),
              Lines{"nothing proved"});
    EXPECT_EQ(of("void *kept; void f(struct handle *h) { kept = &h->in; }\n"
                 "void g(void) { ((struct inner *)kept)->a = 1; }"),
              Lines{"pointer guarded ((struct inner *)kept)->a = 1"});
    EXPECT_EQ(of("void far(struct inner *); void f(struct handle *h) { far(&h->in); }"),
              Lines{"escape tested far(&h->in)"});
}

TEST(WriteSites, byte_functions_write_objects_and_read_them) {
    std::string const text = "#include <string.h>\n#include <unistd.h>\n" + structs;
    EXPECT_EQ(lines_c(text + "void f(struct handle *h) { memset(h, 0, sizeof *h); }"),
              Lines{"bytes guarded memset(h, 0, sizeof *h)"});
    EXPECT_EQ(lines_c(text + "void f(struct handle *h) { memcpy(&h->x, \"abcd\", 4); }"),
              Lines{"bytes guarded memcpy(&h->x, \"abcd\", 4)"});
    EXPECT_EQ(lines_c(text + "void f(struct handle *h) { memcpy(&h->y, \"abcd\", 4); }"),
              Lines{"nothing proved"});
    EXPECT_EQ(lines_c(text + "void f(struct handle *h) { memset(&h->y, 0, 8); }"),
              Lines{"bytes guarded memset(&h->y, 0, 8)"});
    EXPECT_EQ(lines_c(text + "void f(struct handle *h, char *b) { memcpy(b, h, sizeof *h); }"),
              Lines{"nothing proved"});
    EXPECT_EQ(lines_c(text + "void f(struct handle *h) { read(0, h, sizeof *h); }"),
              Lines{"bytes guarded read(0, h, sizeof *h)"});
    EXPECT_EQ(lines_c(text + "void f(struct handle *h) { write(1, h, sizeof *h); }"),
              Lines{"nothing proved"});
}

TEST(WriteSites, an_address_is_followed_to_the_writes_through_it) {
    EXPECT_EQ(lines_c(structs + "static void set(int *p) { *p = 1; }\n"
                                "void f(struct handle *h) { set(&h->x); }"),
              Lines{"pointer guarded *p = 1"});
    EXPECT_EQ(lines_c(structs + "static int get(int *p) { return *p; }\n"
                                "void f(struct handle *h) { get(&h->x); }"),
              Lines{"nothing proved"});
    EXPECT_EQ(lines_c(structs + "int *kept; void f(struct handle *h) { kept = &h->x; }\n"
                                "void g(void) { kept[0] = 1; }"),
              Lines{"pointer guarded kept[0] = 1"});
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { int *p, **pp = &p; *pp = &h->x;\n"
                                "*p = 1; *pp = 0; }"),
              Lines{"pointer guarded *p = 1"});
    EXPECT_EQ(lines_c(structs + "static int *at(struct handle *h) { return &h->x; }\n"
                                "void f(struct handle *h) { *at(h) = 1; }"),
              Lines{"pointer guarded *at(h) = 1"});
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { *&h->x = 1; }"),
              Lines{"assignment guarded *&h->x = 1"});
}

TEST(WriteSites, a_write_through_a_pointer_inside_of_the_phase_makes_the_entry_test) {
    std::string const text = "struct handle { int x; };\n"
                             "int *kept; void f(struct handle *h) { kept = &h->x; }\n"
                             "void entry(struct handle *h) { *kept = 1; }";
    EXPECT_EQ(lines_c(text), Lines{"pointer tested *kept = 1"});
    auto const scanned =
        scan({.sources = {{"unit.c", text}}, .path = {"handle.x"}, .is_testable = false});
    EXPECT_EQ(scanned->codes(), Lines{"S0203"});
}

TEST(WriteSites, an_address_that_leaves_makes_the_entry_test) {
    std::string const text = structs + "void far(int *);\n"
                                       "void f(struct handle *h) { far(&h->x); }";
    EXPECT_EQ(lines_c(text), Lines{"escape tested far(&h->x)"});
    EXPECT_EQ(lines_c(structs + "void far(int const *);\n"
                                "void f(struct handle *h) { far(&h->x); }"),
              Lines{"nothing proved"});
    EXPECT_EQ(lines_c(structs + "void far(void *);\nvoid f(struct handle *h) { far(h); }"),
              Lines{"escape tested far(h)"});
    EXPECT_EQ(lines_c(structs + "void far(void *, void *);\nstatic void *kept;\n"
                                "void f(struct handle *h) { kept = h; }\n"
                                "void g(void) { far(0, kept); }"),
              Lines{"escape tested far(0, kept)"});
    auto const scanned =
        scan({.sources = {{"unit.c", text}}, .path = {"handle.x"}, .is_testable = false});
    EXPECT_EQ(scanned->codes(), Lines{"S0202"});
    EXPECT_FALSE(
        scan({.sources = {{"unit.c", text}}, .path = {"handle.x"}})->obligations.is_stable[0]);
}

TEST(WriteSites, bytes_that_come_from_an_object_may_be_its_members) {
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { char *p = (char *)h; p[2] = 1; }"),
              Lines{"bytes guarded p[2] = 1"});
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h, char *p) { p[2] = 1; }"),
              Lines{"nothing proved"});
    EXPECT_EQ(lines_c(structs + "struct other { int z; };\n"
                                "void f(struct handle *h) { ((struct other *)h)->z = 1; }"),
              Lines{"bytes guarded ((struct other *)h)->z = 1"});
}

TEST(WriteSites, a_pointer_kept_as_bytes_leads_back_to_its_own_class) {
    EXPECT_EQ(lines_c("struct handle { int x; }; struct other { int z; };\n"
                      "struct client { char *private; };\n"
                      "int entry(struct client *c) { return ((struct handle *)c->private)->x; }\n"
                      "void f(struct client *c, struct handle *h) { c->private = (char *)h; }\n"
                      "void g(struct client *c) { ((struct other *)c->private)->z = 1; }\n"
                      "void s(struct client *c) { ((struct handle *)c->private)->x = 1; }"),
              Lines{"assignment guarded ((struct handle *)c->private)->x = 1"});
}

TEST(WriteSites, members_of_the_same_union_overlap) {
    EXPECT_EQ(lines_c("union handle { int x; float f; };\n"
                      "int entry(union handle *h) { return h->x; }\n"
                      "void f(union handle *h) { h->f = 1; }"),
              Lines{"union guarded h->f = 1"});
    EXPECT_EQ(lines_c("struct handle { int x; }; union u { struct handle h; char bytes[4]; };\n"
                      "int entry(struct handle *h) { return h->x; }\n"
                      "void f(union u *u) { u->bytes[1] = 1; }"),
              Lines{"union guarded u->bytes[1] = 1"});
}

TEST(WriteSites, assembly_makes_the_entry_test_and_is_refused_inside) {
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { asm(\"nop\" : \"=m\"(h->x)); }"),
              Lines{"assembly tested asm(\"nop\" : \"=m\"(h->x))"});
    EXPECT_EQ(lines_c("struct handle { int x; };\n"
                      "void entry(struct handle *h) { asm(\"nop\" : \"=m\"(h->x)); }"),
              Lines{"assembly refused asm(\"nop\" : \"=m\"(h->x))"});
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { asm(\"nop\" :: \"r\"(h) : \"memory\"); "
                                "asm(\"nop\" ::: \"memory\"); }"),
              Lines{"assembly tested asm(\"nop\" :: \"r\"(h) : \"memory\")"});
}

TEST(WriteSites, new_objects_are_no_break) {
    EXPECT_EQ(lines_c(structs + "struct handle one = { 1, 2 };\n"
                                "void f(void) { struct handle two = { .x = 3 }; (void)two; }"),
              (Lines{"initialisation proved { 1, 2 }", "initialisation proved { .x = 3 }"}));
    EXPECT_EQ(lines_c("#include <stdlib.h>\n" + structs +
                      "struct handle *f(void) { struct handle *h = malloc(sizeof *h);\n"
                      "if (!h) return 0; h->x = 1; return h; }"),
              Lines{"assignment proved h->x = 1"});
    EXPECT_EQ(lines_c("#include <stdlib.h>\n" + structs +
                      "struct handle *last; void f(void) {\n"
                      "struct handle *h = malloc(sizeof *h); last = h; h->x = 1; }"),
              Lines{"assignment guarded h->x = 1"});
    EXPECT_EQ(lines_c("#include <stdlib.h>\n" + structs +
                      "struct handle *last; void f(void) { struct handle *h = calloc(1, 9);\n"
                      "for (int i = 0; i < 2; ++i) { h->x = 1; last = h; } }"),
              Lines{"assignment guarded h->x = 1"});
}

TEST(WriteSites, global_variables_are_followed_as_members_are) {
    auto const of = [](std::string const& text) {
        return scan({.sources = {{"unit.c", text}}, .path = {"global"}})->lines();
    };
    EXPECT_EQ(of("int global = 3; int entry(void) { return global; }\n"
                 "void f(void) { global = 4; }"),
              (Lines{"initialisation proved int global = 3", "assignment guarded global = 4"}));
    EXPECT_EQ(of("int const global = 3; int entry(void) { return global; }"),
              Lines{"initialisation proved int const global = 3"});
    EXPECT_EQ(of("static int global; int entry(void) { return global; }\n"
                 "void g(void) { int global; global = 1; }"),
              Lines{"nothing proved"});
}

TEST(WriteSites, atomic_stores_are_writes_and_loads_are_none) {
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { __atomic_store_n(&h->x, 1, 0); }\n"
                                "int g(struct handle *h) { return __atomic_load_n(&h->x, 0); }"),
              Lines{"assignment guarded __atomic_store_n(&h->x, 1, 0)"});
    EXPECT_EQ(lines_c(structs + "void f(struct handle *h) { __sync_fetch_and_add(&h->x, 1); }"),
              Lines{"bytes guarded __sync_fetch_and_add(&h->x, 1)"});
}

} // namespace
} // namespace specialize
