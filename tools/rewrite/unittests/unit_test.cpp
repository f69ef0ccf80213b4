// SPDX-License-Identifier: BSD-2-Clause
// Tests offsets, ranges and places of parsed texts.
#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/unit.hpp>

#include "parsed.hpp"
#include "workspace.hpp"

#include <gtest/gtest.h>

namespace rewrite {
namespace {

CompilerCommand const& command() {
    static CompilerCommand const read = read_command({"clang++-19", "-c", "x.cc"});
    return read;
}

clang::NamedDecl* find(Unit const& unit, llvm::StringRef name) {
    for (clang::Decl* const declaration : unit.context().getTranslationUnitDecl()->decls()) {
        auto* const named = llvm::dyn_cast<clang::NamedDecl>(declaration);
        if (named != nullptr && named->getName() == name) return named;
    }
    return nullptr;
}

std::string text_of(Unit const& unit, clang::SourceRange tokens) {
    std::optional<Range> const range = unit.range(tokens);
    return range ? unit.text().substr(range->begin, range->end - range->begin) : "none";
}

TEST(Unit, gives_ranges_from_first_to_past_last_token) {
    auto const unit =
        parsed("int first;\ntemplate <class T> struct B {};\nB<B<int>> nested = {};\n");
    EXPECT_EQ(text_of(*unit, find(*unit, "first")->getSourceRange()), "int first");
    auto const* const nested = llvm::cast<clang::VarDecl>(find(*unit, "nested"));
    EXPECT_EQ(text_of(*unit, nested->getTypeSourceInfo()->getTypeLoc().getSourceRange()),
              "B<B<int>>");
    EXPECT_EQ(unit->offset(nested->getLocation()), unit->text().find("nested"));
}

TEST(Unit, gives_the_range_of_an_inner_template_argument_that_ends_in_two_brackets) {
    auto const unit = parsed("template <class T> struct B {};\nB<B<int>> nested;\n");
    auto const* const nested = llvm::cast<clang::VarDecl>(find(*unit, "nested"));
    auto const outer = nested->getTypeSourceInfo()
                           ->getTypeLoc()
                           .getAsAdjusted<clang::TemplateSpecializationTypeLoc>();
    ASSERT_TRUE(outer);
    EXPECT_EQ(text_of(*unit, outer.getArgLoc(0).getSourceRange()), "B<int>");
}

TEST(Unit, takes_a_macro_of_a_system_header_for_the_place_of_its_expansion) {
    auto const unit = parsed("#include <climits>\nint most = INT_MAX;\nint next = CHAR_BIT;\n");
    auto const* const most = llvm::cast<clang::VarDecl>(find(*unit, "most"));
    EXPECT_EQ(text_of(*unit, most->getSourceRange()), "int most = INT_MAX");
    EXPECT_EQ(text_of(*unit, most->getInit()->getSourceRange()), "INT_MAX");
}

TEST(Unit, has_no_offsets_in_system_headers) {
    auto const unit = parsed("#include <cstdlib>\nint own;\n");
    clang::NamedDecl const* const far = find(*unit, "std");
    ASSERT_NE(far, nullptr);
    EXPECT_EQ(unit->offset(far->getLocation()), std::nullopt);
    EXPECT_EQ(unit->range(far->getSourceRange()), std::nullopt);
    EXPECT_EQ(unit->offset(clang::SourceLocation()), std::nullopt);
    EXPECT_EQ(unit->range(clang::SourceRange()), std::nullopt);
}

TEST(Unit, follows_line_markers_to_the_users_place) {
    auto const unit =
        parsed("# 1 \"x.cc\"\n# 7 \"own.hpp\" 1\n  int far;\n# 2 \"x.cc\" 2\nint own;\n");
    Place const far = unit->place(find(*unit, "far")->getLocation());
    EXPECT_EQ(far.file, "own.hpp");
    EXPECT_EQ(far.line, 7U);
    EXPECT_EQ(far.column, 7U);
    EXPECT_EQ(unit->place(find(*unit, "own")->getLocation()).line, 2U);
    EXPECT_EQ(unit->place(clang::SourceLocation()).line, 0U);
}

TEST(Unit, refuses_text_with_errors_at_the_users_place) {
    Diagnostics diagnostics;
    std::string const text = "# 4 \"own.hpp\"\nint a = unknown;\n";
    EXPECT_EQ(Unit::parse(command(), "x.cc", text, diagnostics), nullptr);
    ASSERT_EQ(diagnostics.all().size(), 1U);
    EXPECT_EQ(diagnostics.all()[0].code, "C0104");
    EXPECT_EQ(diagnostics.all()[0].place.file, "own.hpp");
    EXPECT_EQ(diagnostics.all()[0].place.line, 4U);
    EXPECT_EQ(diagnostics.all()[0].place.column, 9U);
}

TEST(Unit, does_not_read_the_file_of_its_name) {
    Workspace const workspace;
    workspace.write("x.cc", "#error not this\n");
    auto const unit = parsed("int own;\n");
    EXPECT_NE(find(*unit, "own"), nullptr);
}

TEST(Unit, keeps_quiet_about_warnings) {
    Diagnostics diagnostics;
    CompilerCommand const strict = read_command({"g++", "-Wall", "-Werror", "-c", "x.cc"});
    auto const unit = Unit::parse(strict, "x.cc", "static int unused;\n", diagnostics);
    EXPECT_NE(unit, nullptr);
    EXPECT_TRUE(diagnostics.all().empty());
}

} // namespace
} // namespace rewrite
