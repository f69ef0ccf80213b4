// SPDX-License-Identifier: BSD-2-Clause
// Bounds on the work of the evaluator, and on what comes out.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace specialize {

/// Beyond them code stays general: a limit costs speed, never correctness.
struct Limits {
    std::size_t versions = 16;            ///< of one point of the code in one context
    std::size_t iterations = 8192;        ///< of one loop that are followed one by one
    std::size_t open_iterations = 16;     ///< the same, if they branch on what is not known
    std::size_t depth = 64;               ///< of calls within calls
    std::size_t recursion = 8;            ///< of one function within itself
    std::size_t instructions = 1U << 18U; ///< followed in all
    std::size_t code = 1U << 16U;         ///< left, before it is cleaned up
    std::size_t branches = 2048;          ///< left, on values that are not known
};

/// One of them.
using Limit = std::size_t Limits::*;

struct NamedLimit {
    std::string_view name;
    Limit limit;
};

/// As specs write them.
inline constexpr std::array<NamedLimit, 8> named_limits = {{
    {"versions", &Limits::versions},
    {"iterations", &Limits::iterations},
    {"open_iterations", &Limits::open_iterations},
    {"depth", &Limits::depth},
    {"recursion", &Limits::recursion},
    {"instructions", &Limits::instructions},
    {"code", &Limits::code},
    {"branches", &Limits::branches},
}};

constexpr std::string_view name_of(Limit limit) {
    for (NamedLimit const& each : named_limits)
        if (each.limit == limit) return each.name;
    return {};
}

} // namespace specialize
