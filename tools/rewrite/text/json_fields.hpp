// SPDX-License-Identifier: BSD-2-Clause
// Reads objects of JSON files strictly: a key that nobody reads is an error, not a comment.
#pragma once

#include "diagnostic.hpp"

#include <llvm/Support/JSON.h>

#include <initializer_list>
#include <optional>
#include <string>

namespace rewrite {

/// False, with the error in `path`, if the value is no object or has other keys than these.
bool has_only(llvm::json::Value const& value, std::initializer_list<llvm::StringRef> keys,
              llvm::json::Path path);

/// Fills `result` by its `fromJSON`, if the file has that version. Nothing: refused with `code`.
template<typename T>
std::optional<T> read_versioned(llvm::json::Value const& value, int64_t version,
                                std::string const& file, std::string const& code,
                                Diagnostics& diagnostics);

/// Refuses a file for what `root` reports.
void refuse_contents(llvm::json::Path::Root const& root, std::string const& file,
                     std::string const& code, Diagnostics& diagnostics);

/// Whether the file's `version` is this one; reports it in `path` if not.
bool is_version(llvm::json::Value const& value, int64_t version, llvm::json::Path path);

template<typename T>
std::optional<T> read_versioned(llvm::json::Value const& value, int64_t version,
                                std::string const& file, std::string const& code,
                                Diagnostics& diagnostics) {
    llvm::json::Path::Root root;
    T result;
    if (is_version(value, version, root) && fromJSON(value, result, root)) return result;
    refuse_contents(root, file, code, diagnostics);
    return std::nullopt;
}

} // namespace rewrite
