// SPDX-License-Identifier: BSD-2-Clause
// Walks shapes.
#include "shape_places.hpp"

namespace specialize {
namespace {

bool is_scalar(ShapeKind kind) {
    return kind == ShapeKind::integer || kind == ShapeKind::boolean ||
           kind == ShapeKind::floating || kind == ShapeKind::pointer;
}

std::string suffix_of(ShapeMember const& member) {
    return member.name.empty() ? "" : "." + member.name;
}

class LeafFinder {
public:
    bool add(ShapePointer const& shape, std::string const& suffix, bool is_bit_field) {
        if (is_scalar(shape->kind)) {
            if (found_.size() == most_leaves) return false;
            found_.push_back({suffix, shape, is_bit_field});
            return true;
        }
        if (shape->kind == ShapeKind::array) return add_elements(*shape, suffix);
        for (ShapeMember const& each : shape->members) {
            if (each.has_no_fact || each.is_hidden) continue;
            if (!add(each.shape, suffix + suffix_of(each), each.is_bit_field)) return false;
        }
        return true;
    }

    std::vector<ShapeLeaf> found() { return std::move(found_); }

private:
    /// Elements without a leaf are not walked, however many there are.
    bool add_elements(Shape const& array, std::string const& suffix) {
        for (uint64_t i = 0; i < array.element_count; ++i) {
            size_t const before = found_.size();
            if (!add(array.element, suffix + "[" + std::to_string(i) + "]", false)) return false;
            if (found_.size() == before) return true;
        }
        return true;
    }

    std::vector<ShapeLeaf> found_;
};

} // namespace

std::optional<std::vector<ShapeLeaf>> leaves_within(ShapePointer const& shape) {
    LeafFinder finder;
    if (!finder.add(shape, "", false)) return std::nullopt;
    return finder.found();
}

std::optional<std::string> part_at(Shape const& shape, uint64_t offset_bytes,
                                   std::string const& canonical) {
    if (offset_bytes == 0 && (canonical == "void" || shape.canonical == canonical)) return "";
    if (shape.kind == ShapeKind::array && shape.element->size_bytes > 0) {
        uint64_t const index = offset_bytes / shape.element->size_bytes;
        if (index >= shape.element_count) return std::nullopt;
        auto const rest =
            part_at(*shape.element, offset_bytes % shape.element->size_bytes, canonical);
        if (!rest) return std::nullopt;
        return "[" + std::to_string(index) + "]" + *rest;
    }
    for (ShapeMember const& each : shape.members) {
        bool const is_there = !each.is_bit_field && !each.is_hidden &&
                              offset_bytes >= each.offset_bytes &&
                              offset_bytes - each.offset_bytes < each.shape->size_bytes;
        if (!is_there) continue;
        if (auto const rest = part_at(*each.shape, offset_bytes - each.offset_bytes, canonical))
            return suffix_of(each) + *rest;
    }
    return std::nullopt;
}

} // namespace specialize
