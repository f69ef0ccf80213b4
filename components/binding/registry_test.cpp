// SPDX-License-Identifier: BSD-2-Clause
// Tests of the controls of a domain's bindings, and of finding one.
#include <binding/registry.hpp>
#include <core/calls/control_base.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::binding {
namespace {

class Plain final : public ControlBase<Control> {
public:
    Plain(Controls& controls, Text name, Text kind) : ControlBase(controls, name, kind) {}
};

class BindingControls : public ::testing::Test {
protected:
    Control* find(Text name, Text kind) { return registry.find(name.bytes(), kind.bytes()); }

    Registry registry{{}, {}};
    Plain first{registry, "main.log", "monitored"};
    Plain second{registry, "main.log", "dynamic"};
    Plain third{registry, "main.stages[1]", "monitored"};
};

TEST_F(BindingControls, leads_from_the_last_one_to_all) {
    ASSERT_EQ(registry.last(), &third);
    EXPECT_EQ(registry.last()->previous(), &second);
    EXPECT_EQ(second.previous(), &first);
    EXPECT_EQ(first.previous(), nullptr);
}

TEST_F(BindingControls, are_found_by_name_and_kind) {
    EXPECT_EQ(find("main.log", "monitored"), &first);
    EXPECT_EQ(find("main.log", "dynamic"), &second);
    EXPECT_EQ(find("main.stages[1]", "monitored"), &third);
    EXPECT_EQ(find("main.stages[1]", "dynamic"), nullptr);
    EXPECT_EQ(find("main.stages", "monitored"), nullptr);
    EXPECT_EQ(find("", ""), nullptr);
}

TEST_F(BindingControls, are_not_found_by_names_that_are_longer_than_any) {
    std::string const text(128, 'x');
    Plain const longest(registry, Text(text.data(), 127), "plain");
    Plain const longer(registry, Text(text.data(), 128), "plain");
    EXPECT_EQ(find(Text(text.data(), 127), "plain"), &longest);
    EXPECT_EQ(find(Text(text.data(), 128), "plain"), nullptr);
}

} // namespace
} // namespace flat::binding
