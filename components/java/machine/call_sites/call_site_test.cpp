// SPDX-License-Identifier: BSD-2-Clause
// Tests of call sites whose files are right and whose arguments are not.
#include <java/machine/testing.hpp>

#include <gtest/gtest.h>

namespace flat::java {
namespace {

using testing::Bytes;
using testing::ClassBuilder;
using testing::code;
using testing::TestMachine;

constexpr u16 is_static = flags::is_public | flags::is_static;

/// A class A with a call site, whose bootstrap arguments are constants of its pool.
class Site {
public:
    Site() : a("A") {
        ClassBuilder i("I", flags::is_public | flags::is_interface | flags::is_abstract);
        i.method(flags::is_public | flags::is_abstract, "given", "()I");
        test_.classes.add("I", i);
        ClassBuilder builder("java/lang/StringBuilder");
        builder.field(flags::is_public, "size", "I");
        for (std::string const& type : {"I", "Ljava/lang/String;"})
            builder.method(flags::is_public, "append", "(" + type + ")Ljava/lang/StringBuilder;",
                           code({0x2a, 0xb0}));
        builder.method(flags::is_public, "<init>", "()V", code({0xb1}));
        builder.method(flags::is_public, "toString", "()Ljava/lang/String;", code({0x01, 0xb0}));
        test_.classes.add("java/lang/StringBuilder", builder);
    }

    u16 handle(char const* of, char const* name, char const* descriptor) {
        return a.handle(HandleKind::invoke_static,
                        a.member(Constant::method, of, name, descriptor));
    }

    /// What `run` gives, which passes 20 to the site and drops what it returns.
    std::string outcome(std::string const& factory, std::string const& descriptor,
                        std::vector<u16> const& arguments, char const* name = "given") {
        bool const is_whole = factory.find('/') != std::string::npos;
        u16 const bootstrap = handle((is_whole ? factory : "java/lang/invoke/" + factory).c_str(),
                                     "bootstrap", "()Ljava/lang/invoke/CallSite;");
        Bytes table = {0, 1, u8(bootstrap >> 8), u8(bootstrap), 0, u8(arguments.size())};
        for (u16 const each : arguments)
            testing::put_u2(table, each);
        a.attribute("BootstrapMethods", table);
        u16 const site = a.invoke_dynamic(0, name, descriptor);
        a.method(is_static, "run", "()I",
                 code({0x10, 20, 0xba, u8(site >> 8), u8(site), 0, 0, 0x57, 0x06, 0xac}));
        a.method(is_static, "body", "(I)I", code({0x1a, 0xac}));
        a.method(is_static, "large", "(I)J", code({0x09, 0xad}));
        a.method(is_static, "none", "(I)V", code({0xb1}));
        test_.classes.add("A", a);
        test_.begin();
        return test_.outcome();
    }

