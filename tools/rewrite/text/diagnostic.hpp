// SPDX-License-Identifier: BSD-2-Clause
// What a tool tells its user: one finding with its places, reasons and a way out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}
namespace clang {
class SourceLocation;
class SourceManager;
} // namespace clang

namespace rewrite {

/// A place in the user's own files.
struct Place {
    std::string file;
    uint32_t line = 0; ///< from 1; 0: no place
    uint32_t column = 0;
};

/// The place that a location of the analysed text stands for, by its line markers.
Place place_of(clang::SourceManager const& sources, clang::SourceLocation location);

struct Note {
    std::string text;
    Place place; ///< of the other end; may be none
};

enum class Severity { error, warning, remark };

struct Diagnostic {
    Severity severity = Severity::error;
    std::string code; ///< stable, as "C0401"
    std::string message;
    Place place;
    std::vector<Note> notes; ///< the other ends, the reasons
    std::string help;        ///< what to do; may be empty
};

/// Its code, message and place in one line.
std::string line_of(Diagnostic const& finding);

/// Collects findings; all independent ones are shown at once, sorted by place, without doubles.
class Diagnostics {
public:
    /// `family` is the letter that the tool's codes begin with, those of this library too.
    explicit Diagnostics(char family = 'C') : family_(family) {}

    void add(Diagnostic diagnostic);
    void refuse(std::string code, Place place, std::string message, std::string help = {});
    bool has_errors() const;
    std::vector<Diagnostic> const& all() const { return all_; }
    void add_all(Diagnostics const& others);

    /// As error[C0401]: message / --> file:line:column / the line and a caret / = notes / help:.
    void print(llvm::raw_ostream& out, bool colour) const;

    /// The same as a JSON array: severity, code, message, file, line, column, notes, help.
    void print_json(llvm::raw_ostream& out) const;

private:
    char family_;
    std::vector<Diagnostic> all_;
};

} // namespace rewrite
