// SPDX-License-Identifier: BSD-2-Clause
// What reorder says about itself: help for each verb, with examples, and explanations of codes.
#pragma once

#include "options.hpp"

#include <optional>
#include <string_view>

namespace reorder {

/// The verb that a word names; none for the launcher, which has no word.
std::optional<Verb> verb_named(std::string_view word);

/// The word of a verb; empty for the launcher.
std::string_view name_of(Verb verb);

/// The page of `--help`.
std::string_view help_text(Verb verb);

/// The page of a diagnostic's code, as R0301, in Markdown; none if there is no such code.
std::optional<std::string_view> explanation_of(std::string_view code);

} // namespace reorder
