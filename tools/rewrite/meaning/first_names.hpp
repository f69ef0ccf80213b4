// SPDX-License-Identifier: BSD-2-Clause
// Which declarations are of one thing: each has a name in the text, the first one stands for all.
#pragma once

#include "signature.hpp"

namespace rewrite {

/// Enters the names of further declarations into `first_names`.
void find_first_names(clang::ASTContext& context, Signatures& signatures, FirstNames& first_names);

} // namespace rewrite
