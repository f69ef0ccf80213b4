// SPDX-License-Identifier: BSD-2-Clause
// One word of a tool's own command line.
#pragma once

#include <optional>
#include <string>

namespace rewrite {

/// `--name=value`, `-ovalue`, or a name whose value is the next word, if it has one.
struct OptionWord {
    std::string name;
    std::optional<std::string> value;
};

/// Splits a word that begins with `-`.
OptionWord split_option(std::string const& word);

} // namespace rewrite
