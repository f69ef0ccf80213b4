// SPDX-License-Identifier: BSD-2-Clause
// The layout of classes that was decided for a whole program, so that all units lay out alike.
#pragma once

#include <rewrite/text/diagnostic.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reorder {

/// One data member in its new place.
struct PlannedMember {
    std::string name;
    uint64_t offset = 0;         ///< expected, in bytes; of bit-fields: of their first bit
    uint64_t padding_before = 0; ///< bytes to be left free before it, beyond what alignment asks
    uint64_t align = 0;          ///< smaller than its type's, in bytes; 0: that of its type
};

/// One class, with all of its data members in their new order.
struct PlannedClass {
    std::string name; ///< qualified; that of a typedef where a struct of C has no tag
    uint64_t size_bytes = 0;
    std::vector<PlannedMember> members;
};

/// A plan file: in JSON an object with `"format": "flatland-layout"`, `"version": 1`, `line_bytes`,
/// `classes` and, if a clock has decided when to stop, `"reproducible": false`. Unknown keys are
/// refused.
struct LayoutPlan {
    uint64_t line_bytes = 0;  ///< of the cache that it was made for; the rewriting does not need it
    bool reproducible = true; ///< for people and scripts; the rewriting does not need it either
    std::vector<PlannedClass> classes;
};

/// Reads the text of a plan file. Nothing: refused (R0112 not JSON, R0201 not a plan).
std::optional<LayoutPlan> parse_layout_plan(std::string const& file, std::string_view text,
                                            rewrite::Diagnostics& diagnostics);

} // namespace reorder
