// SPDX-License-Identifier: BSD-2-Clause
// Preprocesses a source as its compiler would, system headers left as `#include`.
#include "unit.hpp"

#include "gcc_places.hpp"
#include "system_includes.hpp"
#include <rewrite/command/flags.hpp>
#include <rewrite/command/invocation.hpp>
#include <rewrite/syntax/clang.hpp>

#include <clang/Frontend/PreprocessorOutputOptions.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Pragma.h>
#include <llvm/Support/raw_ostream.h>

namespace rewrite {
namespace {

/// Hands on errors, as the user's compiler would show them; before the target is known, they are of
/// that.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
    explicit ErrorCollector(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void know_target() { code_ = "C0102"; }

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          clang::Diagnostic const& info) override {
        DiagnosticConsumer::HandleDiagnostic(level, info);
        if (level < clang::DiagnosticsEngine::Error) return;
        llvm::SmallString<128> message;
        info.FormatDiagnostic(message);
        Place const place = info.hasSourceManager() && info.getLocation().isValid()
                                ? place_of(info.getSourceManager(), info.getLocation())
                                : Place{};
        diagnostics_.refuse(code_, place, message.str().str());
    }

private:
    Diagnostics& diagnostics_;
    std::string code_ = "C0105";
};

/// Lists every file that is entered.
class FileList : public clang::PPCallbacks {
public:
    FileList(clang::SourceManager const& sources, UnitText& unit)
        : sources_(sources), unit_(unit) {}

    void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                     clang::SrcMgr::CharacteristicKind kind, clang::FileID) override {
        if (reason != EnterFile) return;
        auto const file = sources_.getFileEntryRefForID(sources_.getFileID(location));
        if (!file) return;
        std::string name = llvm::sys::path::remove_leading_dotslash(file->getName()).str();
        if (name == unit_.name || !seen_.insert(name).second) return;
        if (!clang::SrcMgr::isSystem(kind)) unit_.user_headers.push_back(name);
        unit_.headers.push_back(std::move(name));
    }

private:
    clang::SourceManager const& sources_;
    UnitText& unit_;
    std::set<std::string> seen_;
};

/// The pragma would make the rest of a user's header a system header, which the printer leaves out
/// without an `#include` in its place. Unregistered, it is printed like any other.
void print_system_header_pragmas(clang::Preprocessor& preprocessor) {
    clang::EmptyPragmaHandler const same_name("system_header");
    preprocessor.RemovePragmaHandler("GCC", const_cast<clang::EmptyPragmaHandler*>(&same_name));
}

std::string identity_macros(CompilerFacts const& facts) {
    if (facts.macros.empty()) return "";
    return "# 1 \"<built-in>\" 3\n" + facts.macros;
}

/// Precompiled headers and modules are not text that could be rewritten.
bool refuse_header_units(CompilerCommand const& command, Diagnostics& diagnostics) {
    for (Flag const& flag : read_flags(command.arguments)) {
        if (flag.use != FlagUse::header_unit) continue;
        diagnostics.refuse("C0103", {*command.source, 0, 0},
                           "`" + flag.words.front() + "` hides source text from the rewriting",
                           "compile without precompiled headers and modules");
        return true;
    }
    return false;
}

/// Takes the folders for the user's, so that their headers are expanded.
void expand_folders(clang::HeaderSearch& headers, std::set<std::string> const& folders) {
    std::vector<clang::DirectoryLookup> changed;
    unsigned quoted = 0;
    unsigned angled = 0;
    for (auto place = headers.quoted_dir_begin(); place != headers.quoted_dir_end(); ++place)
        ++quoted;
    for (auto place = headers.angled_dir_begin(); place != headers.angled_dir_end(); ++place)
        ++angled;
    for (auto place = headers.search_dir_begin(); place != headers.search_dir_end(); ++place) {
        bool const is_expanded = place->isNormalDir() && folders.contains(place->getName().str());
        if (is_expanded)
            changed.emplace_back(*place->getDirRef(), clang::SrcMgr::C_User, false);
        else
            changed.push_back(*place);
    }
    headers.SetSearchPaths(std::move(changed), quoted, quoted + angled,
                           llvm::DenseMap<unsigned, unsigned>());
}

/// GCC reads -ffile-prefix-map after all -fmacro-prefix-map, wherever it stands.
PrefixMaps prefix_maps(CompilerCommand const& command) {
    PrefixMaps maps;
    for (char const* name : {"-fmacro-prefix-map=", "-ffile-prefix-map="})
        for (Flag const& flag : read_flags(command.arguments)) {
            if (flag.name != name) continue;
            auto const [from, to] = llvm::StringRef(flag.value).rsplit('=');
            maps.emplace_back(from, to);
        }
    return maps;
}

