// SPDX-License-Identifier: BSD-2-Clause
// The pages of a tool's findings, which CMake makes part of its program (pages.cmake).
#pragma once

#include <optional>
#include <string_view>

namespace rewrite {

/// The page of a finding's code, as C0301, in Markdown; none if the tool has no such code.
/// Each tool defines it for itself.
std::optional<std::string_view> explanation_of(std::string_view code);

} // namespace rewrite
