// SPDX-License-Identifier: BSD-2-Clause
// What a spec leaves to be captured: each fact's leaves, as the spec and as clang would write them.
#pragma once

#include <specialize/facts/shape_places.hpp>

#include <specialize/facts/probe.hpp>

namespace specialize {

struct CapturedLeaf {
    std::string path;       ///< as the spec writes it
    std::string expression; ///< the same in a function whose `this` is `self`
    ShapePointer shape;
    bool is_bit_field = false;
};

struct CapturedFact {
    SpecFact const* fact = nullptr;
    std::string path;                  ///< on one line
    std::vector<std::string> pointers; ///< none may be null for the leaves to be there
    std::vector<CapturedLeaf> leaves;  ///< without those that another fact is about
};

/// Of one entry, in the order of the spec.
std::vector<CapturedFact> captured_facts(BoundEntry const& bound, ProbedEntry const& probed);

/// How many bytes of a leaf are recorded: a bit-field as the number that it holds.
inline uint64_t recorded_bytes(CapturedLeaf const& leaf) {
    return leaf.is_bit_field ? 8 : leaf.shape->size_bytes;
}

} // namespace specialize
