// SPDX-License-Identifier: BSD-2-Clause
// Preprocesses a source as its compiler would, system headers left as `#include`.
#include "unit.hpp"

#include "clang.hpp"
#include "flags.hpp"
#include "invocation.hpp"
#include "system_includes.hpp"

#include <clang/Frontend/PreprocessorOutputOptions.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Pragma.h>
#include <llvm/Support/raw_ostream.h>

namespace rewrite {
namespace {

/// Hands on errors, as the user's compiler would show them.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
    explicit ErrorCollector(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          clang::Diagnostic const& info) override {
        DiagnosticConsumer::HandleDiagnostic(level, info);
        if (level < clang::DiagnosticsEngine::Error) return;
        llvm::SmallString<128> message;
        info.FormatDiagnostic(message);
        Place const place = info.hasSourceManager() && info.getLocation().isValid()
                                ? place_of(info.getSourceManager(), info.getLocation())
                                : Place{};
        diagnostics_.refuse("C0102", place, message.str().str());
    }

private:
    Diagnostics& diagnostics_;
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

std::string print(clang::CompilerInstance& compiler, CompilerFacts const& facts, UnitText& unit) {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    preprocessor.setPredefines(identity_macros(facts) + preprocessor.getPredefines());
    SystemIncludes includes;
    preprocessor.addPPCallbacks(watch_system_includes(preprocessor, includes));
    preprocessor.addPPCallbacks(std::make_unique<FileList>(compiler.getSourceManager(), unit));
    preprocessor.setTokenWatcher(
        [&](clang::Token const& token) { note_token(preprocessor, token, includes); });
    print_system_header_pragmas(preprocessor);

    clang::PreprocessorOutputOptions options;
    options.ShowCPP = 1;
    options.KeepSystemIncludes = 1;
    std::string printed;
    llvm::raw_string_ostream out(printed);
    compiler.getDiagnosticClient().BeginSourceFile(compiler.getLangOpts(), &preprocessor);
    clang::DoPrintPreprocessedInput(preprocessor, &out, options);
    compiler.getDiagnosticClient().EndSourceFile();
    unit.asks_for_compiler = includes.asks_for_compiler;
    if (compiler.getDiagnostics().hasErrorOccurred()) return {};
    return complete_text(printed, includes);
}

} // namespace

std::optional<UnitText> preprocess(CompilerCommand const& command, CompilerKind identity,
                                   Diagnostics& diagnostics) {
    if (!command.source || refuse_header_units(command, diagnostics)) return std::nullopt;
    CompilerFacts facts = ask_compiler(command);
    if (identity != command.kind) facts.macros.clear();

    clang::CompilerInstance compiler;
    ErrorCollector errors(diagnostics);
    compiler.setInvocation(make_invocation(command, facts, Purpose::preprocess, *command.source));
    compiler.createDiagnostics(&errors, /*ShouldOwnClient=*/false);
    compiler.createFileManager();
    compiler.createSourceManager(compiler.getFileManager());
    if (!compiler.createTarget()) return std::nullopt;
    clang::FrontendInputFile const& input = compiler.getFrontendOpts().Inputs.front();
    if (!compiler.InitializeSourceManager(input)) return std::nullopt;
    compiler.createPreprocessor(clang::TU_Complete);

    UnitText unit;
    unit.name = *command.source;
    unit.text = print(compiler, facts, unit);
    if (compiler.getDiagnostics().hasErrorOccurred()) return std::nullopt;
    return unit;
}

} // namespace rewrite
