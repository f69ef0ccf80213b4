// SPDX-License-Identifier: BSD-2-Clause
#include <collapse/lib/cli/options.hpp>
#include <collapse/lib/cli/verbs.hpp>

#include <gtest/gtest.h>

namespace collapse {
namespace {

using Words = std::vector<std::string>;

Options read(Words const& words) {
    auto const parsed = parse_options(words);
    auto const* const error = std::get_if<UsageError>(&parsed);
    EXPECT_EQ(error, nullptr) << error->message;
    return error ? Options() : std::get<Options>(parsed);
}

std::string error_of(Words const& words) {
    auto const parsed = parse_options(words);
    auto const* const error = std::get_if<UsageError>(&parsed);
    EXPECT_NE(error, nullptr);
    return error ? error->message : "";
}

TEST(Options, a_launcher_ends_at_two_hyphens_or_at_the_compiler) {
    Words const command{"g++", "-c", "x.cc", "--class", "U"};
    for (Words const& front : {Words{"--class", "T", "--"}, Words{"--class=T"}}) {
        Words words = front;
        words.insert(words.end(), command.begin(), command.end());
        Options const options = read(words);
        EXPECT_EQ(options.verb, Verb::launch);
        EXPECT_EQ(options.classes, Words{"T"});
        EXPECT_EQ(options.command, command);
    }
}

TEST(Options, classes_add_up) {
    EXPECT_EQ(read({"check", "--class", "T", "--class", "n::U", "--", "g++"}).classes,
              (Words{"T", "n::U"}));
}

TEST(Options, a_plan_reads_facts_or_a_build_folder) {
    EXPECT_EQ(read({"plan", "--class", "T", "a.json", "b.json"}).inputs,
              (Words{"a.json", "b.json"}));
    Options const options = read({"plan", "--class", "T", "-pbuild", "-j", "3", "-o", "p.json"});
    EXPECT_EQ(options.build_folder, "build");
    EXPECT_EQ(options.jobs, 3U);
    EXPECT_EQ(options.output, "p.json");
    EXPECT_NE(error_of({"plan", "--class", "T"}), "");
    EXPECT_NE(error_of({"plan", "--class", "T", "-p", "b", "a.json"}), "");
}

TEST(Options, print_takes_a_source_and_flags_or_a_command) {
    Options const options = read({"print", "--class", "T", "x.cc", "--", "-O2"});
    EXPECT_EQ(options.inputs, Words{"x.cc"});
    EXPECT_EQ(options.command, Words{"-O2"});
    EXPECT_EQ(read({"print", "--class", "T", "--", "g++", "x.cc"}).command, (Words{"g++", "x.cc"}));
}

TEST(Options, what_is_missing_is_an_error) {
    EXPECT_NE(error_of({}), "");
    EXPECT_NE(error_of({"g++", "-c", "x.cc"}), "");
    EXPECT_NE(error_of({"--class", "T", "--"}), "");
    EXPECT_NE(error_of({"--class"}), "");
    EXPECT_NE(error_of({"explain"}), "");
    EXPECT_NE(error_of({"scan"}), "");
    EXPECT_NE(error_of({"print", "--class", "T"}), "");
}

TEST(Options, what_is_unknown_or_contradicts_itself_is_an_error) {
    EXPECT_NE(error_of({"scan", "--class", "T", "--", "g++"}).find("--class"), std::string::npos);
    EXPECT_NE(error_of({"--format", "xml", "--class", "T", "g++"}).find("xml"), std::string::npos);
    EXPECT_NE(error_of({"--class", "T", "--plan", "p.json", "--", "g++"}), "");
    EXPECT_NE(error_of({"plan", "--class", "T", "-p", "b", "-j", "0"}), "");
}

TEST(Options, help_of_each_verb_has_examples) {
    for (char const* verb : {"scan", "plan", "apply", "check", "print", "explain"}) {
        Options const options = read({verb, "--help"});
        EXPECT_EQ(options.verb, Verb::help);
        ASSERT_EQ(options.inputs, Words{verb});
        EXPECT_NE(verbs.help_of(*verbs.named(verb)).find("examples:"), std::string::npos);
    }
    EXPECT_EQ(read({"--help"}).verb, Verb::help);
    EXPECT_EQ(read({"--version"}).verb, Verb::version);
}

} // namespace
} // namespace collapse
