// SPDX-License-Identifier: BSD-2-Clause
#include "parsed.hpp"

#include <gtest/gtest.h>

namespace rewrite {

std::unique_ptr<Unit> parsed(std::string const& text) {
    static CompilerCommand const command = read_command({"clang++-19", "-std=c++20", "-c", "x.cc"});
    Diagnostics diagnostics;
    std::unique_ptr<Unit> unit = Unit::parse(command, "x.cc", text, diagnostics);
    for (Diagnostic const& each : diagnostics.all())
        ADD_FAILURE() << each.message << "\n" << text;
    return unit;
}

} // namespace rewrite
