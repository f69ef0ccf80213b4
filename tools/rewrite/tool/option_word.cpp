// SPDX-License-Identifier: BSD-2-Clause
// Splits options as compilers do: long ones at `=`, short ones after their letter.
#include "option_word.hpp"

namespace rewrite {

OptionWord split_option(std::string const& word) {
    if (word.starts_with("--")) {
        size_t const equals = word.find('=');
        if (equals == std::string::npos) return {word, std::nullopt};
        return {word.substr(0, equals), word.substr(equals + 1)};
    }
    if (word.size() <= 2) return {word, std::nullopt};
    return {word.substr(0, 2), word.substr(2)};
}

} // namespace rewrite
