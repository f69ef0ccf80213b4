// SPDX-License-Identifier: BSD-2-Clause
// Ends of paths.
#include "file_names.hpp"

namespace specialize {

bool ends_with_path(llvm::StringRef path, llvm::StringRef end) {
    return path.consume_back(end) && (path.empty() || path.ends_with("/"));
}

} // namespace specialize
