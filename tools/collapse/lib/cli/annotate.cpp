// SPDX-License-Identifier: BSD-2-Clause
// Writes a flat class with a comment at each member that says where it came from.
#include "print.hpp"
#include <collapse/lib/unit/apply.hpp>

#include <rewrite/syntax/syntax_visitor.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <llvm/Support/FormatVariadic.h>

namespace collapse {

namespace {

using rewrite::Range;

/// Class definitions of a unit by their ranges.
class ClassRanges : public rewrite::SyntaxVisitor {
public:
    explicit ClassRanges(rewrite::Unit const& unit) : unit_(unit) { TraverseAST(unit.context()); }

    bool VisitCXXRecordDecl(clang::CXXRecordDecl* record) override {
        bool const is_named = record->getIdentifier() && !record->isLambda();
        if (is_named && record->isThisDeclarationADefinition() && !record->isLocalClass())
            if (auto const range = unit_.range(record->getSourceRange()))
                classes_.emplace_back(*range, record);
        return true;
    }

    /// The outermost class around an offset, which is the one whose member stands there.
    clang::CXXRecordDecl const* around(uint32_t offset) const {
        clang::CXXRecordDecl const* found = nullptr;
        Range widest;
        for (auto const& [range, record] : classes_) {
            if (offset < range.begin || offset >= range.end) continue;
            if (found && range.end - range.begin <= widest.end - widest.begin) continue;
            found = record;
            widest = range;
        }
        return found;
    }

private:
    rewrite::Unit const& unit_;
    std::vector<std::pair<Range, clang::CXXRecordDecl const*>> classes_;
};

/// The first byte of a range that stood in the analysed text, blanks apart.
std::optional<uint32_t> first_origin(Applied const& applied, Range range) {
    for (uint32_t at = range.begin; at < range.end; ++at) {
        if (std::isspace(static_cast<unsigned char>(applied.rendered.text[at]))) continue;
        if (auto const origin = applied.rendered.origins.origin_of(at)) return origin;
    }
    return std::nullopt;
}

/// A piece of the rendered text without the directives that only compilers need.
std::string without_directives(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        size_t const end = std::min(text.find('\n'), text.size() - 1) + 1;
        std::string_view const line = text.substr(0, end);
        size_t const first = line.find_first_not_of(" \t");
        bool const is_marker = line.starts_with("#line ") || line.starts_with("# ");
        if (first != std::string_view::npos && !is_marker) kept += line;
        text.remove_prefix(end);
    }
    return kept;
}

class Annotator {
public:
    Annotator(rewrite::Unit const& before, Applied const& applied, rewrite::Unit const& after)
        : before_(before), applied_(applied), after_(after), classes_(before) {}

    std::string write(clang::CXXRecordDecl const& record) {
        std::optional<rewrite::ClassPlaces> const places = class_places(after_, record);
        if (!places) return {};
        access_ = record.isClass() ? "private" : "public";
        text_ = without_directives(piece({places->whole.begin, places->open_brace + 1})) + '\n';
        uint32_t last = places->open_brace + 1;
        rewrite::Diagnostics unseen; // What it would refuse was refused in the unit before.
        for (rewrite::MemberChunk const& chunk : member_chunks(after_, record, unseen)) {
            write_access({last, chunk.range.begin});
            text_ += "\n// " + origin_of(chunk.range) + '\n';
            text_ += without_directives(piece(chunk.range)) + '\n';
            last = chunk.range.end;
        }
        return std::move(text_) + std::string(piece({places->close_brace, places->whole.end})) +
               '\n';
    }

private:
    std::string_view piece(Range range) const {
        return std::string_view(after_.text()).substr(range.begin, range.end - range.begin);
    }

    /// The specifier that holds after a gap between members, if it changes anything.
    void write_access(Range gap) {
        std::string now = access_;
        for (rewrite::RawToken const& token : raw_tokens(after_, gap))
            if (token.text == "public" || token.text == "protected" || token.text == "private")
                now = token.text;
        if (now != access_) text_ += "\n" + now + ":\n";
        access_ = now;
    }

    std::string origin_of(Range range) const {
        std::optional<uint32_t> const offset = first_origin(applied_, range);
        if (!offset) return "written by collapse";
        rewrite::Place const place = before_.place(*offset);
        clang::CXXRecordDecl const* const record = classes_.around(*offset);
        std::string const name = record ? record->getNameAsString() : "outside of classes";
        return llvm::formatv("from {0} ({1}:{2})", name, place.file, place.line);
    }

    rewrite::Unit const& before_;
    Applied const& applied_;
    rewrite::Unit const& after_;
    ClassRanges classes_;
    std::string text_;
    std::string access_;
};

} // namespace

std::string annotated_class(rewrite::Unit const& before, Applied const& applied,
                            rewrite::Unit const& after, clang::CXXRecordDecl const& record) {
    std::string opening;
    std::string closing;
    for (auto const* scope = record.getDeclContext(); scope; scope = scope->getParent()) {
        auto const* const space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
        if (!space) continue;
        std::string const name = space->getNameAsString();
        opening = "namespace " + name + " {\n" + opening;
        closing += "} // namespace" + (name.empty() ? "" : " " + name) + "\n";
    }
    return opening + Annotator(before, applied, after).write(record) + closing;
}

} // namespace collapse