    ClassBuilder a;

private:
    TestMachine test_;
};

std::string lambda_of(char const* name, char const* descriptor) {
    Site site;
    u16 const type = site.a.method_type("()I");
    u16 const body = site.handle("A", name, descriptor);
    return site.outcome("LambdaMetafactory", "(I)LI;", {type, body, type});
}

TEST(CallSite, makes_a_lambda_whose_result_fits) {
    EXPECT_EQ(lambda_of("body", "(I)I"), "3");
    EXPECT_EQ(lambda_of("large", "(I)J"),
              "BootstrapMethodError: a result or argument of another type");
    EXPECT_EQ(lambda_of("none", "(I)V"), "BootstrapMethodError: nothing where a result is wanted");
}

TEST(CallSite, refuses_a_lambda_without_its_types) {
    std::string const wrong = "BootstrapMethodError: a lambda without its method and two types";
    for (u32 missing = 0; missing < 3; ++missing) {
        Site site;
        u16 const type = site.a.method_type("()I");
        std::vector<u16> arguments = {type, site.handle("A", "body", "(I)I"), type};
        arguments[missing] = site.a.string("no type");
        EXPECT_EQ(site.outcome("LambdaMetafactory", "(I)LI;", arguments), wrong);
    }
    Site none;
    EXPECT_EQ(none.outcome("LambdaMetafactory", "(I)LI;", {}), wrong);
}

TEST(CallSite, refuses_a_lambda_of_what_is_no_interface) {
    Site site;
    u16 const type = site.a.method_type("()I");
    u16 const body = site.handle("A", "body", "(I)I");
    EXPECT_EQ(site.outcome("LambdaMetafactory", "(I)LA;", {type, body, type}),
              "IncompatibleClassChangeError: A");
}

std::string text_of(std::string const& recipe, std::vector<char const*> const& constants,
                    char const* descriptor = "(I)Ljava/lang/String;") {
    Site site;
    std::vector<u16> arguments = {site.a.string(recipe)};
    for (char const* each : constants)
        arguments.push_back(site.a.string(each));
    return site.outcome("StringConcatFactory", descriptor, arguments);
}

TEST(CallSite, joins_a_text_whose_recipe_fits) {
    EXPECT_EQ(text_of("x\1y\2", {"z"}), "3");
    EXPECT_EQ(text_of("x\1y\2", {}),
              "BootstrapMethodError: a constant of a text is missing, or no text");
    EXPECT_EQ(text_of("\1\1", {}), "BootstrapMethodError: a text of more arguments than there are");
    EXPECT_EQ(text_of("x", {}), "BootstrapMethodError: a text of fewer arguments than there are");
    EXPECT_EQ(text_of("\1", {}, "(I)I"), "BootstrapMethodError: a text that is a number");
    Site site;
    EXPECT_EQ(site.outcome("StringConcatFactory", "(I)Ljava/lang/String;", {site.a.integer(5)}),
              "BootstrapMethodError: a text without its recipe");
}

/// A lambda with arguments of altMetafactory after the usual three.
std::string further_of(std::vector<u16> (*more)(ClassBuilder&)) {
    Site site;
    u16 const type = site.a.method_type("()I");
    std::vector<u16> arguments = {type, site.handle("A", "body", "(I)I"), type};
    for (u16 const each : more(site.a))
        arguments.push_back(each);
    return site.outcome("LambdaMetafactory", "(I)LI;", arguments);
}

TEST(CallSite, makes_a_lambda_with_further_interfaces_and_types) {
    EXPECT_EQ(further_of([](ClassBuilder& a) {
                  return std::vector<u16>{a.integer(7), a.integer(1),
                                          a.class_("java/lang/Cloneable"), a.integer(1),
                                          a.method_type("()Ljava/lang/Object;")};
              }),
              "NoClassDefFoundError: java/lang/Integer");
    EXPECT_EQ(further_of([](ClassBuilder& a) {
                  return std::vector<u16>{a.integer(6), a.integer(1),
                                          a.class_("java/lang/Cloneable"), a.integer(1),
                                          a.method_type("()J")};
              }),
              "3");
}

TEST(CallSite, refuses_further_interfaces_and_types_that_are_none) {
    EXPECT_EQ(further_of([](ClassBuilder& a) { return std::vector<u16>{a.integer(2)}; }),
              "BootstrapMethodError: a lambda without a number of types");
    EXPECT_EQ(further_of([](ClassBuilder& a) {
                  return std::vector<u16>{a.integer(2), a.integer(2),
                                          a.class_("java/lang/Cloneable")};
              }),
              "BootstrapMethodError: a marker of a lambda is no class, or they are too many");
    EXPECT_EQ(further_of([](ClassBuilder& a) {
                  return std::vector<u16>{a.integer(2), a.integer(1), a.class_("A")};
              }),
              "BootstrapMethodError: a marker of a lambda is no interface");
    EXPECT_EQ(further_of([](ClassBuilder& a) {
                  return std::vector<u16>{a.integer(4), a.integer(1), a.integer(1)};
              }),
              "BootstrapMethodError: a further type of a lambda is none, or they are too many");
}

std::string record_of(char const* name, char const* descriptor,
                      std::vector<u16> (*arguments)(Site&)) {
    Site site;
    return site.outcome("java/lang/runtime/ObjectMethods", descriptor, arguments(site), name);
}

TEST(CallSite, refuses_a_record_whose_arguments_do_not_fit) {
    EXPECT_EQ(record_of("hashCode", "(LA;)I", [](Site&) { return std::vector<u16>{}; }),
              "BootstrapMethodError: a record's method without its class and names");
    auto const whole = [](Site& site) {
        return std::vector<u16>{site.a.class_("A"), site.a.string("")};
    };
    EXPECT_EQ(record_of("hashCode", "(LA;)J", whole),
              "BootstrapMethodError: a method that records do not have");
    EXPECT_EQ(record_of("clone", "(LA;)I", whole),
              "BootstrapMethodError: a method that records do not have");
    EXPECT_EQ(record_of("hashCode", "(LA;)I",
                        [](Site& site) {
                            return std::vector<u16>{site.a.class_("A"), site.a.string("x"),
                                                    site.a.integer(1)};
                        }),
              "BootstrapMethodError: a component of a record without its getter");
    EXPECT_EQ(record_of("hashCode", "(LA;)I",
                        [](Site& site) {
                            return std::vector<u16>{site.a.class_("A"), site.a.string("x"),
                                                    site.handle("A", "body", "(I)I")};
                        }),
              "BootstrapMethodError: a component of a record whose getter is not of a field");
    EXPECT_EQ(record_of("hashCode", "(LA;)I",
                        [](Site& site) {
                            u16 const other = site.a.member(Constant::field,
                                                            "java/lang/StringBuilder", "size", "I");
                            return std::vector<u16>{site.a.class_("A"), site.a.string("x"),
                                                    site.a.handle(HandleKind::get_field, other)};
                        }),
              "BootstrapMethodError: a component of a record is a field of another class");
}

} // namespace
} // namespace flat::java
