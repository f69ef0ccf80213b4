// SPDX-License-Identifier: BSD-2-Clause
// What specialize says about itself: help for each verb, with examples, and explanations of codes.
#pragma once

#include "options.hpp"

#include <optional>
#include <string_view>

namespace specialize {

/// The verb that a word names; none for the one that writes, which has no word.
std::optional<Verb> verb_named(std::string_view word);

/// The word of a verb; empty for the one that writes.
std::string_view name_of(Verb verb);

/// The page of `--help`.
std::string_view help_text(Verb verb);

/// The page of a diagnostic's code, as S0127, in Markdown; none if there is no such code.
std::optional<std::string_view> explanation_of(std::string_view code);

} // namespace specialize
