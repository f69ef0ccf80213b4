// SPDX-License-Identifier: BSD-2-Clause
#include "module_text.hpp"

#include <specialize/engine/declare.hpp>
#include <specialize/engine/specialize.hpp>

#include <gtest/gtest.h>

#include <llvm/ADT/StringExtras.h>

#include <cstdint>

namespace specialize {
namespace {

constexpr char marks[] = "declare void @flatland_fact(i32, i32)\n"
                         "declare void @flatland_object(i32, ptr, i64)\n"
                         "declare void @flatland_session(i32, i32, i32, ptr, i32, ...)\n"
                         "declare void @flatland_session_object(i32, i32, ptr)\n"
                         "declare void @outside(ptr)\n";

/// p->x is stated to be 3, and so is p->next->x.
constexpr char chain_facts[] = "define void @facts(ptr %p, i32 %n) noinline optnone {\n"
                               "  call void @flatland_fact(i32 1, i32 STABLE)\n"
                               "  store i32 3, ptr %p\n"
                               "  call void @flatland_fact(i32 2, i32 STABLE)\n"
                               "  %next_place = getelementptr i8, ptr %p, i64 8\n"
                               "  %next = load ptr, ptr %next_place\n"
                               "  store i32 3, ptr %next\n"
                               "  ret void\n}\n";

/// Reads p->x and p->next->x, calls something, reads p->x again.
constexpr char chain_entry[] = "define i32 @entry(ptr %p, i32 %n) {\n"
                               "  %x = load i32, ptr %p\n"
                               "  %next_place = getelementptr i8, ptr %p, i64 8\n"
                               "  %next = load ptr, ptr %next_place\n"
                               "  %y = load i32, ptr %next\n"
                               "  CALL\n"
                               "  %again = load i32, ptr %p\n"
                               "  %xy = mul i32 %x, %y\n"
                               "  %sum = add i32 %xy, %again\n"
                               "  %result = add i32 %sum, %n\n"
                               "  ret i32 %result\n}\n";

std::string with(std::string text, std::string const& word, std::string const& value) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at))
        text.replace(at, word.size(), value);
    return text;
}

std::size_t count(std::string const& text, std::string const& word) {
    std::size_t found = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        ++found;
    return found;
}

std::variant<Version, Refusal> run(ModuleText& text, Limits const& limits = {}) {
    prepare(text.module());
    return specialize(text.module(), {"entry", "version", "facts"}, limits);
}

Version made(ModuleText& text, Limits const& limits = {}) {
    auto result = run(text, limits);
    auto const* const refusal = std::get_if<Refusal>(&result);
    EXPECT_EQ(refusal, nullptr) << refusal->code << refusal->message;
    EXPECT_TRUE(text.is_sound());
    return refusal == nullptr ? std::get<Version>(result) : Version{};
}

std::string refused(std::string const& source) {
    ModuleText text(source);
    auto const result = run(text);
    auto const* const refusal = std::get_if<Refusal>(&result);
    EXPECT_EQ(text.module().getFunction("version"), nullptr);
    return refusal != nullptr ? refusal->code : "not refused";
}

TEST(Specialize, stable_facts_need_no_guard_and_survive_calls) {
    ModuleText text(marks + with(chain_facts, "STABLE", "1") +
                    with(chain_entry, "CALL", "call void @outside(ptr %p)"));
    Version const version = made(text);
    EXPECT_EQ(version.guard, nullptr);
    EXPECT_EQ(count(text.printed("version"), "load i32"), 0U);
    EXPECT_EQ(count(text.printed("version"), "add i32 %n, 12"), 1U);
}

TEST(Specialize, facts_that_last_are_tested_and_survive_calls) {
    ModuleText text(marks + with(chain_facts, "STABLE", "2") +
                    with(chain_entry, "CALL", "call void @outside(ptr %p)"));
    Version const version = made(text);
    ASSERT_NE(version.guard, nullptr);
    EXPECT_EQ(version.report.tested, (std::vector<int>{1, 2}));
    EXPECT_EQ(count(text.printed("version.holds"), "icmp eq ptr"), 2U);
    EXPECT_EQ(count(text.printed("version"), "load i32"), 0U);
}

