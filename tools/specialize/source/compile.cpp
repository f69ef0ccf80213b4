// SPDX-License-Identifier: BSD-2-Clause
// Runs clang as a library on a source and the text that is put after it.
#include "compile.hpp"

#include <rewrite/text/files.hpp>
#include <rewrite/text/system_includes.hpp>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <array>

namespace specialize {
namespace {

using Look = std::function<void(clang::ASTContext&)>;

/// What clang takes for errors and many C programs get away with; after the source, where facts
/// stand, they are errors again.
constexpr std::array lenient_in_c{"-Wno-implicit-function-declaration", "-Wno-implicit-int",
                                  "-Wno-int-conversion", "-Wno-incompatible-function-pointer-types",
                                  "-Wno-return-type"};

/// Keeps errors, each with its notes and the first edit that clang proposes.
class Listener : public clang::DiagnosticConsumer {
public:
    explicit Listener(std::vector<Message>& errors) : errors_(errors) {}

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          clang::Diagnostic const& info) override {
        clang::DiagnosticConsumer::HandleDiagnostic(level, info);
        bool const is_note = level == clang::DiagnosticsEngine::Note;
        if (!is_note) is_listening_ = level >= clang::DiagnosticsEngine::Error;
        if (!is_listening_) return;
        llvm::SmallString<128> text;
        info.FormatDiagnostic(text);
        rewrite::Place place;
        if (info.hasSourceManager())
            place = rewrite::place_of(info.getSourceManager(), info.getLocation());
        if (is_note && !errors_.empty())
            errors_.back().notes.push_back({text.str().str(), std::move(place)});
        else
            errors_.push_back(
                {info.getID(), text.str().str(), std::move(place), edit_of(info), {}});
    }

private:
    static std::string edit_of(clang::Diagnostic const& info) {
        auto const hints = info.getFixItHints();
        return hints.size() == 1 ? hints.front().CodeToInsert : std::string();
    }

    std::vector<Message>& errors_;
    bool is_listening_ = false;
};

class LookingConsumer : public clang::ASTConsumer {
public:
    explicit LookingConsumer(Look const& look) : look_(look) {}

    void HandleTranslationUnit(clang::ASTContext& context) override {
        if (look_ && !context.getDiagnostics().hasErrorOccurred()) look_(context);
    }

private:
    Look const& look_;
};

class ParseAction : public clang::ASTFrontendAction {
public:
    explicit ParseAction(Look const& look) : look_(look) {}

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*compiler*/,
                                                          llvm::StringRef /*file*/) override {
        return std::make_unique<LookingConsumer>(look_);
    }

private:
    Look const& look_;
};

class BitcodeAction : public clang::EmitLLVMOnlyAction {
public:
    BitcodeAction(llvm::LLVMContext& context, Look const& look)
        : EmitLLVMOnlyAction(&context), look_(look) {}

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                          llvm::StringRef file) override {
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(std::make_unique<LookingConsumer>(look_));
        consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }

private:
    Look const& look_;
};

std::vector<std::string> words_for(Build const& build, Source const& source, bool has_text) {
    bool const is_c = source.language == rewrite::Language::c;
    std::vector<std::string> words = {build.clang, "-c", "-w"};
    if (is_c) words.insert(words.end(), lenient_in_c.begin(), lenient_in_c.end());
    words.insert(words.end(), build.reading_flags.begin(), build.reading_flags.end());
    words.insert(words.end(),
                 {"-g", "-fno-discard-value-names", "-Xclang", "-disable-llvm-passes"});
    // Facts name private members, too.
    if (!is_c && has_text) words.emplace_back("-fno-access-control");
    words.insert(words.end(), {"-x", is_c ? "c" : "c++", "--", source.file});
    return words;
}

std::shared_ptr<clang::CompilerInvocation> invocation_of(std::vector<std::string> const& words) {
    std::vector<char const*> pointers;
    for (std::string const& word : words)
        pointers.push_back(word.c_str());
    clang::IgnoringDiagConsumer silence;
    clang::CreateInvocationOptions settings;
    settings.Diags =
        clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, &silence, false);
    settings.RecoverOnError = true;
    return clang::createInvocation(pointers, settings);
}

/// The source as clang shall read it; its own lines keep their numbers.
void put_text(std::string const& file, SourceText const& text,
              clang::PreprocessorOptions& options) {
    std::string whole = text.replacement;
    if (whole.empty()) {
        auto const original = llvm::MemoryBuffer::getFile(file);
        if (text.suffix.empty() || !original) return;
        whole = (*original)->getBuffer();
    }
    whole += "\n" + text.suffix;
    options.addRemappedFile(file, llvm::MemoryBuffer::getMemBufferCopy(whole, file).release());
    options.RetainRemappedFileBuffers = false;
}

/// In preprocessed text definitions, headers that the command names, and folders of headers have
/// had their effect.
void forget_what_had_effect(std::string const& text, clang::CompilerInvocation& invocation) {
    clang::PreprocessorOptions& options = invocation.getPreprocessorOpts();
    options.Includes.clear();
    options.MacroIncludes.clear();
    std::erase_if(options.Macros, [](auto const& macro) {
        bool const is_undefined = macro.second;
        return !is_undefined && !llvm::StringRef(macro.first).starts_with("__GCC_");
    });
    if (rewrite::bypasses_user_folders(text))
        std::erase_if(invocation.getHeaderSearchOpts().UserEntries, [](auto const& entry) {
            return entry.Group == clang::frontend::Angled || entry.Group == clang::frontend::Quoted;
        });
}

std::string bitcode_of(llvm::Module const& module) {
    std::string bytes;
    llvm::raw_string_ostream out(bytes);
    llvm::WriteBitcodeToFile(module, out);
    return bytes;
}

} // namespace

Compiled compile(Build const& build, Source const& source, SourceText const& text, Depth depth,
                 Look const& look) {
    Compiled compiled;
    bool const has_text = !text.replacement.empty() || !text.suffix.empty();
    auto const invocation = invocation_of(words_for(build, source, has_text));
    if (!invocation) {
        compiled.errors.push_back(
            {0, "clang does not understand the command", {source.file}, "", {}});
        return compiled;
    }
    invocation->getFrontendOpts().DisableFree = false;
    put_text(source.file, text, invocation->getPreprocessorOpts());
    if (!text.replacement.empty()) forget_what_had_effect(text.replacement, *invocation);

    clang::CompilerInstance compiler;
    compiler.setInvocation(invocation);
    compiler.setVerboseOutputStream(llvm::nulls());
    compiler.createDiagnostics(new Listener(compiled.errors), /*ShouldOwnClient=*/true);
    llvm::LLVMContext context;
    ParseAction parse(look);
    BitcodeAction emit(context, look);
    if (depth == Depth::parse) {
        compiler.ExecuteAction(parse);
    } else if (compiler.ExecuteAction(emit)) {
        if (std::unique_ptr<llvm::Module> const module = emit.takeModule())
            compiled.bitcode = bitcode_of(*module);
    }
    return compiled;
}

bool is_readable(Source const& source, rewrite::Diagnostics& diagnostics) {
    return rewrite::read_text(source.file, diagnostics).has_value();
}

} // namespace specialize
