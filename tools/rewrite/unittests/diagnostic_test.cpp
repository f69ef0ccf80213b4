// SPDX-License-Identifier: BSD-2-Clause
// Tests how findings are collected and shown.
#include <rewrite/text/diagnostic.hpp>

#include "workspace.hpp"

#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

namespace rewrite {
namespace {

std::string printed(Diagnostics const& diagnostics) {
    std::string text;
    llvm::raw_string_ostream out(text);
    diagnostics.print(out, /*colour=*/false);
    return text;
}

TEST(Diagnostics, show_the_line_with_a_caret_notes_and_help) {
    Workspace const workspace;
    workspace.write("src/x.cc", "int a;\n    memcmp(&a, &b, sizeof a);\n");
    Diagnostics diagnostics;
    diagnostics.add({Severity::error,
                     "C0301",
                     "`memcmp` reads the bytes of `tcb_t`",
                     {"src/x.cc", 2, 5},
                     {{"`tcb_t` has bases", {"src/tcb.h", 7, 8}}, {"and no name", {}}},
                     "compare the members"});
    EXPECT_EQ(printed(diagnostics), "error[C0301]: `memcmp` reads the bytes of `tcb_t`\n"
                                    " --> src/x.cc:2:5\n"
                                    "  |\n"
                                    "2 |     memcmp(&a, &b, sizeof a);\n"
                                    "  |     ^\n"
                                    "  = `tcb_t` has bases (src/tcb.h:7:8)\n"
                                    "  = and no name\n"
                                    "help: compare the members\n");
}

TEST(Diagnostics, keep_tabs_before_the_caret) {
    Workspace const workspace;
    workspace.write("x.cc", "\tint\tb;\n");
    Diagnostics diagnostics;
    diagnostics.refuse("C0301", {"x.cc", 1, 6}, "no");
    EXPECT_NE(printed(diagnostics).find("1 | \tint\tb;\n  | \t   \t^\n"), std::string::npos);
}

TEST(Diagnostics, show_places_whose_file_or_line_does_not_exist) {
    Workspace const workspace;
    workspace.write("x.cc", "int a;\n");
    Diagnostics diagnostics;
    diagnostics.refuse("C0101", {"absent.cc", 3, 1}, "gone");
    diagnostics.refuse("C0101", {"x.cc", 99, 1}, "past the end");
    diagnostics.refuse("C0101", {"x.cc", 0, 0}, "the file");
    diagnostics.refuse("C0101", {}, "nowhere");
    EXPECT_EQ(printed(diagnostics), "error[C0101]: nowhere\n"
                                    "\nerror[C0101]: gone\n --> absent.cc:3:1\n"
                                    "\nerror[C0101]: the file\n --> x.cc\n"
                                    "\nerror[C0101]: past the end\n  --> x.cc:99:1\n");
}

TEST(Diagnostics, are_sorted_by_place_and_come_once) {
    Diagnostics diagnostics;
    diagnostics.refuse("C0302", {"b.cc", 1, 1}, "third");
    diagnostics.refuse("C0302", {"a.cc", 10, 1}, "second");
    diagnostics.refuse("C0302", {"a.cc", 9, 1}, "first");
    diagnostics.refuse("C0302", {"a.cc", 10, 1}, "second");
    ASSERT_EQ(diagnostics.all().size(), 3U);
    EXPECT_EQ(diagnostics.all()[0].message, "first");
    EXPECT_EQ(diagnostics.all()[1].message, "second");
    EXPECT_EQ(diagnostics.all()[2].message, "third");
}

TEST(Diagnostics, have_errors_only_if_one_is_an_error) {
    Diagnostics diagnostics;
    diagnostics.add({Severity::warning, "C0101", "careful", {}, {}, ""});
    EXPECT_FALSE(diagnostics.has_errors());
    diagnostics.refuse("C0101", {}, "no");
    EXPECT_TRUE(diagnostics.has_errors());
}

TEST(Diagnostics, are_valid_json_whatever_the_message) {
    Diagnostics diagnostics;
    diagnostics.add({Severity::error,
                     "C0301",
                     "a \"quote\" and \xff",
                     {"x.cc", 2, 3},
                     {{"why", {"y.cc", 4, 5}}},
                     "do that"});
    std::string text;
    llvm::raw_string_ostream out(text);
    diagnostics.print_json(out);
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    ASSERT_TRUE(static_cast<bool>(value));
    llvm::json::Object const* const entry = (*value->getAsArray())[0].getAsObject();
    EXPECT_EQ(entry->getString("code"), "C0301");
    EXPECT_EQ(entry->getInteger("line"), 2);
    EXPECT_EQ(entry->getString("help"), "do that");
    llvm::json::Object const* const note = (*entry->getArray("notes"))[0].getAsObject();
    EXPECT_EQ(note->getString("file"), "y.cc");
}

} // namespace
} // namespace rewrite
