// SPDX-License-Identifier: BSD-2-Clause
// Which functions of system headers are parsed: all through which a template of the text is
// instantiated, and few others.
#include <rewrite/meaning/uses.hpp>
#include <rewrite/syntax/syntax_visitor.hpp>
#include <rewrite/text/unit.hpp>

#include "workspace.hpp"

#include <gtest/gtest.h>

namespace rewrite {
namespace {

constexpr char const* library = R"(#pragma once
struct c_time { int seconds; };
namespace lib {
struct Point { int x; };
inline int shown(Point point) { return point.x; }
template<class T> struct Traits { static int size() { return 1; } };
template<class T> struct Box {
    T value;
    friend int sum(Box const& box) { return shown(box.value); }
};
template<class T> class Kept { public: int run() { return 1; } int later(); };
template<class T> struct Part;
template<class T> struct Part { T value; };
inline int size_of_part() { return sizeof(Part<int>); }
template<class T> int declared_here(T value);
template<class T> int show(T value) { return shown(value); }
template<class T> int size_of() { return Traits<T>::size(); }
template<class T> int part_of() { return Traits<T>::template part<char>(); }
template<class T> int defined_elsewhere(T value) { return declared_here(value); }
template<class F> int call(F function) { return function(1); }
template<auto function> int call_constant() { return function(1); }
template<template<class> class Outer> int call_outer() { return Outer<int>::run(); }
inline int plain() { return 1; }
}
)";

constexpr char const* hook_users = R"(#pragma once
template<class T> int use_hook(T value) { return hook(value); }
)";

/// A text that may include `<library>` and, after what they need, headers that name parts of it.
class Bodies : public testing::Test {
protected:
    Bodies() {
        workspace_.write("system/library", library);
        workspace_.write("system/hook_users", hook_users);
        workspace_.write("system/plain_hook_users",
                         "inline int use_hook(int value) { return hook(value); }\n");
        workspace_.write("system/shared_space", "namespace shared { inline namespace v1 {\n"
                                                "template<class T> int use(T value) {\n"
                                                "    return hook(value);\n}\n}}\n");
        workspace_.write("system/configured", "template<class T> int configured(T value) {\n"
                                              "    return Config::get(value);\n}\n");
    }

    std::unique_ptr<Unit> parse(std::string const& text, SystemBodies bodies) {
        std::string const folder = workspace_.folder() + "/system";
        CompilerCommand const command =
            read_command({"clang++-19", "-std=c++20", "-isystem", folder, "-c", "x.cc"});
        Diagnostics diagnostics;
        auto unit =
            Unit::parse(command, "x.cc", "#include <library>\n" + text, diagnostics, bodies);
        for (Diagnostic const& each : diagnostics.all())
            ADD_FAILURE() << each.message << "\n" << text;
        return unit;
    }

    /// Whether the last `marker` of the text is found in an instance of a template.
    bool is_reached(std::string const& text, SystemBodies bodies = SystemBodies::written) {
        auto const unit = parse("int marker;\n" + text, bodies);
        if (!unit) return false;
        Signatures signatures(unit->context(), same_place, none_);
        size_t const place = unit->text().rfind("marker");
        return std::ranges::any_of(find_uses(unit->context(), signatures), [&](Use const& use) {
            return use.offset == place && use.kind == "name" && use.within != nullptr;
        });
    }

    /// The meanings of all uses of kind `type`.
    std::vector<std::string> types_in(std::string const& text, SystemBodies bodies) {
        auto const unit = parse(text, bodies);
        Signatures signatures(unit->context(), same_place, none_);
        std::vector<std::string> types;
        for (Use const& use : find_uses(unit->context(), signatures))
            if (use.kind == "type") types.push_back(use.meaning->text());
        return types;
    }

    static std::optional<uint32_t> same_place(uint32_t offset) { return offset; }

    Workspace workspace_;
    FirstNames const none_;
};

