// SPDX-License-Identifier: BSD-2-Clause
// The values that an object consists of.
#pragma once

#include "probe.hpp"

#include <clang/AST/Type.h>

namespace specialize {

/// Members and elements one by one, without padding; what has other names for the same bytes
/// (unions, bit-fields, base classes) in pieces of up to 8 bytes.
std::vector<ScalarLeaf> scalar_leaves_of(clang::QualType type, clang::ASTContext& context);

} // namespace specialize
