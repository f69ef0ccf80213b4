// SPDX-License-Identifier: BSD-2-Clause
// Units of a few lines for the tests of collapse.
#pragma once

#include <collapse/lib/hierarchy/find_class.hpp>
#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/unit.hpp>

#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>

namespace collapse::testing {

/// Parses C++20; a text with errors fails the test.
inline std::unique_ptr<rewrite::Unit> parse(std::string const& text) {
    rewrite::Diagnostics diagnostics;
    auto const command = rewrite::read_command({"clang++-19", "-std=c++20", "-c", "unit.cpp"});
    auto unit = rewrite::Unit::parse(command, "unit.cpp", text, diagnostics);
    std::string shown;
    llvm::raw_string_ostream out(shown);
    diagnostics.print(out, false);
    EXPECT_TRUE(unit) << shown;
    return unit;
}

/// The only class of that name.
inline clang::CXXRecordDecl const& class_named(rewrite::Unit const& unit, std::string const& name) {
    auto const found = find_classes(unit.context(), name);
    EXPECT_EQ(found.size(), 1U) << name;
    return *found.at(0);
}

/// The method of a class by name.
inline clang::CXXMethodDecl const& method_named(clang::CXXRecordDecl const& record,
                                                std::string const& name) {
    for (clang::CXXMethodDecl const* each : record.methods())
        if (each->getNameAsString() == name) return *each;
    ADD_FAILURE() << name;
    std::abort();
}

} // namespace collapse::testing
