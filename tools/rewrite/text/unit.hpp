// SPDX-License-Identifier: BSD-2-Clause
// One translation unit: preprocessed as its compiler would, system headers kept as #include, and
// parsed by clang.
#pragma once

#include "diagnostic.hpp"
#include "edit_plan.hpp"
#include "system_bodies.hpp"
#include <rewrite/command/command.hpp>

#include <clang/Basic/SourceLocation.h>

#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTUnit;
class SourceManager;
} // namespace clang

namespace rewrite {

/// The text that is analysed and rewritten.
struct UnitText {
    std::string name; ///< the user's main source
    std::string text; ///< line markers, user code expanded, `#include` of system headers
    std::vector<std::string> headers; ///< every file read, for dependency files and plan hashes
    std::vector<std::string> user_headers; ///< those not in system folders
    /// Whether user code asks which compiler it is (`__clang__`, `__GNUC__`, ...) in a condition.
    bool asks_for_compiler = false;
};

/// Whether comments of the user's code become part of the text. Some mean something to compilers:
/// without `/* fall through */` gcc warns.
enum class Comments { dropped, kept };

/// Preprocesses the command's source as `identity` would see it. Errors are the user's own and
/// stand in `diagnostics` as the compiler words them. `text_behind` is read as if it were the end
/// of the source.
std::optional<UnitText> preprocess(CompilerCommand const& command, CompilerKind identity,
                                   Diagnostics& diagnostics, Comments comments = Comments::dropped,
                                   std::string const& text_behind = {});

/// A parsed text. Locations in `text` are those of its main file; offsets in it are what
/// `EditPlan` speaks of.
class Unit {
public:
    /// Parses (rewritten or analysed) text with the command's flags. On errors: null, and the
    /// errors in `diagnostics`.
    static std::unique_ptr<Unit> parse(CompilerCommand const& command, std::string const& name,
                                       std::string text, Diagnostics& diagnostics,
                                       SystemBodies bodies = SystemBodies::written);
    ~Unit();

    std::string const& text() const { return text_; }
    clang::ASTContext& context() const;
    clang::SourceManager const& sources() const;

    /// The offset in the text; none for locations in system headers. A location inside a macro
    /// expansion (macros of system headers) is where the expansion stands.
    std::optional<uint32_t> offset(clang::SourceLocation location) const;

    /// From the first to past the last token.
    std::optional<Range> range(clang::SourceRange tokens) const;

    Place place(clang::SourceLocation location) const;

    /// Of an offset in the text, the inverse of `offset`.
    clang::SourceLocation location(uint32_t offset) const;
    Place place(uint32_t offset) const { return place(location(offset)); }

private:
    Unit();
    std::string text_;
    std::unique_ptr<clang::ASTUnit> ast_;
};

} // namespace rewrite
