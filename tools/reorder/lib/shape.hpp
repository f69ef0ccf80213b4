// SPDX-License-Identifier: BSD-2-Clause
// The data members of a class as pieces that move: each by itself, or several as one.
#pragma once

#include <rewrite/text/unit.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace clang {
class FieldDecl;
class RecordDecl;
} // namespace clang

namespace reorder {

enum class ItemKind {
    member,
    bit_fields,     ///< a run of them, unnamed ones included: they share storage
    anonymous,      ///< members of an anonymous struct or union
    flexible_array, ///< an array without a size, or of the sizes 0 and 1 at the end
};

/// A named member. Offsets and sizes are in bits, as those of bit-fields are.
struct Member {
    std::string name;
    uint64_t offset_bits = 0;
    uint64_t within_bits = 0; ///< from its item's beginning, where that is aligned
    uint64_t size_bits = 0;
    bool is_bit_field = false;
};

/// What moves as one.
struct Item {
    ItemKind kind = ItemKind::member;
    std::vector<clang::FieldDecl const*> fields; ///< in the order of the text
    std::vector<Member> members;                 ///< those that have names, also inside of it
    uint64_t offset = 0;                         ///< in bytes
    uint64_t size = 0;                           ///< in bytes, where it begins aligned
    uint64_t align = 1;                          ///< in bytes
};

struct Shape {
    clang::RecordDecl const* record = nullptr;
    std::vector<Item> items; ///< in declared order
    uint64_t begin = 0;      ///< in bytes: after bases and pointers to tables
    uint64_t size = 0;       ///< in bytes
    uint64_t align = 1;      ///< in bytes
};

/// Of a defined class that depends on no template parameter.
Shape shape_of(clang::RecordDecl const& record);

/// Whether the array at the end of a struct stands for as many elements as there is memory.
bool is_flexible_array(clang::FieldDecl const& field);

} // namespace reorder