/// One run of the preprocessor.
class Run {
public:
    Run(CompilerCommand const& command, CompilerFacts const& facts, Comments comments,
        std::string const& text_behind, Diagnostics& diagnostics)
        : facts_(facts), comments_(comments), text_behind_(text_behind),
          for_launcher_(!command.launchers.empty()),
          is_gcc_(command.kind == CompilerKind::gcc && !facts.macros.empty()),
          maps_(prefix_maps(command)), errors_(diagnostics) {
        unit_.name = *command.source;
        compiler_.setInvocation(
            make_invocation(command, facts, Purpose::preprocess, *command.source));
        compiler_.createDiagnostics(&errors_, /*ShouldOwnClient=*/false);
    }

    /// Nothing after an error.
    std::optional<UnitText> expand(std::set<std::string> const& folders) {
        if (!prepare()) return std::nullopt;
        clang::Preprocessor& preprocessor = compiler_.getPreprocessor();
        if (!folders.empty()) expand_folders(preprocessor.getHeaderSearchInfo(), folders);
        std::string const printed = print(preprocessor);
        if (compiler_.getDiagnostics().hasErrorOccurred()) return std::nullopt;
        unit_.asks_for_compiler = includes_.asks_for_compiler;
        // For the next launcher, expanded headers are the text's: it leaves out what is a system's.
        unit_.text =
            complete_text(printed, includes_, for_launcher_ ? std::set<std::string>() : folders);
        return unit_;
    }

    std::set<std::string> const& entangled() const { return includes_.entangled; }

private:
    bool prepare() {
        compiler_.createFileManager();
        compiler_.createSourceManager(compiler_.getFileManager());
        if (!compiler_.createTarget()) return false;
        errors_.know_target();
        if (!text_behind_.empty()) put_behind();
        clang::FrontendInputFile const& input = compiler_.getFrontendOpts().Inputs.front();
        if (!compiler_.InitializeSourceManager(input)) return false;
        compiler_.createPreprocessor(clang::TU_Complete);
        return true;
    }

    void put_behind() {
        auto const file = compiler_.getFileManager().getOptionalFileRef(unit_.name);
        auto const original = llvm::MemoryBuffer::getFile(unit_.name);
        if (!file || !original) return;
        std::string const whole = ((*original)->getBuffer() + "\n" + text_behind_).str();
        compiler_.getSourceManager().overrideFileContents(
            *file, llvm::MemoryBuffer::getMemBufferCopy(whole, unit_.name));
    }

    std::string print(clang::Preprocessor& preprocessor) {
        preprocessor.setPredefines(identity_macros(facts_) + preprocessor.getPredefines());
        preprocessor.addPPCallbacks(watch_system_includes(preprocessor, includes_));
        preprocessor.addPPCallbacks(
            std::make_unique<FileList>(compiler_.getSourceManager(), unit_));
        preprocessor.setTokenWatcher([this, &preprocessor](clang::Token const& token) {
            note_token(preprocessor, token, includes_);
        });
        if (is_gcc_)
            preprocessor.addPPCallbacks(name_places_as_gcc(preprocessor, maps_, includes_.names));
        print_system_header_pragmas(preprocessor);

        clang::PreprocessorOutputOptions options;
        options.ShowCPP = 1;
        options.ShowComments = comments_ == Comments::kept;
        options.KeepSystemIncludes = 1;
        std::string printed;
        llvm::raw_string_ostream out(printed);
        compiler_.getDiagnosticClient().BeginSourceFile(compiler_.getLangOpts(), &preprocessor);
        clang::DoPrintPreprocessedInput(preprocessor, &out, options);
        compiler_.getDiagnosticClient().EndSourceFile();
        return printed;
    }

    CompilerFacts const& facts_;
    Comments comments_;
    std::string const& text_behind_;
    bool for_launcher_;
    bool is_gcc_;
    PrefixMaps maps_;
    ErrorCollector errors_;
    SystemIncludes includes_;
    UnitText unit_;
    clang::CompilerInstance compiler_;
};

} // namespace

std::optional<UnitText> preprocess(CompilerCommand const& command, CompilerKind identity,
                                   Diagnostics& diagnostics, Comments comments,
                                   std::string const& text_behind) {
    if (!command.source || refuse_header_units(command, diagnostics)) return std::nullopt;
    CompilerFacts facts = ask_compiler(command);
    if (identity != command.kind) facts.macros.clear();

    // An expanded header may entangle others; there are only so many folders.
    std::set<std::string> expanded;
    for (;;) {
        Run run(command, facts, comments, text_behind, diagnostics);
        std::optional<UnitText> unit = run.expand(expanded);
        size_t const before = expanded.size();
        expanded.insert(run.entangled().begin(), run.entangled().end());
        for (std::string const& folder : facts.system_folders)
            expanded.erase(folder);
        if (!unit || expanded.size() == before) return unit;
    }
}

} // namespace rewrite
