// SPDX-License-Identifier: BSD-2-Clause
// What a facts function says of objects: what uses them, where they lie, what will be written
// there.
#include "module_text.hpp"

#include <specialize/engine/specialize.hpp>

#include <gtest/gtest.h>

namespace specialize {
namespace {

constexpr char marks[] = "declare void @flatland_fact(i32, i32)\n"
                         "declare void @flatland_object(i32, ptr, i64)\n"
                         "declare void @flatland_apart(ptr)\n"
                         "declare void @flatland_alone(ptr)\n"
                         "declare void @flatland_likely(ptr)\n"
                         "declare void @outside(ptr)\n"
                         "declare i32 @number()\n";

/// Facts of 16 bytes at p: the first four are 3.
std::string facts(std::string const& more) {
    return std::string(marks) +
           "define void @facts(ptr %p, ptr %q) noinline optnone {\n"
           "  call void @flatland_object(i32 0, ptr %p, i64 16)\n"
           "  call void @flatland_fact(i32 1, i32 0)\n"
           "  store i32 3, ptr %p, align 4\n" +
           more + "  ret void\n}\n";
}

std::string version_of(std::string const& source) {
    ModuleText text(source);
    prepare(text.module());
    auto const made = specialize(text.module(), {"entry", "version", "facts"});
    EXPECT_TRUE(std::holds_alternative<Version>(made));
    EXPECT_TRUE(text.is_sound());
    return text.printed("version");
}

bool has(std::string const& text, std::string const& words) {
    return text.find(words) != std::string::npos;
}

/// Calls something, then reads the fact.
std::string reading_behind(std::string const& call) {
    return "define i32 @entry(ptr %p, ptr %q) {\n  " + call +
           "\n  %x = load i32, ptr %p\n  ret i32 %x\n}\n";
}

constexpr char alone[] = "  call void @flatland_alone(ptr %p)\n";

TEST(Promises, an_object_that_is_used_alone_survives_calls_that_do_not_get_it) {
    std::string const call = reading_behind("call i32 @number()");
    EXPECT_TRUE(has(version_of(facts("") + call), "load i32"));
    EXPECT_TRUE(has(version_of(facts(alone) + call), "ret i32 3"));
}

TEST(Promises, an_object_that_is_used_alone_is_lost_to_calls_that_may_get_it) {
    for (char const* const call : {"call void @outside(ptr %p)", "call void @outside(ptr %q)"})
        EXPECT_TRUE(has(version_of(facts(alone) + reading_behind(call)), "load i32")) << call;
}

TEST(Promises, an_object_that_is_used_alone_is_lost_to_stores_that_may_hit_it) {
    std::string const body = version_of(facts(alone) + reading_behind("store i32 7, ptr %q"));
    EXPECT_TRUE(has(body, "load i32"));
}

TEST(Promises, llvm_hears_of_objects_that_are_stated_to_lie_apart) {
    std::string const entry = "define void @entry(ptr %p, ptr %q) {\n"
                              "  %x = load i32, ptr %q\n  store i32 %x, ptr %p\n  ret void\n}\n";
    std::string const known = "  call void @flatland_object(i32 2, ptr %q, i64 4)\n";
    EXPECT_FALSE(has(version_of(facts(known) + entry), "!noalias"));
    EXPECT_TRUE(has(version_of(facts(known + "  call void @flatland_apart(ptr %p)\n") + entry),
                    "!noalias"));
}

TEST(Promises, the_members_that_are_promised_tell_how_an_object_lies) {
    std::string const entry = "define i1 @entry(ptr %p, ptr %q) {\n"
                              "  %place = getelementptr i8, ptr %p, i64 OFFSET\n"
                              "  %number = ptrtoint ptr %place to i64\n"
                              "  %low = and i64 %number, 3\n"
                              "  %odd = icmp ne i64 %low, 0\n  ret i1 %odd\n}\n";
    auto const at = [&](std::string text, char const* offset) {
        return text.replace(text.find("OFFSET"), 6, offset);
    };
    std::string promised = facts("");
    promised.replace(promised.find("i32 1, i32 0"), 12, "i32 1, i32 1");
    std::string packed = promised;
    packed.replace(packed.find("align 4"), 7, "align 1");
    EXPECT_TRUE(has(version_of(promised + at(entry, "8")), "ret i1 false"));
    EXPECT_TRUE(has(version_of(promised + at(entry, "6")), "ret i1 true"));
    EXPECT_FALSE(has(version_of(packed + at(entry, "8")), "ret i1 false"));
    EXPECT_FALSE(has(version_of(facts("") + at(entry, "8")), "ret i1 false"));
}

constexpr char likely[] = "  %place = getelementptr i8, ptr %p, i64 8\n"
                          "  call void @flatland_fact(i32 2, i32 0)\n"
                          "  call void @flatland_likely(ptr @WRITER)\n"
                          "  store i32 20, ptr %place, align 4\n";

std::string with_writer(char const* name) {
    std::string text = facts(likely);
    text.replace(text.find("WRITER"), 6, name);
    return text + "define internal void @write(ptr %p) {\n"
                  "  %n = call i32 @number()\n"
                  "  %place = getelementptr i8, ptr %p, i64 8\n"
                  "  store i32 %n, ptr %place\n  ret void\n}\n"
                  "define i32 @entry(ptr %p, ptr %q) {\n  call void @write(ptr %p)\n"
                  "  %place = getelementptr i8, ptr %p, i64 8\n"
                  "  %n = load i32, ptr %place\n  %twice = mul i32 %n, 2\n"
                  "  ret i32 %twice\n}\n";
}

TEST(Promises, what_a_function_writes_is_tested_for_what_is_expected) {
    std::string const body = version_of(with_writer("write"));
    EXPECT_TRUE(has(body, ", 20"));
    EXPECT_TRUE(has(body, " 40"));
}

TEST(Promises, what_another_function_writes_is_not_tested) {
    std::string const body = version_of(with_writer("entry"));
    EXPECT_FALSE(has(body, ", 20"));
    EXPECT_FALSE(has(body, " 40"));
}

/// Counts through a table of 40 numbers; `fork` stands where each iteration may branch.
std::string loop_with(std::string const& fork) {
    return facts("") +
           "define i32 @entry(ptr %p, ptr %q) {\nstart:\n  br label %iteration\n"
           "iteration:\n  %i = phi i32 [ 0, %start ], [ %next, %end ]\n"
           "  %sum = phi i32 [ 0, %start ], [ %more, %end ]\n  br label %body\n" +
           fork +
           "end:\n  %more = add i32 %sum, %n\n  %next = add i32 %i, 1\n"
           "  %again = icmp ult i32 %next, 40\n"
           "  br i1 %again, label %iteration, label %done\n"
           "done:\n  ret i32 %more\n}\n";
}

std::size_t calls_in(std::string const& body) {
    std::size_t found = 0;
    for (auto at = body.find("@number()"); at != std::string::npos;
         at = body.find("@number()", at + 1))
        ++found;
    return found;
}

TEST(Promises, iterations_that_branch_on_what_is_not_known_become_a_loop_in_the_end) {
    std::string const plain = "body:\n  %n = call i32 @number()\n  br label %end\n";
    std::string const forked = "body:\n  %n = call i32 @number()\n"
                               "  %is_zero = icmp eq i32 %n, 0\n"
                               "  br i1 %is_zero, label %zero, label %end\n"
                               "zero:\n  call void @outside(ptr null)\n  br label %end\n";
    EXPECT_EQ(calls_in(version_of(loop_with(plain))), 40U);
    std::size_t const left = calls_in(version_of(loop_with(forked)));
    EXPECT_GE(left, 2U);
    EXPECT_LT(left, 40U);
}

} // namespace
} // namespace specialize
