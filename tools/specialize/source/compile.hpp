// SPDX-License-Identifier: BSD-2-Clause
// Compiles one source in memory, perhaps with text after it, to LLVM bitcode.
#pragma once

#include "build.hpp"

#include <functional>

namespace clang {
class ASTContext;
}

namespace specialize {

/// What clang says about the source, or about the text after it.
struct Message {
    unsigned id = 0; ///< one of clang::diag
    std::string text;
    rewrite::Place place;
    std::string edit; ///< what clang would write in its place; may be empty
    std::vector<rewrite::Note> notes;
};

enum class Depth {
    parse,     ///< for `look` alone
    to_bitcode ///< as -O1 -disable-llvm-passes would write it, with debug information
};

/// What clang reads.
struct SourceText {
    std::string replacement; ///< of the file, as `preprocessed` makes it; empty: the file
    std::string suffix;      ///< what follows it
};

struct Compiled {
    std::vector<Message> errors;
    std::string bitcode; ///< empty after errors
};

/// `look` sees the syntax tree if there are no errors. May run in several threads at once.
Compiled compile(Build const& build, Source const& source, SourceText const& text, Depth depth,
                 std::function<void(clang::ASTContext&)> const& look);

/// Whether the text can be read at all; else refused (S0110).
bool is_readable(Source const& source, rewrite::Diagnostics& diagnostics);

} // namespace specialize
