// SPDX-License-Identifier: BSD-2-Clause
// A class as it is, matched with its plan: which item goes where.
#pragma once

#include "layout_plan.hpp"
#include "shape.hpp"

#include <map>
#include <optional>

namespace reorder {

/// An item in its new place.
struct Placed {
    size_t item = 0;             ///< index into the shape's items
    uint64_t padding_before = 0; ///< bytes
    uint64_t align = 0;          ///< 0: that of its type
    bool moves = false;          ///< whether it does not stand there already
};

class Arrangement {
public:
    Arrangement(Shape shape, std::vector<Placed> order);

    Shape const& shape() const { return shape_; }
    clang::RecordDecl const& record() const { return *shape_.record; }

    /// The items in their new order.
    std::vector<Placed> const& order() const { return order_; }

    /// Fields in declared order, and in the new one; unnamed bit-fields included.
    std::vector<clang::FieldDecl const*> const& old_fields() const { return old_fields_; }
    std::vector<clang::FieldDecl const*> const& new_fields() const { return new_fields_; }

    /// The place of a field in the new order.
    size_t rank(clang::FieldDecl const& field) const { return ranks_.at(&field); }

    /// Whether nothing has to be written differently.
    bool is_declared_order() const;

    /// Whether the first member stays the first one.
    bool keeps_first() const;

private:
    Shape shape_;
    std::vector<Placed> order_;
    std::vector<clang::FieldDecl const*> old_fields_;
    std::vector<clang::FieldDecl const*> new_fields_;
    std::map<clang::FieldDecl const*, size_t> ranks_;
};

/// Nothing: the class is not the one that the plan was made for, or the plan parts what cannot be
/// parted (R0202 to R0204).
std::optional<Arrangement> arrange(rewrite::Unit const& unit, clang::RecordDecl const& record,
                                   PlannedClass const& planned, rewrite::Diagnostics& diagnostics);

} // namespace reorder
