// SPDX-License-Identifier: BSD-2-Clause
// A tool's verbs: their words and the pages of their `--help`.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace rewrite {

template<typename Verb>
struct VerbHelp {
    Verb verb;
    std::string_view name; ///< empty for the one that needs no word
    std::string_view text;
};

/// The verb that a word names; none for the one that has no word.
template<typename Verb>
std::optional<Verb> verb_named(std::span<VerbHelp<Verb> const> verbs, std::string_view word) {
    auto const found = std::ranges::find(verbs, word, &VerbHelp<Verb>::name);
    if (word.empty() || found == verbs.end()) return std::nullopt;
    return found->verb;
}

template<typename Verb>
VerbHelp<Verb> const& help_of(std::span<VerbHelp<Verb> const> verbs, Verb verb) {
    return *std::ranges::find(verbs, verb, &VerbHelp<Verb>::verb);
}

} // namespace rewrite
