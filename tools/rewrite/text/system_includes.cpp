// SPDX-License-Identifier: BSD-2-Clause
// Watches what system headers ask about the user's macros.
#include "system_includes.hpp"

#include <rewrite/syntax/clang.hpp>

#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>

#include <algorithm>
#include <array>

namespace rewrite {
namespace {

/// What distinguishes g++ from clang++, and either from others. Whether a builtin or an attribute
/// exists is asked by compiler too: clang answers here, whoever compiles.
bool names_compiler(llvm::StringRef macro) {
    constexpr std::array<char const*, 12> names = {
        "__GNUC__",      "__GNUG__",         "__GNUC_MINOR__",  "__GNUC_PATCHLEVEL__",
        "__VERSION__",   "__INTEL_COMPILER", "__has_feature",   "__has_extension",
        "__has_builtin", "__has_warning",    "__has_attribute", "__GNUC_PREREQ"};
    return macro.starts_with("__clang_") || std::ranges::count(names, macro) > 0;
}

class Watcher : public clang::PPCallbacks {
public:
    Watcher(clang::Preprocessor& preprocessor, SystemIncludes& result)
        : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()), result_(result) {}

    void InclusionDirective(clang::SourceLocation hash, clang::Token const& keyword,
                            llvm::StringRef name, bool, clang::CharSourceRange,
                            clang::OptionalFileEntryRef, llvm::StringRef, llvm::StringRef,
                            clang::Module const*, bool,
                            clang::SrcMgr::CharacteristicKind kind) override {
        if (!clang::SrcMgr::isSystem(kind) || is_system(hash)) return;
        SystemInclude include;
        // A quoted header of the system was found in its folders, like an angled one.
        include.header = "<" + name.str() + ">";
        include.is_next = keyword.getIdentifierInfo()->getName() == "include_next";
        include.undefined = std::move(undefined_);
        undefined_.clear();
        result_.in_order.push_back(std::move(include));
    }

    void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                     clang::SrcMgr::CharacteristicKind kind, clang::FileID) override {
        auto const file = sources_.getFileEntryRefForID(sources_.getFileID(location));
        if (reason == EnterFile && file && !clang::SrcMgr::isSystem(kind))
            expanded_.insert(&file->getFileEntry());
        bool const is_back = reason == ExitFile && !clang::SrcMgr::isSystem(kind);
        if (is_back && !result_.in_order.empty()) close_include();
    }

    /// A header of the user that its guard keeps a system header from reading again.
    void FileSkipped(clang::FileEntryRef const& file, clang::Token const& name,
                     clang::SrcMgr::CharacteristicKind) override {
        if (!is_system(name.getLocation()) || result_.in_order.empty()) return;
        if (!expanded_.contains(&file.getFileEntry())) return;
        clang::HeaderSearch& headers = preprocessor_.getHeaderSearchInfo();
        clang::IdentifierInfo const* const guard =
            headers.getFileInfo(file).getControllingMacro(nullptr);
        clang::MacroInfo const* const macro =
            guard != nullptr ? preprocessor_.getMacroInfo(guard) : nullptr;
        if (macro != nullptr)
            need(guard->getName().str(), *macro);
        else
            entangle(name.getLocation());
    }

    void MacroDefined(clang::Token const& name, clang::MacroDirective const* directive) override {
        std::string const text = spelling(name);
        if (!is_of_user(directive->getMacroInfo())) {
            defined_by_system_.insert(text);
            return;
        }
        if (defined_by_system_.contains(text)) result_.blocked.insert(text);
    }

    void MacroUndefined(clang::Token const& name, clang::MacroDefinition const& definition,
                        clang::MacroDirective const*) override {
        if (is_system(name.getLocation())) return;
        std::string const text = spelling(name);
        bool const of_system = definition && !is_of_user(definition.getMacroInfo());
        if (!of_system && !defined_by_system_.contains(text)) return;
        result_.blocked.insert(text);
        undefined_.push_back(text);
    }

    void MacroExpands(clang::Token const& name, clang::MacroDefinition const& definition,
                      clang::SourceRange range, clang::MacroArgs const*) override {
        note_use(range.getBegin(), name, definition);
    }
    void Defined(clang::Token const& name, clang::MacroDefinition const& definition,
                 clang::SourceRange range) override {
        note_use(range.getBegin(), name, definition);
    }
    void Ifdef(clang::SourceLocation location, clang::Token const& name,
               clang::MacroDefinition const& definition) override {
        note_use(location, name, definition);
    }
    void Ifndef(clang::SourceLocation location, clang::Token const& name,
                clang::MacroDefinition const& definition) override {
        note_use(location, name, definition);
    }
    void Elifdef(clang::SourceLocation location, clang::Token const& name,
                 clang::MacroDefinition const& definition) override {
        note_use(location, name, definition);
    }
    void Elifndef(clang::SourceLocation location, clang::Token const& name,
                  clang::MacroDefinition const& definition) override {
        note_use(location, name, definition);
    }
    void If(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind) override {
        note_condition(condition);
    }
    void Elif(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind,
              clang::SourceLocation) override {
        note_condition(condition);
    }

private:
    bool is_system(clang::SourceLocation location) const {
        clang::SourceLocation const place = sources_.getExpansionLoc(location);
        return sources_.isInSystemHeader(place) || sources_.isWrittenInBuiltinFile(place);
    }

