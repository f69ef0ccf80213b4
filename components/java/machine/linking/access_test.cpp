// SPDX-License-Identifier: BSD-2-Clause
// Tests of which members a class may name, override and call.
#include <java/machine/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java {
namespace {

using testing::Bytes;
using testing::ClassBuilder;
using testing::code;
using testing::TestMachine;

constexpr u16 is_static = flags::is_static;
constexpr u16 usual = flags::is_public | flags::is_super;

u8 high(u16 index) {
    return u8(index >> 8);
}
u8 low(u16 index) {
    return u8(index);
}

/// What A.run gives that reads a static field of another class with these flags.
std::string outcome_of_field(std::string const& other, u16 field_flags, u16 class_flags = usual,
                             std::string const& super = "java/lang/Object") {
    TestMachine test;
    ClassBuilder of_field(other, class_flags);
    of_field.field(u16(field_flags | is_static), "x", "I");
    test.classes.add(other, of_field);
    ClassBuilder a("A", usual, super);
    u16 const field = a.member(Constant::field, other, "x", "I");
    a.method(flags::is_public | is_static, "run", "()I",
             code({0xb2, high(field), low(field), 0xac}));
    test.classes.add("A", a);
    test.begin();
    return test.outcome();
}

TEST(Access, is_to_members_that_are_public_or_of_the_package) {
    EXPECT_EQ(outcome_of_field("B", flags::is_public), "0");
    EXPECT_EQ(outcome_of_field("B", 0), "0");
    EXPECT_EQ(outcome_of_field("B", flags::is_protected), "0");
    EXPECT_EQ(outcome_of_field("B", flags::is_private),
              "IllegalAccessError: class A tried to access private field B.x");
    EXPECT_EQ(outcome_of_field("p/B", flags::is_public), "0");
    EXPECT_EQ(outcome_of_field("p/B", 0),
              "IllegalAccessError: class A tried to access field p/B.x");
    EXPECT_EQ(outcome_of_field("p/B", flags::is_protected),
              "IllegalAccessError: class A tried to access protected field p/B.x");
    EXPECT_EQ(outcome_of_field("p/B", flags::is_protected, usual, "p/B"), "0");
    EXPECT_EQ(outcome_of_field("p/B", flags::is_public, flags::is_super),
              "IllegalAccessError: failed to access class p/B from class A");
}

/// B has a private method. A names B as its host; whether B agrees says `is_mutual`.
std::string outcome_of_nest(bool is_mutual) {
    TestMachine test;
    ClassBuilder b("B");
    b.method(flags::is_private | is_static, "f", "()I", code({0x08, 0xac}));
    u16 const member = b.class_("A");
    if (is_mutual) b.attribute("NestMembers", {0, 1, high(member), low(member)});
    test.classes.add("B", b);
    ClassBuilder a("A");
    u16 const method = a.member(Constant::method, "B", "f", "()I");
    u16 const host = a.class_("B");
    a.attribute("NestHost", {high(host), low(host)});
    a.method(flags::is_public | is_static, "run", "()I",
             code({0xb8, high(method), low(method), 0xac}));
    test.classes.add("A", a);
    test.begin();
    return test.outcome();
}

TEST(Access, is_to_private_members_of_the_nest) {
    EXPECT_EQ(outcome_of_nest(true), "5");
    EXPECT_EQ(outcome_of_nest(false),
              "IllegalAccessError: class A tried to access private method B.f()I");
}

TEST(Access, has_final_methods_stay_as_they_are) {
    auto const of = [](u16 method_flags) {
        TestMachine test;
        ClassBuilder b("B");
        b.method(method_flags, "f", "()V", code({0xb1}));
        test.classes.add("B", b);
        ClassBuilder a("A", usual, "B");
        a.method(flags::is_public, "f", "()V", code({0xb1}));
        a.method(flags::is_public | is_static, "run", "()I", code({0x03, 0xac}));
        test.classes.add("A", a);
        test.begin();
        return test.outcome();
    };
    EXPECT_EQ(of(flags::is_public), "0");
    EXPECT_EQ(of(flags::is_private | flags::is_final), "0"); // which it does not override
    EXPECT_EQ(of(flags::is_public | flags::is_final),
              "IncompatibleClassChangeError: class A overrides final method B.f()V");
}

TEST(Access, has_classes_and_interfaces_called_as_what_they_are) {
    auto const of = [](Constant kind, u16 class_flags) {
        TestMachine test;
        ClassBuilder b("B", class_flags);
        b.method(flags::is_public | is_static, "f", "()I", code({0x08, 0xac}));
        test.classes.add("B", b);
        ClassBuilder a("A");
        u16 const method = a.member(kind, "B", "f", "()I");
        a.method(flags::is_public | is_static, "run", "()I",
                 code({0xb8, high(method), low(method), 0xac}));
        test.classes.add("A", a);
        test.begin();
        return test.outcome();
    };
    constexpr u16 of_interface = flags::is_public | flags::is_interface | flags::is_abstract;
    EXPECT_EQ(of(Constant::method, usual), "5");
    EXPECT_EQ(of(Constant::interface_method, of_interface), "5");
    EXPECT_EQ(of(Constant::method, of_interface),
              "IncompatibleClassChangeError: Found interface B, but class was expected");
    EXPECT_EQ(of(Constant::interface_method, usual),
              "IncompatibleClassChangeError: Found class B, but interface was expected");
}

} // namespace
} // namespace flat::java
