// SPDX-License-Identifier: BSD-2-Clause
// Compares names of files that were shortened in different ways.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace specialize {

/// Whether `end` is the last part of `path` or all of it, in whole names: `src/clnt.c` ends with
/// `clnt.c`, and `sclnt.c` does not.
bool ends_with_path(llvm::StringRef path, llvm::StringRef end);

} // namespace specialize
