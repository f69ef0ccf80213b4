// SPDX-License-Identifier: BSD-2-Clause
// Tests of the static constraints of code.
#include <java/machine/verifier/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java {
namespace {

using testing::high;
using testing::Instructions;
using testing::low;
using testing::verified;
using testing::VerifierTest;

TEST(CodeMap, knows_instructions_and_their_sizes) {
    EXPECT_EQ(verified("()V", {0x00, 0xb1}), "right");
    for (u8 const code : {u8(0xca), u8(0xcb), u8(0xe0), u8(0xff)}) // breakpoint, quick ones, none
        EXPECT_EQ(verified("()V", {code, 0xb1}), "Bad instruction @0") << int(code);
    EXPECT_EQ(verified("()V", {0x10}), "Code ends within an instruction @0");
    EXPECT_EQ(verified("()V", {0x00, 0x11, 1}), "Code ends within an instruction @1");
    EXPECT_EQ(verified("()V", {0xc4}), "Code ends within an instruction @0");
    EXPECT_EQ(verified("()V", {0xc4, 0x00, 0, 0, 0xb1}), "Bad instruction after wide @0");
    EXPECT_EQ(verified("(I)V", {0xc4, 0x15, 0, 0, 0x57, 0xb1}), "right");
    EXPECT_EQ(verified("(I)V", {0xc4, 0x84, 0, 0, 1, 0, 0xb1}), "right");
    EXPECT_EQ(verified("(I)V", {0xc4, 0x84, 0, 0, 1}), "Code ends within an instruction @0");
}

TEST(CodeMap, has_branches_lead_to_instructions) {
    EXPECT_EQ(verified("()V", {0xa7, 0, 4, 0x00, 0xb1}),
              "Expecting a stackmap frame at branch target @0: "
              "Expected stackmap frame at branch target 4.");
    EXPECT_EQ(verified("()V", {0xa7, 0, 1, 0xb1}), "Illegal target of jump or branch @0");
    EXPECT_EQ(verified("()V", {0xa7, 0, 9, 0xb1}), "Illegal target of jump or branch @0");
    EXPECT_EQ(verified("()V", {0xa7, 0xff, 0xff, 0xb1}), "Illegal target of jump or branch @0");
    EXPECT_EQ(verified("()V", {0xc8, 0x7f, 0xff, 0xff, 0xff, 0xb1}),
              "Illegal target of jump or branch @0");
}

TEST(CodeMap, checks_switches) {
    // iload_0, tableswitch of low to high, all to the return after it
    auto const table = [](u8 low_key, u8 high_key, u8 target, u8 padding = 0) {
        Instructions made = {0x1a, 0xaa, padding, 0};
        for (u8 const value : {target, low_key, high_key, target})
            made.insert(made.end(), {0, 0, 0, value});
        made.push_back(0xb1);
        return made;
    };
    auto const of = [&](Instructions const& bytes, u8 version = 48) {
        VerifierTest test(version);
        test.method("run", "(I)V", bytes);
        return test.outcome();
    };
    EXPECT_EQ(of(table(3, 3, 19)), "right");
    EXPECT_EQ(of(table(3, 2, 19)), "Bad switch instruction @1");
    EXPECT_EQ(of(table(3, 9, 19)), "Code ends within an instruction @1");
    EXPECT_EQ(of(table(3, 3, 18)), "Illegal target of jump or branch @1");
    EXPECT_EQ(of(table(3, 3, 19, 1)), "Bad switch instruction @1");
    // lookupswitch: keys ascend
    auto const lookup = [](u8 first, u8 second) {
        Instructions made = {0x1a, 0xab, 0, 0};
        for (u8 const value : {u8(27), u8(2), first, u8(27), second, u8(27)})
            made.insert(made.end(), {0, 0, 0, value});
        made.push_back(0xb1);
        return made;
    };
    EXPECT_EQ(of(lookup(1, 2)), "right");
    EXPECT_EQ(of(lookup(2, 2)), "Bad switch instruction @1");
    EXPECT_EQ(of({0x1a, 0xab, 0, 0, 0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0xb1}),
              "Bad switch instruction @1");
}

TEST(CodeMap, has_local_variables_within_their_number) {
    EXPECT_EQ(verified("()V", {0x03, 0x36, 7, 0xb1}), "right"); // istore 7 of 8
    EXPECT_EQ(verified("()V", {0x03, 0x36, 8, 0xb1}), "Local variable table overflow @1");
    EXPECT_EQ(verified("()V", {0x09, 0x37, 6, 0xb1}), "right"); // lstore 6
    EXPECT_EQ(verified("()V", {0x09, 0x37, 7, 0xb1}), "Local variable table overflow @1");
    EXPECT_EQ(verified("()V", {0x84, 8, 1, 0xb1}), "Local variable table overflow @0");
    EXPECT_EQ(verified("()V", {0x03, 0xc4, 0x36, 1, 0, 0xb1}), "Local variable table overflow @1");
}

TEST(CodeMap, has_constants_of_the_right_kind) {
    constexpr char const* wrong = "Illegal type at constant pool entry @0";
    VerifierTest test;
    u16 const class_index = test.a.class_("A");
    u16 const field = test.a.member(Constant::field, "A", "x", "I");
    u16 const wide = test.a.long_(7);
    auto const of = [&](Instructions const& bytes) {
        VerifierTest each;
        each.a = test.a;
        each.method("run", "()V", bytes);
        return each.outcome();
    };
    EXPECT_EQ(of({0xbb, high(class_index), low(class_index), 0x57, 0xb1}), "right");
    EXPECT_EQ(of({0xbb, high(field), low(field), 0x57, 0xb1}), wrong);
    EXPECT_EQ(of({0xb2, high(class_index), low(class_index), 0x57, 0xb1}), wrong);
    EXPECT_EQ(of({0xb8, high(field), low(field), 0xb1}), wrong);
    EXPECT_EQ(of({0xb8, 0, 0, 0xb1}), wrong);
    EXPECT_EQ(of({0xb8, 0x7f, 0, 0xb1}), wrong);
    EXPECT_EQ(of({0x12, low(wide), 0x57, 0xb1}), wrong);
    EXPECT_EQ(of({0x14, high(wide), low(wide), 0x58, 0xb1}), "right");
    EXPECT_EQ(of({0x14, high(class_index), low(class_index), 0x58, 0xb1}), wrong);
    EXPECT_EQ(of({0x12, low(class_index), 0x57, 0xb1}), "right");
}

TEST(CodeMap, checks_calls_of_interfaces_and_constructors) {
    VerifierTest test;
    u16 const shown = test.a.member(Constant::interface_method, "I", "shown", "(J)V");
    u16 const init = test.a.member(Constant::method, "A", "<init>", "()V");
    u16 const method = test.a.member(Constant::method, "A", "f", "()V");
    auto const of = [&](Instructions const& bytes) {
        VerifierTest each;
        each.a = test.a;
        each.method("run", "()V", bytes);
        return each.outcome();
    };
    EXPECT_EQ(of({0x01, 0x09, 0xb9, high(shown), low(shown), 3, 0, 0xb1}), "right");
    EXPECT_EQ(of({0x01, 0x09, 0xb9, high(shown), low(shown), 2, 0, 0xb1}),
              "Inconsistent args count operand in invokeinterface @2");
    EXPECT_EQ(of({0x01, 0x09, 0xb9, high(shown), low(shown), 3, 1, 0xb1}),
              "Fourth operand byte of invokeinterface must be zero @2");
    EXPECT_EQ(of({0x01, 0xb9, high(method), low(method), 1, 0, 0xb1}),
              "Illegal type at constant pool entry @1");
    EXPECT_EQ(of({0x01, 0x09, 0xb6, high(shown), low(shown), 0xb1}),
              "Illegal type at constant pool entry @2");
    EXPECT_EQ(of({0x01, 0xb6, high(init), low(init), 0xb1}), "Illegal call to internal method @1");
    EXPECT_EQ(of({0xb8, high(init), low(init), 0xb1}), "Illegal call to internal method @0");
}

TEST(CodeMap, checks_how_arrays_are_made) {
    VerifierTest test;
    u16 const plane = test.a.class_("[[I");
    u16 const deepest = test.a.class_(std::string(255, '[') + "I");
    auto const of = [&](Instructions const& bytes) {
        VerifierTest each;
        each.a = test.a;
        each.method("run", "()V", bytes);
        return each.outcome();
    };
    EXPECT_EQ(of({0x03, 0xbc, 4, 0x57, 0xb1}), "right");
    EXPECT_EQ(of({0x03, 0xbc, 3, 0x57, 0xb1}), "Illegal newarray instruction @1");
    EXPECT_EQ(of({0x03, 0xbc, 12, 0x57, 0xb1}), "Illegal newarray instruction @1");
    EXPECT_EQ(of({0xbb, high(plane), low(plane), 0x57, 0xb1}),
              "Illegal creation of an array by new @0");
    EXPECT_EQ(of({0x03, 0xbd, high(plane), low(plane), 0x57, 0xb1}), "right");
    EXPECT_EQ(of({0x03, 0xbd, high(deepest), low(deepest), 0x57, 0xb1}),
              "Illegal anewarray instruction, array has more than 255 dimensions @1");
    EXPECT_EQ(of({0x03, 0x03, 0xc5, high(plane), low(plane), 2, 0x57, 0xb1}), "right");
    EXPECT_EQ(of({0x03, 0x03, 0x03, 0xc5, high(plane), low(plane), 3, 0x57, 0xb1}),
              "Illegal dimension in multianewarray @3");
    EXPECT_EQ(of({0xc5, high(plane), low(plane), 0, 0x57, 0xb1}),
              "Illegal dimension in multianewarray @0");
}

TEST(CodeMap, has_handlers_begin_at_instructions) {
    auto const of = [](Handler const& handler) {
        VerifierTest test(48);
        test.method("run", "()V", {0x10, 1, 0x57, 0xb1, 0x57, 0xb1}, flags::is_static, {},
                    {handler});
        return test.outcome();
    };
    EXPECT_EQ(of({0, 3, 4, 0}), "right");
    EXPECT_EQ(of({1, 3, 4, 0}), "Illegal exception table range @4");
    EXPECT_EQ(of({0, 1, 4, 0}), "Illegal exception table range @4");
    EXPECT_EQ(of({0, 6, 4, 0}), "right");
    EXPECT_EQ(of({0, 3, 1, 0}), "Illegal exception table handler @1");
}

} // namespace
} // namespace flat::java
