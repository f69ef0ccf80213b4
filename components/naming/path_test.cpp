// SPDX-License-Identifier: BSD-2-Clause
// Tests of paths, and of texts that may be names.
#include <naming/path.hpp>

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace flat::naming {
namespace {

using Steps = std::vector<std::string>;

Steps steps_of(std::string const& text) {
    auto path = parse_path(Text(text.data(), text.size()));
    Steps steps;
    while (path && !path->is_empty()) {
        Text const step = path->next();
        steps.emplace_back(step.data(), step.size());
    }
    return steps;
}

TEST(NamingPath, is_its_steps) {
    EXPECT_EQ(steps_of("disk0"), Steps({"disk0"}));
    EXPECT_EQ(steps_of("devices/disk0"), Steps({"devices", "disk0"}));
    EXPECT_EQ(steps_of("#3/a b/\xc3\xa4/..."), Steps({"#3", "a b", "\xc3\xa4", "..."}));
}

TEST(NamingPath, slashes_at_its_ends_and_double_ones_mean_nothing) {
    for (auto const text : {"/a/b", "a/b/", "a//b", "///a///b///"})
        EXPECT_EQ(steps_of(text), Steps({"a", "b"})) << text;
}

TEST(NamingPath, without_a_step_or_with_one_that_can_be_no_name_is_none) {
    for (auto const text : {"", "/", "//", ".", "..", "a/./b", "../a", "a:b", "a/b\n", "\x7f"})
        EXPECT_FALSE(parse_path(text)) << text;
    EXPECT_FALSE(parse_path(Text("a\0b", 3)));
}

TEST(NamingPath, has_steps_and_a_length_with_limits) {
    EXPECT_EQ(steps_of(std::string(text_max, 'x')).size(), 1u);
    EXPECT_TRUE(steps_of(std::string(text_max + 1, 'x')).empty());
    EXPECT_EQ(steps_of(std::string(path_max - 1, '/') + "x").size(), 1u);
    EXPECT_TRUE(steps_of(std::string(path_max, '/') + "x").empty());
}

} // namespace
} // namespace flat::naming