TEST(Specialize, other_facts_are_tested_and_forgotten_at_calls) {
    ModuleText text(marks + with(chain_facts, "STABLE", "0") +
                    with(chain_entry, "CALL", "call void @outside(ptr %p)"));
    Version const version = made(text);
    ASSERT_NE(version.guard, nullptr);
    EXPECT_EQ(version.report.tested, (std::vector<int>{1, 2}));
    EXPECT_EQ(count(text.printed("version"), "load i32"), 1U);
}

TEST(Specialize, the_dispatcher_takes_the_general_code_when_a_guard_fails) {
    ModuleText text(marks + with(chain_facts, "STABLE", "0") + with(chain_entry, "CALL", ""));
    Version const version = made(text);
    dispatch(text.function("entry"), {version}, "chosen");
    ASSERT_TRUE(text.is_sound());
    text.module().getFunction("facts")->eraseFromParent();
    LoadedProgram program(std::move(text));
    auto* const chosen = program.function<int(void*, int)>("chosen");
    struct Node {
        int x;
        Node* next;
    };
    Node second{3, nullptr};
    Node first{3, &second};
    EXPECT_EQ(chosen(&first, 10), 22);
    second.x = 4;
    EXPECT_EQ(chosen(&first, 10), 25);
    first = {3, &first};
    EXPECT_EQ(chosen(&first, 10), 22);
}

/// The entry writes `p->y`, and that only: guards read all the same.
constexpr char writing_entry[] = "define void @entry(ptr %p, i32 %n) memory(argmem: write) {\n"
                                 "  %place = getelementptr i8, ptr %p, i64 16\n"
                                 "  store i32 %n, ptr %place\n"
                                 "  ret void\n}\n"
                                 "define void @caller(ptr %p) {\n"
                                 "  call void @entry(ptr %p, i32 1)\n"
                                 "  ret void\n}\n";

TEST(Specialize, what_reads_by_its_guards_is_not_declared_as_only_writing) {
    ModuleText text(marks + with(chain_facts, "STABLE", "0") + writing_entry);
    Version const version = made(text);
    llvm::Function& entry = text.function("entry");
    llvm::Function const& caller = text.function("caller");
    ASSERT_TRUE(entry.getArg(0)->hasAttribute(llvm::Attribute::WriteOnly));
    ASSERT_TRUE(caller.getArg(0)->hasAttribute(llvm::Attribute::WriteOnly));
    ASSERT_TRUE(caller.onlyWritesMemory());
    llvm::Function* const chosen = dispatch(entry, {version}, "chosen");
    for (llvm::Function const* const each : {chosen, version.body}) {
        EXPECT_FALSE(each->getArg(0)->hasAttribute(llvm::Attribute::WriteOnly));
        EXPECT_FALSE(each->getArg(0)->hasAttribute(llvm::Attribute::NoCapture));
        EXPECT_FALSE(each->onlyWritesMemory());
    }
    entry.replaceUsesWithIf(chosen, [&](llvm::Use& use) {
        return llvm::cast<llvm::Instruction>(use.getUser())->getFunction() == &caller;
    });
    widen_effects_of_callers(*chosen);
    EXPECT_FALSE(caller.getArg(0)->hasAttribute(llvm::Attribute::WriteOnly));
    EXPECT_FALSE(caller.onlyWritesMemory());
    EXPECT_TRUE(text.is_sound());
}

TEST(Specialize, what_only_reads_still_does_with_a_guard) {
    ModuleText text(marks + with(chain_facts, "STABLE", "0") + with(chain_entry, "CALL", ""));
    Version const version = made(text);
    ASSERT_TRUE(text.function("entry").onlyReadsMemory());
    EXPECT_TRUE(dispatch(text.function("entry"), {version}, "chosen")->onlyReadsMemory());
}