/// Finds a function, or an instance of a template for it, and tells whether it has a body.
class BodyFinder : public rewrite::SyntaxVisitor {
public:
    explicit BodyFinder(std::string name) : name_(std::move(name)) {}
    bool shouldVisitTemplateInstantiations() const override { return true; }
    bool VisitFunctionDecl(clang::FunctionDecl* function) override {
        if (function->isDependentContext() || function->getNameAsString() != name_) return true;
        ++found;
        if (function->hasBody()) ++with_body;
        return true;
    }
    int found = 0;
    int with_body = 0;

private:
    std::string name_;
};

/// Of all functions of this name: 0 none, 1 all.
double share_with_body(Unit const& unit, std::string const& name) {
    BodyFinder finder(name);
    finder.TraverseDecl(unit.context().getTranslationUnitDecl());
    EXPECT_GT(finder.found, 0) << name;
    return static_cast<double>(finder.with_body) / std::max(finder.found, 1);
}

TEST_F(Bodies, leaves_out_instantiations_in_which_the_text_has_no_share) {
    auto const unit = parse("namespace own {\ntemplate<class T> int f(T) { return 1; }\n"
                            "int a = lib::show(lib::Point{}) + lib::size_of<int>() + f(1);\n}\n",
                            SystemBodies::written);
    EXPECT_EQ(share_with_body(*unit, "show"), 0);
    EXPECT_EQ(share_with_body(*unit, "size_of"), 0);
    EXPECT_EQ(share_with_body(*unit, "plain"), 1);
    EXPECT_EQ(share_with_body(*unit, "f"), 1);
}

TEST_F(Bodies, leaves_out_functions_of_system_headers_where_only_shared_ones_are_wanted) {
    auto const unit = parse("int a() { return lib::plain(); }\n", SystemBodies::shared);
    EXPECT_EQ(share_with_body(*unit, "plain"), 0);
    EXPECT_EQ(share_with_body(*unit, "a"), 1);
}

TEST_F(Bodies, parses_what_a_base_of_the_text_does) {
    std::string const call = "int run(lib::Kept<int>& kept) { return kept.run(); }\n";
    std::string const derived = "struct Derived : lib::Kept<int> {};\n";
    for (std::string const& text : {call + derived, derived + call}) {
        auto const unit = parse("namespace own {\n" + text + "}\n", SystemBodies::written);
        BodyFinder finder("run");
        finder.TraverseDecl(unit->context().getTranslationUnitDecl());
        EXPECT_EQ(finder.with_body, finder.found);
    }
}

TEST_F(Bodies, instantiates_for_lambdas_and_classes_of_the_text) {
    EXPECT_TRUE(is_reached("namespace own {\n"
                           "int a = lib::call([](auto value) { return value + marker; });\n}\n"));
    EXPECT_TRUE(is_reached("namespace own {\nstruct X {};\n"
                           "template<class T> int shown(T) { return marker; }\n"
                           "int a = lib::show(X{});\n}\n"));
    EXPECT_TRUE(is_reached("namespace own {\nstruct X {};\n"
                           "template<class T> int shown(T) { return marker; }\n"
                           "int a = lib::show(new lib::Box<X*[2]>{});\n}\n"));
    EXPECT_TRUE(is_reached("namespace own {\nstruct X {};\n"
                           "template<class T> int shown(T) { return marker; }\n"
                           "int a = sum(lib::Box<X>{});\n}\n"));
}

TEST_F(Bodies, instantiates_for_constants_and_templates_of_the_text) {
    EXPECT_TRUE(is_reached("namespace own {\nstruct F {\n"
                           "template<class T> int operator()(T) const { return marker; }\n};\n"
                           "int a = lib::call_constant<F{}>();\n}\n"));
    EXPECT_TRUE(is_reached("namespace own {\ntemplate<class T> struct Outer {\n"
                           "static int run() { return marker; }\n};\n"
                           "int a = lib::call_outer<Outer>();\n}\n"));
}

