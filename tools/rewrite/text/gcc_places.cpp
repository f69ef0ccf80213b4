// SPDX-License-Identifier: BSD-2-Clause
// Replaces clang's __LINE__ and __FILE__ by macros of one token each, written anew at each use.
#include "gcc_places.hpp"

#include <rewrite/syntax/clang.hpp>

#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>

#include <ranges>

namespace rewrite {
namespace {

class GccPlaces : public clang::PPCallbacks {
public:
    GccPlaces(clang::Preprocessor& preprocessor, PrefixMaps maps,
              std::map<std::string, std::string>& names)
        : preprocessor_(preprocessor), maps_(std::move(maps)), names_(names) {}

    /// The macros are the compiler's own, so they are defined where those are.
    void FileChanged(clang::SourceLocation location, FileChangeReason,
                     clang::SrcMgr::CharacteristicKind, clang::FileID) override {
        if (line_macro_ != nullptr || !sources().isWrittenInBuiltinFile(location)) return;
        line_ = define("__LINE__", clang::tok::numeric_constant, location, line_macro_);
        file_ = define("__FILE__", clang::tok::string_literal, location, file_macro_);
    }

    void InclusionDirective(clang::SourceLocation hash, clang::Token const&, llvm::StringRef name,
                            bool is_angled, clang::CharSourceRange,
                            clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                            clang::Module const*, bool,
                            clang::SrcMgr::CharacteristicKind) override {
        if (is_angled || !file || file->getName() != "./" + name.str()) return;
        std::string const includer = name_of(hash);
        if (includer.find('/') == std::string::npos) names_[file->getName().str()] = name.str();
    }

    void MacroExpands(clang::Token const& name, clang::MacroDefinition const& definition,
                      clang::SourceRange, clang::MacroArgs const*) override {
        clang::MacroInfo const* const macro = definition.getMacroInfo();
        if (macro != line_macro_ && macro != file_macro_) return;
        clang::SourceLocation const place = sources().getExpansionLoc(name.getLocation());
        if (macro == line_macro_)
            write(line_, std::to_string(sources().getPresumedLineNumber(place)));
        else
            write(file_, quoted(mapped(name_of(place))));
    }

private:
    clang::SourceManager& sources() const { return preprocessor_.getSourceManager(); }

    llvm::MutableArrayRef<clang::Token> define(llvm::StringRef name, clang::tok::TokenKind kind,
                                               clang::SourceLocation location,
                                               clang::MacroInfo const*& defined) {
        clang::MacroInfo* const macro = preprocessor_.AllocateMacroInfo(location);
        llvm::MutableArrayRef<clang::Token> const tokens =
            macro->allocateTokens(1, preprocessor_.getPreprocessorAllocator());
        tokens[0].startToken();
        tokens[0].setKind(kind);
        preprocessor_.appendDefMacroDirective(preprocessor_.getIdentifierInfo(name), macro);
        defined = macro;
        return tokens;
    }

    /// A macro of one token is expanded by copying it, after the callback.
    void write(llvm::MutableArrayRef<clang::Token> token, std::string const& text) {
        preprocessor_.CreateString(text, token[0]);
    }

    std::string name_of(clang::SourceLocation place) const {
        clang::PresumedLoc const presumed = sources().getPresumedLoc(place);
        std::string const file = presumed.isValid() ? presumed.getFilename() : "";
        auto const known = names_.find(file);
        return known != names_.end() ? known->second : file;
    }

    /// The last map that fits holds.
    std::string mapped(std::string const& file) const {
        for (auto const& [from, to] : std::views::reverse(maps_))
            if (file.starts_with(from)) return to + file.substr(from.size());
        return file;
    }

    static std::string quoted(std::string const& file) {
        std::string text = "\"";
        for (char const character : file) {
            if (character == '"' || character == '\\') text += '\\';
            text += character;
        }
        return text + '"';
    }

    clang::Preprocessor& preprocessor_;
    PrefixMaps maps_;
    std::map<std::string, std::string>& names_;
    llvm::MutableArrayRef<clang::Token> line_;
    llvm::MutableArrayRef<clang::Token> file_;
    clang::MacroInfo const* line_macro_ = nullptr;
    clang::MacroInfo const* file_macro_ = nullptr;
};

} // namespace

std::unique_ptr<clang::PPCallbacks> name_places_as_gcc(clang::Preprocessor& preprocessor,
                                                       PrefixMaps maps,
                                                       std::map<std::string, std::string>& names) {
    return std::make_unique<GccPlaces>(preprocessor, std::move(maps), names);
}

} // namespace rewrite
