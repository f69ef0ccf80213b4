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

/// All verbs of a tool, in the order in which its help lists them.
template<typename Verb>
class Verbs {
public:
    constexpr explicit Verbs(std::span<VerbHelp<Verb> const> all) : all_(all) {}

    /// The verb that a word names; none for the one that has no word.
    std::optional<Verb> named(std::string_view word) const {
        auto const found = std::ranges::find(all_, word, &VerbHelp<Verb>::name);
        if (word.empty() || found == all_.end()) return std::nullopt;
        return found->verb;
    }

    /// The word of a verb; empty for the one that has none.
    std::string_view name_of(Verb verb) const { return at(verb).name; }

    /// The page of `--help`.
    std::string_view help_of(Verb verb) const { return at(verb).text; }

private:
    VerbHelp<Verb> const& at(Verb verb) const {
        return *std::ranges::find(all_, verb, &VerbHelp<Verb>::verb);
    }

    std::span<VerbHelp<Verb> const> all_;
};

} // namespace rewrite