TEST_F(Bodies, instantiates_for_templates_that_a_call_finds_by_its_arguments) {
    std::string const use = "namespace own { int a = lib::show(c_time{}); }\n";
    std::string const found = "template<class T> int shown(T) { return marker; }\n";
    EXPECT_TRUE(is_reached(found + use));
    EXPECT_TRUE(is_reached(use + found));
    EXPECT_TRUE(is_reached(use + "extern \"C++\" {\n" + found + "}\n"));
    EXPECT_TRUE(is_reached("inline namespace v1 {\n" + found + "}\n" + use));
    EXPECT_TRUE(is_reached(use + "namespace own {\n" + found + "}\nusing own::shown;\n"));
    EXPECT_TRUE(is_reached("struct Any { template<class T> Any(T) { ++marker; } };\n"
                           "int shown(Any) { return 1; }\n" +
                           use));
}

TEST_F(Bodies, instantiates_for_specialisations_and_definitions_by_the_text) {
    EXPECT_TRUE(is_reached("template<> struct lib::Traits<int> {\n"
                           "template<class T> static int part() { return marker; }\n};\n"
                           "namespace own { int a = lib::part_of<int>(); }\n"));
    auto const special = parse("namespace own { int a = lib::size_of<int*>(); }\n"
                               "namespace lib { template<class T> struct Traits<T**> {\n"
                               "static int size() { return 2; }\n};}\n"
                               "namespace own { int b = lib::size_of<int**>(); }\n",
                               SystemBodies::written);
    EXPECT_EQ(share_with_body(*special, "size_of"), 1);
    auto const defined = parse("namespace own { int a = lib::defined_elsewhere(1); }\n"
                               "template<class T> int lib::declared_here(T) { return 2; }\n",
                               SystemBodies::written);
    EXPECT_EQ(share_with_body(*defined, "defined_elsewhere"), 1);
    auto const member = parse("template<class T> int lib::Kept<T>::later() { return 2; }\n"
                              "namespace own { int a = lib::Kept<int>().later(); }\n",
                              SystemBodies::written);
    EXPECT_EQ(share_with_body(*member, "later"), 1);
}

TEST_F(Bodies, instantiates_for_names_that_later_headers_use) {
    std::string const hook = "template<class T> int hook(T) { return marker; }\n";
    std::string const config = "struct Config {\ntemplate<class T> static int get(T) {\n"
                               "return marker; }\n};\n";
    std::string const configured = "#include <configured>\nint a = configured(1);\n";
    EXPECT_TRUE(is_reached(config + configured));
    EXPECT_TRUE(
        is_reached("namespace own {\n" + config + "}\nusing Config = own::Config;\n" + configured));
    EXPECT_TRUE(is_reached("namespace own {\n" + config + "}\nusing own::Config;\n" + configured));
    EXPECT_TRUE(is_reached("namespace {\n" + hook +
                           "}\n#include <hook_users>\n"
                           "int a = use_hook(1);\n"));
    EXPECT_TRUE(is_reached("namespace own {\n" + hook +
                           "}\nusing namespace own;\n"
                           "#include <hook_users>\nint a = use_hook(1);\n"));
    EXPECT_TRUE(is_reached("namespace shared { inline namespace v1 {\n" + hook +
                           "}}\n"
                           "#include <shared_space>\nint a = shared::use(1);\n"));
    EXPECT_TRUE(is_reached("namespace own {\n" + hook +
                               "}\nusing namespace own;\n"
                               "#include <plain_hook_users>\n",
                           SystemBodies::shared));
}

TEST_F(Bodies, names_an_instance_alike_whether_or_not_it_was_needed_complete) {
    std::string const text = "namespace own { lib::Part<int>* part = nullptr; }\n";
    auto const complete = types_in(text, SystemBodies::written);
    ASSERT_FALSE(complete.empty());
    EXPECT_EQ(complete, types_in(text, SystemBodies::shared));
}

TEST_F(Bodies, goes_on_leaving_out_what_cannot_use_a_later_name) {
    auto const unit = parse("namespace own { template<class T> int hook(T) { return 1; } }\n"
                            "using namespace own;\nint a = lib::size_of<int>();\n",
                            SystemBodies::written);
    EXPECT_EQ(share_with_body(*unit, "size_of"), 0);
}

} // namespace
} // namespace rewrite
