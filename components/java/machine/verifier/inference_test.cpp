// SPDX-License-Identifier: BSD-2-Clause
// Tests of verification by inference, which files older than 50 have.
#include <java/machine/verifier/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java {
namespace {

using testing::high;
using testing::inferred;
using testing::Instructions;
using testing::low;
using testing::VerifierTest;

TEST(Inference, merges_numbers_where_branches_meet) {
    // if (n != 0) x = 1; else x = 2; return x
    EXPECT_EQ(inferred("(I)I", {0x1a, 0x99, 0, 8, 0x04, 0x3c, 0xa7, 0, 5, 0x05, 0x3c, 0x1b, 0xac}),
              "right");
    // x = 1.0f in one of them
    EXPECT_EQ(inferred("(I)I", {0x1a, 0x99, 0, 8, 0x0c, 0x44, 0xa7, 0, 5, 0x05, 0x3c, 0x1b, 0xac}),
              "Bad local variable type @11: Type float (current frame, locals[1]) is not "
              "assignable to integer");
    // only one of them writes x
    EXPECT_EQ(inferred("(I)I", {0x1a, 0x99, 0, 5, 0x04, 0x3c, 0x1b, 0xac}),
              "Bad local variable type @6: Type top (current frame, locals[1]) is not "
              "assignable to integer");
}

TEST(Inference, finds_the_superclass_that_two_classes_have_in_common) {
    auto const of = [](std::string const& first, std::string const& second,
                       std::string const& result) {
        VerifierTest test(48);
        test.classes().add("C",
                           testing::ClassBuilder("C", flags::is_public | flags::is_super, "A"));
        // return n == 0 ? b : c
        test.method("run", "(IL" + first + ";L" + second + ";)L" + result + ";",
                    {0x1a, 0x99, 0, 7, 0x2b, 0xa7, 0, 4, 0x2c, 0xb0});
        return test.outcome();
    };
    EXPECT_EQ(of("B", "C", "A"), "right");
    EXPECT_EQ(of("B", "B", "B"), "right");
    EXPECT_EQ(of("B", "A", "A"), "right");
    EXPECT_EQ(of("B", "C", "B"), "Bad type on operand stack @9: Type 'A' (current frame, stack[0]) "
                                 "is not assignable to 'B'");
    EXPECT_EQ(of("B", "I", "java/lang/Object"), "right");
    EXPECT_EQ(of("B", "java/lang/String", "I"), "right"); // interfaces are checked when called
}

TEST(Inference, merges_arrays_by_their_elements) {
    auto const of = [](std::string const& first, std::string const& second,
                       std::string const& result) {
        VerifierTest test(48);
        test.method("run", "(I" + first + second + ")" + result,
                    {0x1a, 0x99, 0, 7, 0x2b, 0xa7, 0, 4, 0x2c, 0xb0});
        return test.outcome();
    };
    EXPECT_EQ(of("[LB;", "[LA;", "[LA;"), "right");
    EXPECT_EQ(of("[[LB;", "[[LA;", "[[LA;"), "right");
    EXPECT_EQ(of("[I", "[I", "[I"), "right");
    EXPECT_EQ(of("[I", "[J", "Ljava/lang/Object;"), "right");
    EXPECT_EQ(of("[[I", "[[J", "[Ljava/lang/Object;"), "right");
    EXPECT_EQ(of("[I", "[J", "[I"),
              "Bad type on operand stack @9: Type 'java/lang/Object' (current frame, stack[0]) "
              "is not assignable to '[I'");
    EXPECT_EQ(
        of("[[I", "[LA;", "[LA;"),
        "Bad type on operand stack @9: Type '[[I' (current frame, stack[0]) is not assignable "
        "to '[LA;'");
}

TEST(Inference, demands_one_height_of_the_stack) {
    // if (n != 0) push 1; return
    EXPECT_EQ(inferred("(I)V", {0x1a, 0x99, 0, 4, 0x04, 0xb1}),
              "Inconsistent stack height @4: 1 values at 5, 0 before.");
    // for (;;) push
    EXPECT_EQ(inferred("()V", {0x03, 0xa7, 0xff, 0xff}),
              "Inconsistent stack height @1: 1 values at 0, 0 before.");
    EXPECT_EQ(inferred("()V", {0x00, 0xa7, 0xff, 0xff}), "right"); // a loop without end
    EXPECT_EQ(inferred("()V", {0x00}), "Control flow falls through code end @0");
}

TEST(Inference, has_handlers_see_all_variables_of_their_range) {
    auto const of = [](Instructions const& bytes, Handler const& handler) {
        VerifierTest test(48);
        test.method("run", "()I", bytes, flags::is_static, {}, {handler});
        return test.outcome();
    };
    // x = 1; x = 2; try { x / 0 } catch { return x }
    Instructions const number = {0x04, 0x3b, 0x1a, 0x03, 0x6c, 0xac, 0x57, 0x1a, 0xac};
    EXPECT_EQ(of(number, {2, 6, 6, 0}), "right");
    EXPECT_EQ(of(number, {0, 6, 6, 0}),
              "Bad local variable type @7: Type top (current frame, locals[0]) is not assignable "
              "to integer");
    // x is a float within the range, too
    EXPECT_EQ(of({0x04, 0x3b, 0x0b, 0x43, 0x03, 0xac, 0x57, 0x1a, 0xac}, {2, 5, 6, 0}),
              "Bad local variable type @7: Type top (current frame, locals[0]) is not assignable "
              "to integer");
}

/// jsr: a subroutine that leaves other variables as each caller has them.
TEST(Inference, keeps_what_a_subroutine_does_not_write) {
    // x = 1; jsr s; return x; s: astore_1, ret 1
    EXPECT_EQ(inferred("()I", {0x04, 0x3b, 0xa8, 0, 5, 0x1a, 0xac, 0x4c, 0xa9, 1}), "right");
    // two callers, of which one has an int in 0, the other a float
    Instructions const twice = {0x1a, 0x99, 0,    10, 0x04, 0x3b, 0xa8, 0,    13,   0x1a, 0xac,
                                0x0b, 0x43, 0xa8, 0,  6,    0x22, 0x8b, 0xac, 0x4c, 0xa9, 1};
    EXPECT_EQ(inferred("(I)I", twice), "right");
    // what the subroutine writes, callers have from it: x = 1.0f
    EXPECT_EQ(inferred("()I", {0x04, 0x3b, 0xa8, 0, 5, 0x1a, 0xac, 0x4c, 0x0b, 0x43, 0xa9, 1}),
              "Bad local variable type @5: Type float (current frame, locals[0]) is not "
              "assignable to integer");
}

TEST(Inference, refuses_subroutines_that_call_themselves_or_return_twice) {
    // s: astore_0, jsr s
    EXPECT_EQ(inferred("()V", {0xa8, 0, 4, 0xb1, 0x4b, 0xa8, 0xff, 0xff, 0xb1}),
              "Recursive call to jsr entry @5");
    EXPECT_EQ(inferred("()V", {0x03, 0x3b, 0xa9, 0}),
              "Bad local variable type @2: Type integer (current frame, locals[0]) is not "
              "assignable to a return address");
    // after the return the address is none any more: jsr s; ret 0; s: astore_0, ret 0
    EXPECT_EQ(inferred("()V", {0xa8, 0, 5, 0xa9, 0, 0x4b, 0xa9, 0}),
              "Bad local variable type @3: Type top (current frame, locals[0]) is not assignable "
              "to a return address");
    // an address cannot be loaded: jsr s; return; s: astore_0, aload_0
    EXPECT_EQ(inferred("()V", {0xa8, 0, 4, 0xb1, 0x4b, 0x2a, 0x57, 0xb1}),
              "Bad local variable type @5: Type returnAddress 4 (current frame, locals[0]) is not "
              "assignable to reference type");
}

/// Two objects made at one place, of which a subroutine initialises the second only.
TEST(Inference, loses_uninitialised_objects_across_subroutines) {
    VerifierTest test(48);
    u16 const made = test.a.class_("A");
    u16 const init = test.a.member(Constant::method, "A", "<init>", "()V");
    test.method("run", "()V",
                {0xbb, high(made), low(made), 0x4b,       // 0: new A, astore_0
                 0xa8, 0, 8,                              // 4: jsr 12
                 0x2a, 0xb7, high(init), low(init), 0xb1, // 7: aload_0, <init>, return
                 0x4c, 0xa9, 1});                         // 12: astore_1, ret 1
    EXPECT_EQ(test.outcome(), "Bad local variable type @7: Type top (current frame, locals[0]) is "
                              "not assignable to reference type");
}

/// A constructor with two callers of a subroutine: one has `this` in 0 and 1, the other in 1 alone.
TEST(Inference, loses_this_that_a_subroutine_may_have_initialised) {
    auto const of = [](bool is_initialized, bool is_always) {
        VerifierTest test(48);
        u16 const init = test.a.member(Constant::method, "java/lang/Object", "<init>", "()V");
        Instructions bytes = {
            0x1b, 0x2a, 0x4c,       0x99,      0,    11, // 0: 1 = this; if (n == 0) goto 14
            0x03, 0x3b, 0xa8,       0,         14,       // 6: 0 = 0, jsr 22
            0xa7, 0,    0,                               // 11: a loop without end
            0xa8, 0,    8,                               // 14: jsr 22
            0x2a, 0xb7, high(init), low(init), 0xb1,     // 17: aload_0, <init>, return
            0x4d,                                        // 22: astore_2
        };
        if (is_initialized && !is_always) bytes.insert(bytes.end(), {0x03, 0x99, 0, 7});
        if (is_initialized) bytes.insert(bytes.end(), {0x2b, 0xb7, high(init), low(init)});
        bytes.insert(bytes.end(), {0xa9, 2});
        test.method("<init>", "(I)V", bytes, flags::is_public);
        return test.outcome();
    };
    constexpr char const* lost = "Bad local variable type @17: Type top (current frame, locals[0]) "
                                 "is not assignable to reference type";
    EXPECT_EQ(of(true, true), lost);
    EXPECT_EQ(of(true, false), lost);
    EXPECT_EQ(of(false, false), "right");
}

/// x is a long in 2 and 3; a subroutine writes an int to one half of it.
TEST(Inference, loses_the_other_half_of_what_a_subroutine_writes) {
    // jsr s; 3 = 0; return 2; s: astore_1, 2 = 0, ret 1
    EXPECT_EQ(inferred("()I",
                       {0x09, 0x41, 0xa8, 0, 7, 0x03, 0x3e, 0x1c, 0xac, 0x4c, 0x03, 0x3d, 0xa9, 1}),
              "right");
    // jsr s; return x; s: astore_1, 3 = 0, ret 1
    EXPECT_EQ(inferred("()J", {0x09, 0x41, 0xa8, 0, 5, 0x20, 0xad, 0x4c, 0x03, 0x3e, 0xa9, 1}),
              "Bad local variable type @5: Type top (current frame, locals[2]) is not assignable "
              "to long");
}

/// Nested subroutines with many variables: memory and time have limits.
TEST(Inference, ends_with_code_that_is_too_complex) {
    VerifierTest test(48);
    Instructions bytes;
    for (u32 i = 0; i < 15'000; ++i) // branches, each to the next instruction
        bytes.insert(bytes.end(), {0x1a, 0x99, 0, 3});
    bytes.push_back(0xb1);
    testing::ClassBuilder::Code code = testing::code(bytes);
    code.max_locals = 60'000;
    Instructions all = {0x03, 0xc4, 0x36, 0xea, 0x5f}; // the last variable is in use
    all.insert(all.end(), bytes.begin(), bytes.end());
    code.bytes = all;
    test.a.method(flags::is_static, "run", "(I)V", code);
    EXPECT_EQ(test.outcome(), "java/lang/OutOfMemoryError: verification of A.run(I)V");
}

TEST(Inference, is_tried_after_type_checking_in_version_50_only) {
    Instructions const bytes = {0x1a, 0x99, 0, 3, 0xb1}; // a branch without a frame
    auto const of = [&](u8 version) {
        VerifierTest test(version);
        test.method("run", "(I)V", bytes);
        return test.outcome();
    };
    EXPECT_EQ(of(49), "right");
    EXPECT_EQ(of(50), "right");
    EXPECT_EQ(of(51), "Expecting a stackmap frame at branch target @1: Expected stackmap frame at "
                      "branch target 4.");
    VerifierTest wrong(50);
    wrong.method("run", "()I", {0x0b, 0xac});
    EXPECT_EQ(wrong.outcome(), "Bad type on operand stack @1: Type float (current frame, stack[0]) "
                               "is not assignable to integer");
}

} // namespace
} // namespace flat::java
