// SPDX-License-Identifier: BSD-2-Clause
// Prints findings as the kit's other tools do, with the user's own source line.
#include "diagnostic.hpp"

#include <clang/Basic/SourceManager.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/LineIterator.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace rewrite {
namespace {

char const* word_for(Severity severity) {
    switch (severity) {
    case Severity::error:
        return "error";
    case Severity::warning:
        return "warning";
    case Severity::remark:
        return "remark";
    }
    return "";
}

auto key_of(Place const& place) {
    return std::tie(place.file, place.line, place.column);
}

bool is_before(Diagnostic const& a, Diagnostic const& b) {
    return std::tuple(key_of(a.place), std::tie(a.code, a.message)) <
           std::tuple(key_of(b.place), std::tie(b.code, b.message));
}

bool is_same(Diagnostic const& a, Diagnostic const& b) {
    return !is_before(a, b) && !is_before(b, a) && a.severity == b.severity;
}

std::string text_of(Place const& place) {
    return place.file + ":" + std::to_string(place.line) +
           (place.column > 0 ? ":" + std::to_string(place.column) : "");
}

std::optional<std::string> source_line(Place const& place) {
    auto const buffer = llvm::MemoryBuffer::getFile(place.file);
    if (!buffer || place.line == 0) return std::nullopt;
    for (llvm::line_iterator line(**buffer, /*SkipBlanks=*/false); !line.is_at_eof(); ++line)
        if (line.line_number() == place.line) return line->rtrim("\r").str();
    return std::nullopt;
}

/// As wide as the text before the column; tabs stay, so that the caret stands below its character.
std::string indent_to(std::string const& line, uint32_t column) {
    std::string indent = line.substr(0, std::min<size_t>(line.size(), column - 1));
    for (char& character : indent)
        if (character != '\t') character = ' ';
    return indent;
}

class Printer {
public:
    Printer(llvm::raw_ostream& out, bool colour) : out_(out), colour_(colour) {}

    void print(Diagnostic const& diagnostic) {
        bool const is_error = diagnostic.severity == Severity::error;
        start(is_error ? llvm::raw_ostream::RED : llvm::raw_ostream::YELLOW);
        out_ << word_for(diagnostic.severity);
        if (!diagnostic.code.empty()) out_ << '[' << diagnostic.code << ']';
        stop();
        out_ << ": " << diagnostic.message << '\n';
        std::string const margin(std::to_string(diagnostic.place.line).size(), ' ');
        print_place(diagnostic.place, margin);
        for (Note const& note : diagnostic.notes)
            print_note(note, margin);
        if (!diagnostic.help.empty()) out_ << "help: " << diagnostic.help << '\n';
    }

private:
    void start(llvm::raw_ostream::Colors colour) {
        if (colour_) out_.changeColor(colour, /*Bold=*/true);
    }

    void stop() {
        if (colour_) out_.resetColor();
    }

    void print_place(Place const& place, std::string const& margin) {
        if (place.file.empty()) return;
        out_ << margin << "--> " << (place.line > 0 ? text_of(place) : place.file) << '\n';
        std::optional<std::string> const line = source_line(place);
        if (!line) return;
        out_ << margin << " |\n" << place.line << " | " << *line << '\n' << margin << " | ";
        if (place.column > 0) {
            out_ << indent_to(*line, place.column);
            start(llvm::raw_ostream::RED);
            out_ << '^';
            stop();
        }
        out_ << '\n';
    }

    void print_note(Note const& note, std::string const& margin) {
        out_ << margin << " = " << note.text;
        if (note.place.line > 0) out_ << " (" << text_of(note.place) << ')';
        out_ << '\n';
    }

    llvm::raw_ostream& out_;
    bool colour_;
};

void write_place(llvm::json::OStream& json, Place const& place) {
    json.attribute("file", place.file);
    json.attribute("line", place.line);
    json.attribute("column", place.column);
}

void write_json(llvm::json::OStream& json, Diagnostic const& diagnostic) {
    json.object([&] {
        json.attribute("severity", word_for(diagnostic.severity));
        json.attribute("code", diagnostic.code);
        json.attribute("message", llvm::json::fixUTF8(diagnostic.message));
        write_place(json, diagnostic.place);
        json.attributeArray("notes", [&] {
            for (Note const& note : diagnostic.notes)
                json.object([&] {
                    json.attribute("text", llvm::json::fixUTF8(note.text));
                    write_place(json, note.place);
                });
        });
        json.attribute("help", llvm::json::fixUTF8(diagnostic.help));
    });
}

} // namespace

Place place_of(clang::SourceManager const& sources, clang::SourceLocation location) {
    if (location.isInvalid()) return {};
    clang::PresumedLoc const presumed = sources.getPresumedLoc(sources.getExpansionLoc(location));
    if (presumed.isInvalid()) return {};
    return {presumed.getFilename(), presumed.getLine(), presumed.getColumn()};
}

std::string line_of(Diagnostic const& finding) {
    Place const& place = finding.place;
    std::string const where =
        place.line ? " (" + place.file + ":" + std::to_string(place.line) + ")" : "";
    return finding.code + ", " + finding.message + where;
}

void Diagnostics::add_all(Diagnostics const& others) {
    for (Diagnostic const& each : others.all())
        add(each);
}

void Diagnostics::add(Diagnostic diagnostic) {
    if (!diagnostic.code.empty()) diagnostic.code.front() = family_;
    auto const place = std::ranges::lower_bound(all_, diagnostic, is_before);
    if (place != all_.end() && is_same(*place, diagnostic)) return;
    all_.insert(place, std::move(diagnostic));
}

void Diagnostics::refuse(std::string code, Place place, std::string message, std::string help) {
    add({Severity::error,
         std::move(code),
         std::move(message),
         std::move(place),
         {},
         std::move(help)});
}

bool Diagnostics::has_errors() const {
    return std::ranges::any_of(
        all_, [](Diagnostic const& entry) { return entry.severity == Severity::error; });
}

void Diagnostics::print(llvm::raw_ostream& out, bool colour) const {
    Printer printer(out, colour);
    for (size_t i = 0; i < all_.size(); ++i) {
        if (i > 0) out << '\n';
        printer.print(all_[i]);
    }
}

void Diagnostics::print_json(llvm::raw_ostream& out) const {
    llvm::json::OStream json(out, /*IndentSize=*/2);
    json.array([&] {
        for (Diagnostic const& diagnostic : all_)
            write_json(json, diagnostic);
    });
    out << '\n';
}

} // namespace rewrite