/// The line of a report; none of its figures if it was not followed.
LineCount line_of(Report const& report, unsigned line) {
    for (LineCount const& each : report.lines)
        if (each.line == line) return each;
    return {};
}

/// Each instruction of the entry on a line of its own, from 1 on.
std::string with_lines(std::string const& entry) {
    std::string text;
    unsigned number = 0;
    for (llvm::StringRef line : llvm::split(llvm::StringRef(entry).rtrim('\n'), '\n')) {
        bool const is_code = line.starts_with("  ");
        text += line.str() + (is_code ? ", !dbg !" + std::to_string(10 + ++number) : "") + "\n";
    }
    text.insert(text.find(" {"), " !dbg !3");
    text += "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1}\n"
            "!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)\n"
            "!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
            "!2 = !DIFile(filename: \"a.c\", directory: \"/\")\n"
            "!3 = distinct !DISubprogram(name: \"entry\", file: !2, unit: !0, type: !4)\n"
            "!4 = !DISubroutineType(types: !{})\n";
    for (unsigned i = 1; i <= number; ++i)
        text += "!" + std::to_string(10 + i) + " = !DILocation(line: " + std::to_string(i) +
                ", scope: !3)\n";
    return text;
}

Report reliances_in(std::string const& source) {
    ModuleText text(source);
    prepare(text.module());
    auto result = specialize(text.module(), {"entry", "version", "facts", true});
    EXPECT_TRUE(text.is_sound());
    auto const* const made = std::get_if<Version>(&result);
    EXPECT_NE(made, nullptr);
    for (llvm::Function const& each : text.module())
        EXPECT_TRUE(each.hasName()) << "something of the trials is left";
    return made != nullptr ? made->report : Report{};
}

TEST(Specialize, what_is_static_because_of_tested_facts_names_them) {
    std::string const entry = with_lines(with(chain_entry, "CALL", "%none = add i32 %n, 0"));
    Report const report = reliances_in(marks + with(chain_facts, "STABLE", "0") + entry);
    unsigned const x = 1;
    unsigned const y = 4;
    unsigned const product = 7;
    EXPECT_EQ(line_of(report, x).relies_on, std::vector{1});
    EXPECT_EQ(line_of(report, y).relies_on, std::vector{2});
    EXPECT_EQ(line_of(report, product).relies_on, (std::vector{1, 2}));
    for (unsigned const line : {x, y, product})
        EXPECT_TRUE(line_of(report, line).is_guarded) << line;
}

TEST(Specialize, what_is_static_because_of_promises_relies_on_no_test) {
    std::string const entry = with_lines(with(chain_entry, "CALL", "%none = add i32 %n, 0"));
    Report const report = reliances_in(marks + with(chain_facts, "STABLE", "1") + entry);
    EXPECT_FALSE(report.lines.empty());
    for (LineCount const& each : report.lines)
        EXPECT_FALSE(each.is_guarded) << each.line;
}

TEST(Specialize, facts_that_make_up_for_each_other_are_not_named) {
    Report const report = reliances_in(
        std::string(marks) +
        "define void @facts(i32 %a, i32 %b) noinline optnone {\n"
        "  %a.home = alloca i32\n  store i32 %a, ptr %a.home\n"
        "  %b.home = alloca i32\n  store i32 %b, ptr %b.home\n"
        "  call void @flatland_fact(i32 1, i32 0)\n  store i32 0, ptr %a.home\n"
        "  call void @flatland_fact(i32 2, i32 0)\n  store i32 0, ptr %b.home\n  ret void\n}\n" +
        with_lines("define i32 @entry(i32 %a, i32 %b) {\n"
                   "  %both = and i32 %a, %b\n"
                   "  %one = add i32 %a, 1\n"
                   "  %sum = add i32 %both, %one\n"
                   "  ret i32 %sum\n}\n"));
    EXPECT_TRUE(line_of(report, 1).is_guarded);
    EXPECT_EQ(line_of(report, 1).relies_on, std::vector<int>{});
    EXPECT_EQ(line_of(report, 2).relies_on, std::vector{1});
    EXPECT_EQ(line_of(report, 3).relies_on, std::vector{1});
}

