// SPDX-License-Identifier: BSD-2-Clause
// Tests of how classes are found and laid out, with classes made by hand.
#include <java/machine/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java {
namespace {

using testing::ClassBuilder;
using testing::code;
using testing::Instructions;
using testing::TestMachine;

constexpr u16 is_static = flags::is_public | flags::is_static;
constexpr u16 is_interface = flags::is_public | flags::is_interface | flags::is_abstract;

std::string numbered(char const* name, u32 number) {
    return name + std::to_string(number);
}

Class* load(TestMachine& test, std::string const& name) {
    Machine& machine = *test.machine;
    return machine.classes.load(machine.symbols.of_copy(Text(name.data(), name.size())));
}

TEST(Classes, loads_any_number_of_superclasses) {
    TestMachine test;
    ClassBuilder a("A", flags::is_public | flags::is_super, "C0");
    a.method(is_static, "run", "()I", code({0x10, 6, 0xac}));
    test.classes.add("A", a);
    for (u32 i = 0; i < 2000; ++i)
        test.classes.add(numbered("C", i),
                         ClassBuilder(numbered("C", i), flags::is_public | flags::is_super,
                                      i == 1999 ? "java/lang/Object" : numbered("C", i + 1)));
    test.begin(u64{2} << 20, 16 * 1024);
    EXPECT_EQ(test.outcome(), "6");
    EXPECT_EQ(test.machine->classes.load("C1999")->state, ClassState::initialized);
}

/// Interfaces are loaded within each other.
TEST(Classes, ends_interfaces_within_each_other) {
    TestMachine test;
    ClassBuilder a("A");
    a.interface("I0");
    a.method(is_static, "run", "()I", code({0x03, 0xac}));
    test.classes.add("A", a);
    for (u32 i = 0; i < 500; ++i) {
        ClassBuilder made(numbered("I", i), is_interface);
        if (i < 499) made.interface(numbered("I", i + 1));
        test.classes.add(numbered("I", i), made);
    }
    test.begin(u64{2} << 20, 16 * 1024);
    EXPECT_TRUE(test.outcome().starts_with("StackOverflowError: I"));
    EXPECT_NE(test.machine->classes.load("I499"), nullptr);
}

TEST(Classes, refuses_arrays_of_nothing) {
    TestMachine test;
    test.begin();
    std::string const deep(256, '[');
    std::string const deepest(255, '[');
    for (std::string const& name : {std::string("["), std::string("[a"), std::string("[V"),
                                    std::string("[L"), std::string("[I;"), deep + "I"}) {
        EXPECT_EQ(load(test, name), nullptr) << name;
        EXPECT_STREQ(test.machine->classes.problem().exception, "java/lang/NoClassDefFoundError");
    }
    Class* const whole = load(test, deepest + "I");
    ASSERT_NE(whole, nullptr);
    Object* const mirror = test.machine->mirror_of(*whole);
    Field const& component =
        test.machine->field(*test.machine->known.class_, "componentType", "Ljava/lang/Class;");
    EXPECT_EQ(at<Object*>(mirror, component.offset), whole->element->mirror);
}

TEST(Classes, takes_names_of_any_length) {
    TestMachine test;
    std::string const name(1000, 'n');
    test.classes.add(name + "1", ClassBuilder(name + "1"));
    test.classes.add(name + "2", ClassBuilder(name + "2"));
    test.begin();
    Classes& classes = test.machine->classes;
    Class* const first = load(test, name + "1");
    Class* const second = load(test, name + "2");
    ASSERT_TRUE(first && second);
    EXPECT_EQ(classes.array_of(first)->element, first);
    EXPECT_EQ(classes.array_of(second)->element, second);
    EXPECT_EQ(classes.array_of(classes.array_of(first))->element, classes.array_of(first));
}

/// Files of Java SE 6 and older need not say that <clinit> is static.
TEST(Classes, runs_initialisers_of_old_files) {
    TestMachine test;
    ClassBuilder a("A");
    a.field(is_static, "count", "I");
    u16 const count = a.member(Constant::field, "A", "count", "I");
    a.method(0, "<clinit>", "()V", code({0x08, 0xb3, u8(count >> 8), u8(count), 0xb1}));
    a.method(is_static, "run", "()I", code({0xb2, u8(count >> 8), u8(count), 0xac}));
    test.classes.add("A", a);
    test.classes.files["A"][7] = 50;
    test.begin();
    EXPECT_EQ(test.outcome(), "5");
}

TEST(Classes, refuses_modules) {
    TestMachine test;
    ClassBuilder module("module-info", flags::is_module, "");
    u16 const name = module.module("m");
    testing::Bytes named = {u8(name >> 8), u8(name)};
    named.resize(16);
    module.attribute("Module", named);
    test.classes.add("module-info", module);
    test.begin();
    EXPECT_EQ(test.machine->classes.load("module-info"), nullptr);
    TextBuffer<240> const message = test.machine->classes.problem().message;
    EXPECT_TRUE(message.text() == Text("module-info is a module"));
}

/// Of A.m, B.m that overrides it, and a private and a static m, it is B's.
TEST(Classes, finds_the_most_specific_method_of_interfaces) {
    TestMachine test;
    auto const add = [&](char const* name, std::vector<char const*> const& above, u16 flags) {
        ClassBuilder made(name, is_interface);
        for (char const* each : above)
            made.interface(each);
        made.method(flags, "m", "()I", code({0x03, 0xac}));
        test.classes.add(name, made);
    };
    add("Hidden", {}, flags::is_private);
    add("Static", {}, is_static);
    add("I", {}, flags::is_public);
    add("J", {"I"}, flags::is_public);
    ClassBuilder a("A");
    for (char const* each : {"Hidden", "Static", "I", "J"})
        a.interface(each);
    test.classes.add("A", a);
    ClassBuilder b("B");
    b.interface("Hidden");
    b.interface("Static");
    test.classes.add("B", b);
    test.begin();
    Machine& machine = *test.machine;
    auto const found = [&](char const* in) {
        return Classes::find_method(machine.classes.load(Text(in)), machine.symbols.of("m"),
                                    machine.symbols.of("()I"));
    };
    ASSERT_NE(found("A"), nullptr);
    EXPECT_TRUE(found("A")->owner->name->text == Text("J"));
    EXPECT_EQ(found("B"), nullptr);
}

} // namespace
} // namespace flat::java
