// SPDX-License-Identifier: BSD-2-Clause
// The places within an object: its scalar leaves, and what lies at an offset.
#pragma once

#include "shapes.hpp"

#include <functional>
#include <optional>

namespace specialize {

/// Most leaves of one path: a version tests each at each call.
constexpr uint64_t most_leaves = 1024;

/// A place that has a value of its own.
struct ShapeLeaf {
    std::string suffix; ///< what leads there from the object: `.stream.operation`, `[3]`
    ShapePointer shape;
    bool is_bit_field = false;
};

/// All leaves in the order of the source; nothing if there are more than `most_leaves`.
std::optional<std::vector<ShapeLeaf>> leaves_within(ShapePointer const& shape);

/// What leads from an object to the part at this offset that has the type `canonical`, the
/// outermost if several begin there; `void` is any type. Nothing: there is none.
std::optional<std::string> part_at(Shape const& shape, uint64_t offset_bytes,
                                   std::string const& canonical);

} // namespace specialize