TEST(Specialize, a_loop_without_a_known_end_stays_a_loop) {
    ModuleText text(std::string(marks) +
                    "define void @facts(i32 %a, i32 %n) noinline optnone { ret void }\n"
                    "define i32 @entry(i32 %a, i32 %n) {\n"
                    "start:\n  br label %head\n"
                    "head:\n"
                    "  %i = phi i32 [ 0, %start ], [ %next, %body ]\n"
                    "  %sum = phi i32 [ 1, %start ], [ %more, %body ]\n"
                    "  %on = icmp ult i32 %i, %n\n"
                    "  br i1 %on, label %body, label %end\n"
                    "body:\n  %next = add i32 %i, 1\n  %more = mul i32 %sum, 3\n"
                    "  br label %head\n"
                    "end:\n  ret i32 %sum\n}\n");
    Version const version = made(text);
    EXPECT_LT(version.report.followed, 100U);
    text.module().getFunction("facts")->eraseFromParent();
    LoadedProgram program(std::move(text));
    auto* const body = program.function<int(int, int)>("version");
    for (int n = 0; n < 8; ++n) {
        int expected = 1;
        for (int i = 0; i < n; ++i)
            expected *= 3;
        EXPECT_EQ(body(0, n), expected);
    }
}

TEST(Specialize, limits_bound_the_work_and_not_the_meaning) {
    ModuleText text(std::string(marks) +
                    "define void @facts(i32 %a) noinline optnone { ret void }\n"
                    "define i32 @entry(i32 %a) {\n"
                    "start:\n  br label %head\n"
                    "head:\n"
                    "  %i = phi i32 [ 0, %start ], [ %next, %head ]\n"
                    "  %sum = phi i32 [ %a, %start ], [ %more, %head ]\n"
                    "  %next = add i32 %i, 1\n  %odd = xor i32 %sum, %i\n"
                    "  %more = mul i32 %odd, 7\n"
                    "  %on = icmp ult i32 %next, 1000\n"
                    "  br i1 %on, label %head, label %end\n"
                    "end:\n  ret i32 %more\n}\n");
    Limits limits;
    limits.instructions = 500;
    Version const version = made(text, limits);
    EXPECT_TRUE(version.report.limit_reached);
    ASSERT_EQ(version.report.limits.size(), 1U);
    EXPECT_EQ(version.report.limits[0].name, "instructions");
    EXPECT_EQ(version.report.limits[0].value, 500U);
    EXPECT_LT(version.report.followed, 2000U);
    text.module().getFunction("facts")->eraseFromParent();
    LoadedProgram program(std::move(text));
    EXPECT_EQ(program.function<int(int)>("version")(5), program.function<int(int)>("entry")(5));
}

TEST(Specialize, values_of_a_session_become_holes) {
    ModuleText text(std::string(marks) +
                    "define void @facts(ptr %p, i32 %n) noinline optnone {\n"
                    "  %home = alloca ptr\n  store ptr %p, ptr %home\n"
                    "  call void (i32, i32, i32, ptr, i32, ...) @flatland_session("
                    "i32 1, i32 1, i32 0, ptr %home, i32 1, i32 0, i32 8)\n"
                    "  %again = load ptr, ptr %home\n"
                    "  %place = getelementptr i8, ptr %again, i64 4\n"
                    "  call void (i32, i32, i32, ptr, i32, ...) @flatland_session("
                    "i32 2, i32 1, i32 1, ptr %place, i32 1, i32 0, i32 4)\n"
                    "  ret void\n}\n"
                    "define i32 @entry(ptr %p, i32 %n) {\n"
                    "  %place = getelementptr i8, ptr %p, i64 4\n"
                    "  %x = load i32, ptr %place\n  %y = load i32, ptr %p\n"
                    "  %sum = add i32 %x, %y\n  %all = mul i32 %sum, %n\n  ret i32 %all\n}\n");
    Version const version = made(text);
    EXPECT_EQ(version.hole_bits, (std::vector<unsigned>{64, 32}));
    std::string const body = text.printed("version");
    EXPECT_EQ(count(body, "load i32, ptr @flatland_hole_0"), 1U);
    EXPECT_EQ(count(body, "ptrtoint (ptr @flatland_hole_1 to i32)"), 1U);
    EXPECT_EQ(count(body, "%p,"), 1U);
}

