// SPDX-License-Identifier: BSD-2-Clause
// What every tool's program says about its use; each returns an exit status.
#pragma once

#include <optional>
#include <string_view>

namespace rewrite {

/// The status for a command line that cannot be understood.
constexpr int wrong_usage = 2;

/// Prints the page of a code, if there is one.
int show_page(std::optional<std::string_view> page, std::string_view code);

int report_wrong_usage(std::string_view tool, std::string_view verb, std::string_view message);

} // namespace rewrite
