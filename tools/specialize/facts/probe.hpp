// SPDX-License-Identifier: BSD-2-Clause
// Asks clang what the paths and values of a spec are: their types, whether they are constants.
#pragma once

#include "bound_spec.hpp"

#include "shapes.hpp"

#include <optional>

namespace clang {
class ASTContext;
}

namespace specialize {

/// Where the table of virtual functions begins that an object's first word points to.
struct TableAddress {
    std::string symbol;
    size_t word = 0;
};

/// A value within an object that is read as a whole, of 1, 2, 4 or 8 bytes.
struct ScalarLeaf {
    uint64_t offset = 0;
    uint64_t bytes = 0;
};

struct ProbedValue {
    std::string canonical; ///< alike for values that are written differently and are equal
    bool is_fixed = false; ///< a constant, the address of a place, or a pointer that has it
};

/// The place of a captured fact.
struct CapturedPlace {
    ShapePointer shape;
    std::vector<std::string> pointers; ///< that the path goes through, from its beginning
    bool is_dereferenced = false;      ///< the path is `*POINTER`
    bool needs_brackets = false;       ///< the path, or that pointer, before a member or an index
};

/// A fact as clang sees it.
struct ProbedFact {
    std::string canonical; ///< of the path: `(*h).x` and `h->x` are alike
    bool is_place = false;
    bool is_const = false;
    bool is_volatile = false;
    bool is_array = false;
    bool is_bit_field = false;
    bool is_whole_object = false; ///< all that a pointer or a reference leads to, a structure
    bool is_element = false;      ///< what a pointer leads to, no structure: perhaps one of many
    bool is_void = false;
    bool is_parameter = false; ///< all of a parameter that is passed by value
    bool has_size = false;     ///< a dynamic object whose size another fact gives
    bool has_call = false;     ///< a captured path calls a function, or changes something
    std::optional<CapturedPlace> captured; ///< where a value is to be captured
    std::vector<ProbedValue> values;
    std::vector<ScalarLeaf> leaves;    ///< of a session's value
    std::optional<TableAddress> table; ///< of a type that can be stated
};

/// One per fact of the entry.
using ProbedEntry = std::vector<ProbedFact>;

/// What to put after the source: functions that mention every path, value and type once.
std::string probe_text(std::vector<BoundEntry> const& entries, size_t source);

/// Reads them; types of parameters that are not those of the function are refused (S0131).
/// Entries of other sources stay empty.
std::vector<ProbedEntry> read_probe(clang::ASTContext& context,
                                    std::vector<BoundEntry> const& entries, size_t source,
                                    rewrite::Diagnostics& diagnostics);

/// The size fact about what `dynamic *p` calls `p`; null: the type has to tell it.
SpecFact const* size_of(SpecFact const& dynamic, Entry const& entry);

/// `p` of `*p`, at its own place; the path itself if it begins otherwise.
Text without_star(Text path);

} // namespace specialize