TEST(Specialize, the_object_of_a_session_is_a_hole_that_the_guard_tests) {
    ModuleText text(std::string(marks) +
                    "define void @facts(ptr %p, i32 %n) noinline optnone {\n"
                    "  call void @flatland_session_object(i32 0, i32 0, ptr %p)\n"
                    "  call void (i32, i32, i32, ptr, i32, ...) @flatland_session("
                    "i32 1, i32 1, i32 1, ptr %p, i32 1, i32 0, i32 4)\n"
                    "  ret void\n}\n"
                    "define i32 @entry(ptr %p, i32 %n) {\n"
                    "  %place = getelementptr i8, ptr %p, i64 4\n"
                    "  %x = load i32, ptr %place\n  %y = load i32, ptr %p\n"
                    "  %sum = add i32 %x, %y\n  %all = mul i32 %sum, %n\n  ret i32 %all\n}\n");
    Version const version = made(text);
    EXPECT_EQ(version.hole_bits, (std::vector<unsigned>{64, 32}));
    EXPECT_EQ(version.report.tested, std::vector<int>{0});
    EXPECT_EQ(count(text.printed("version.holds"), "icmp eq ptr %0, @flatland_hole_0"), 1U);
    EXPECT_EQ(count(text.printed("version"), "ptrtoint (ptr @flatland_hole_1 to i32)"), 1U);
}

TEST(Specialize, what_cannot_be_done_is_refused_with_a_reason) {
    std::string const facts = "define void @facts(ptr %p, i32 %n) noinline optnone {\nFACTS\n"
                              "  ret void\n}\n";
    std::string const entry = with(chain_entry, "CALL", "");
    std::string const fact = "  call void @flatland_fact(i32 1, i32 0)\n";
    EXPECT_EQ(refused(marks + with(facts, "FACTS", "")), "S0301");
    EXPECT_EQ(refused(marks + entry + "define void @facts(i32 %n) { ret void }\n"), "S0302");
    EXPECT_EQ(refused(marks + with(facts, "FACTS", "") +
                      "declare void @llvm.va_start.p0(ptr)\n"
                      "define i32 @entry(ptr %p, i32 %n, ...) {\n"
                      "  call void @llvm.va_start.p0(ptr %p)\n  ret i32 0\n}\n"),
              "S0303");
    EXPECT_EQ(refused(marks + entry + with(facts, "FACTS", fact + "store i32 %n, ptr %p")),
              "S0304");
    EXPECT_EQ(
        refused(marks + entry +
                with(facts, "FACTS", fact + "  %v = load i32, ptr %p\n  store i32 %v, ptr %p")),
        "S0304");
    EXPECT_EQ(refused(marks + entry +
                      with(facts, "FACTS",
                           "  %v = load i32, ptr %p\n"
                           "  %q = getelementptr i32, ptr %p, i32 %v\n"
                           "  %w = load ptr, ptr %q")),
              "S0305");
    EXPECT_EQ(
        refused(marks + entry +
                with(facts, "FACTS", "  %here = alloca i32\n" + fact + "  store i32 1, ptr %here")),
        "S0306");
    EXPECT_EQ(refused(marks + entry + with(facts, "FACTS", "  call void @outside(ptr %p)")),
              "S0307");
}

} // namespace
} // namespace specialize
