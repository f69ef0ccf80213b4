// SPDX-License-Identifier: BSD-2-Clause
// Tests of when classes are verified, and of what happens to those that are refused.
#include <java/machine/verifier/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java {
namespace {

using testing::ClassBuilder;
using testing::Instructions;

constexpr u16 is_public = flags::is_public;

/// Of a class that is refused nothing runs, as often as one tries.
TEST(Verifier, has_the_machine_throw_before_a_class_is_initialised) {
    testing::TestMachine test;
    test.classes.add("java/lang/VerifyError",
                     testing::throwable("java/lang/VerifyError", "java/lang/Error"));
    ClassBuilder a("A");
    a.method(is_public | flags::is_static, "run", "()I", testing::code({0x0b, 0xac}));
    test.classes.add("A", a);
    test.begin();
    Verifier verifier(test.platform, test.machine->classes);
    test.machine->verifier = &verifier;
    for (u32 i = 0; i < 2; ++i)
        EXPECT_EQ(test.outcome(),
                  "VerifyError: Bad type on operand stack\nException Details:\n  Location:\n    "
                  "A.run()I @1: ireturn\n  Reason:\n    Type float (current frame, stack[0]) is "
                  "not assignable to integer");
}

/// Memory that many frames have taken does for a large piece that the next method needs.
TEST(Verifier, goes_on_after_a_method_that_is_too_complex) {
    testing::TestMachine test;
    Instructions bytes = {0x03, 0xc4, 0x36, 0x03, 0xe7}; // variable 999 is in use
    for (u32 i = 0; i < 1300; ++i)                       // branches, each to the next instruction
        bytes.insert(bytes.end(), {0x1a, 0x99, 0, 3});
    bytes.push_back(0xb1);
    ClassBuilder::Code complex = testing::code(bytes);
    complex.max_locals = 1000;
    ClassBuilder a("A");
    a.method(is_public | flags::is_static, "run", "(I)V", complex);
    test.classes.add("A", a);
    Instructions straight(9000, 0x00);
    straight.push_back(0xb1);
    ClassBuilder b("B");
    b.method(is_public | flags::is_static, "run", "()V", testing::code(straight));
    test.classes.add("B", b);
    for (char const* each : {"A", "B"})
        test.classes.files[each][7] = 48;
    test.begin();
    Verifier verifier(test.platform, test.machine->classes);
    EXPECT_EQ(testing::told(verifier.verify(*test.machine->classes.load("A"))),
              "java/lang/OutOfMemoryError: verification of A.run(I)V");
    EXPECT_EQ(testing::told(verifier.verify(*test.machine->classes.load("B"))), "right");
}

TEST(Verifier, looks_at_superclasses_and_interfaces_first) {
    auto const of = [](std::string const& wrong) {
        testing::TestMachine test;
        test.classes.add("java/lang/VerifyError",
                         testing::throwable("java/lang/VerifyError", "java/lang/Error"));
        Instructions const bad_code = {0x0b, 0xac};
        Instructions const good_code = {0x03, 0xac};
        auto const add = [&](ClassBuilder made, std::string const& name) {
            made.method(is_public | flags::is_static, "run", "()I",
                        testing::code(name == wrong ? bad_code : good_code));
            test.classes.add(name, made);
        };
        constexpr u16 usual = flags::is_public | flags::is_super;
        constexpr u16 of_interface = flags::is_public | flags::is_interface | flags::is_abstract;
        ClassBuilder a("A", usual, "B");
        a.interface("I");
        add(a, "A");
        add(ClassBuilder("B", usual, "C"), "B");
        add(ClassBuilder("C"), "C");
        add(ClassBuilder("I", of_interface), "I");
        test.begin();
        Verifier verifier(test.platform, test.machine->classes);
        test.machine->verifier = &verifier;
        std::string const found = test.outcome();
        usize const place = found.find("Location:\n    ");
        return place == std::string::npos ? found : found.substr(place + 14, 1);
    };
    EXPECT_EQ(of("none"), "0");
    for (std::string const& each : {"A", "B", "C", "I"})
        EXPECT_EQ(of(each), each);
}

} // namespace
} // namespace flat::java
