// SPDX-License-Identifier: BSD-2-Clause
// Files that the program reads and writes: whole, and touched only when they change.
#pragma once

#include "diagnostic.hpp"

#include <llvm/Support/JSON.h>

#include <optional>
#include <string>
#include <string_view>

namespace rewrite {

/// The whole file; `-` is the standard input. Nothing: refused (C0110).
std::optional<std::string> read_text(std::string const& path, Diagnostics& diagnostics);

/// Replaces the file at once, but only when its text differs, so that builds see no change where
/// there is none; `-` is the standard output. False: refused (C0111).
bool write_text(std::string const& path, std::string_view text, Diagnostics& diagnostics);

/// The value of a JSON text. Nothing: refused at its place (C0112).
std::optional<llvm::json::Value> parse_json(std::string const& file, std::string_view text,
                                            Diagnostics& diagnostics);

/// JSON for people too: two spaces of indentation and a line end.
std::string json_text(llvm::json::Value const& value);

/// A hash of a text, as 32 hexadecimal digits; the same on every machine.
std::string hash_of(std::string_view text);

} // namespace rewrite
