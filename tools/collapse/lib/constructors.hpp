// SPDX-License-Identifier: BSD-2-Clause
// Merges the constructors and destructors of bases into those of the flat class
// (Dannowski 2004, section 3, step 4; ours keeps the order of initialisers and bodies).
#pragma once

#include "hierarchy.hpp"

#include <rewrite/lib/unit.hpp>

namespace collapse {

/// Renders a source range of a base or of the target as it reads inside the flat class.
class BodyWriter {
public:
    virtual ~BodyWriter() = default;

    /// The range with its names adapted; `parameters` are texts that replace uses of constructor
    /// parameters (empty map: none).
    virtual rewrite::Moved
    moved(rewrite::Range range,
          std::map<clang::NamedDecl const*, std::string> const& parameters) const = 0;
};

/// The text of one constructor of the target.
struct MergedConstructor {
    rewrite::Fragment initialisers; ///< after the colon, in order; empty: none
    rewrite::Fragment prologue;     ///< first in the body: calls of base constructor bodies
};

/// Base constructor and destructor bodies that become member functions of the target, complete.
struct MergedBodies {
    rewrite::Fragment members;
};

} // namespace collapse
