// SPDX-License-Identifier: BSD-2-Clause
// A text as the translation unit that a test looks at.
#pragma once

#include <memory>
#include <string>

#include <rewrite/text/unit.hpp>

namespace rewrite {

/// The text, parsed as x.cc in C++20; what clang complains of fails the test that asks.
std::unique_ptr<Unit> parsed(std::string const& text);

} // namespace rewrite