    /// The compiler's own macros count as the system's; those of the command line are the user's.
    bool is_of_user(clang::MacroInfo const* macro) const {
        return !macro->isBuiltinMacro() && !is_system(macro->getDefinitionLoc());
    }

    std::string spelling(clang::Token const& name) const { return preprocessor_.getSpelling(name); }

    void note_use(clang::SourceLocation location, clang::Token const& name,
                  clang::MacroDefinition const& definition) {
        if (!is_system(location)) {
            result_.asks_for_compiler |= names_compiler(spelling(name));
            return;
        }
        if (!definition || result_.in_order.empty()) return;
        clang::MacroInfo const& macro = *definition.getMacroInfo();
        if (!is_of_user(&macro)) return;
        need(spelling(name), macro);
    }

    void need(std::string const& name, clang::MacroInfo const& macro) {
        result_.in_order.back().macros.try_emplace(
            name, NeededMacro{define_line(name, macro), defined_by_system_.contains(name), false});
    }

    /// Notes the search folders of the system headers that lead to this place.
    void entangle(clang::SourceLocation location) {
        for (; location.isValid() && is_system(location);
             location = sources_.getIncludeLoc(sources_.getFileID(location))) {
            auto const file = sources_.getFileEntryRefForID(sources_.getFileID(location));
            if (file) result_.entangled.insert(search_folder(file->getName()));
        }
    }

    std::string search_folder(llvm::StringRef file) const {
        llvm::StringRef longest;
        for (auto const& folder : preprocessor_.getHeaderSearchInfo().search_dir_range())
            if (file.starts_with(folder.getName()) && folder.getName().size() > longest.size())
                longest = folder.getName();
        return longest.str();
    }

    /// Names without a definition are seen in the condition's text only.
    void note_condition(clang::SourceRange condition) {
        if (result_.asks_for_compiler || is_system(condition.getBegin())) return;
        llvm::StringRef text =
            clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(condition), sources_,
                                        preprocessor_.getLangOpts());
        while (!text.empty()) {
            text = text.drop_until(is_word);
            result_.asks_for_compiler |= names_compiler(text.take_while(is_word));
            text = text.drop_while(is_word);
        }
    }

    static bool is_word(char character) { return llvm::isAlnum(character) || character == '_'; }

    void close_include() {
        for (auto& [name, needed] : result_.in_order.back().macros) {
            clang::MacroInfo const* const now =
                preprocessor_.getMacroInfo(preprocessor_.getIdentifierInfo(name));
            needed.is_taken_over = now != nullptr && !is_of_user(now);
        }
    }

    std::string define_line(std::string const& name, clang::MacroInfo const& macro) const {
        std::string line = "#define " + name;
        if (macro.isFunctionLike()) line += parameters(macro);
        line += ' ';
        for (clang::Token const& token : macro.tokens()) {
            if (token.hasLeadingSpace() && !line.ends_with(' ')) line += ' ';
            line += spelling(token);
        }
        return line;
    }

    static std::string parameters(clang::MacroInfo const& macro) {
        std::string text = "(";
        for (clang::IdentifierInfo const* parameter : macro.params()) {
            if (text.size() > 1) text += ", ";
            bool const is_rest = macro.isC99Varargs() && parameter == macro.params().back();
            text += is_rest ? "..." : parameter->getName().str();
        }
        if (macro.isGNUVarargs()) text += "...";
        return text + ")";
    }

    clang::Preprocessor& preprocessor_;
    clang::SourceManager& sources_;
    SystemIncludes& result_;
    std::set<clang::FileEntry const*> expanded_; ///< the user's files that the text contains
    std::set<std::string> defined_by_system_;
    std::vector<std::string> undefined_; ///< since the last include
};

} // namespace

std::unique_ptr<clang::PPCallbacks> watch_system_includes(clang::Preprocessor& preprocessor,
                                                          SystemIncludes& result) {
    return std::make_unique<Watcher>(preprocessor, result);
}

void note_token(clang::Preprocessor const& preprocessor, clang::Token const& token,
                SystemIncludes& result) {
    if (!token.isExpandDisabled() || token.getIdentifierInfo() == nullptr) return;
    if (!token.getIdentifierInfo()->hasMacroDefinition()) return;
    clang::SourceManager const& sources = preprocessor.getSourceManager();
    if (sources.isInSystemHeader(sources.getExpansionLoc(token.getLocation()))) return;
    result.blocked.insert(token.getIdentifierInfo()->getName().str());
}

} // namespace rewrite
