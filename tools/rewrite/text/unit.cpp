// SPDX-License-Identifier: BSD-2-Clause
// Parses the text of a translation unit in memory.
#include "unit.hpp"

#include "system_includes.hpp"
#include <rewrite/command/invocation.hpp>
#include <rewrite/syntax/clang.hpp>

#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/PCHContainerOperations.h>

namespace rewrite {
namespace {

void report_errors(clang::ASTUnit const& ast, Diagnostics& diagnostics) {
    for (auto entry = ast.stored_diag_begin(); entry != ast.stored_diag_end(); ++entry) {
        if (entry->getLevel() < clang::DiagnosticsEngine::Error) continue;
        Place const place = entry->getLocation().isValid()
                                ? place_of(entry->getLocation().getManager(), entry->getLocation())
                                : Place{};
        diagnostics.refuse("C0104", place, entry->getMessage().str());
    }
}

} // namespace

Unit::Unit() = default;
Unit::~Unit() = default;

std::unique_ptr<Unit> Unit::parse(CompilerCommand const& command, std::string const& name,
                                  std::string text, Diagnostics& diagnostics, SystemBodies bodies) {
    std::unique_ptr<Unit> unit(new Unit);
    unit->text_ = std::move(text);
    std::string const file = name == "-" ? "<stdin>" : name;
    std::shared_ptr<clang::CompilerInvocation> const invocation =
        make_invocation(command, ask_compiler(command), Purpose::parse, file);
    if (!invocation) {
        diagnostics.refuse("C0105", {name, 0, 0}, "clang has no such target");
        return nullptr;
    }
    if (bypasses_user_folders(unit->text_))
        std::erase_if(invocation->getHeaderSearchOpts().UserEntries, [](auto const& entry) {
            return entry.Group == clang::frontend::Angled || entry.Group == clang::frontend::Quoted;
        });
    // The options' owner frees the buffer.
    invocation->getPreprocessorOpts().addRemappedFile(
        file, llvm::MemoryBuffer::getMemBufferCopy(unit->text_, file).release());
    invocation->getPreprocessorOpts().RetainRemappedFileBuffers = false;

    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> const engine =
        clang::CompilerInstance::createDiagnostics(&invocation->getDiagnosticOpts(),
                                                   new clang::IgnoringDiagConsumer);
    std::unique_ptr<clang::FrontendAction> const action = parse_without_system_bodies(bodies);
    unit->ast_.reset(clang::ASTUnit::LoadFromCompilerInvocationAction(
        invocation, std::make_shared<clang::PCHContainerOperations>(), engine, action.get(),
        /*Unit=*/nullptr, /*Persistent=*/false, /*ResourceFilesPath=*/"", /*OnlyLocalDecls=*/false,
        clang::CaptureDiagsKind::All));
    if (!unit->ast_) {
        diagnostics.refuse("C0105", {name, 0, 0}, "clang cannot parse this file");
        return nullptr;
    }
    report_errors(*unit->ast_, diagnostics);
    if (unit->ast_->getDiagnostics().hasErrorOccurred()) return nullptr;
    return unit;
}

clang::ASTContext& Unit::context() const {
    return ast_->getASTContext();
}

clang::SourceManager const& Unit::sources() const {
    return ast_->getSourceManager();
}

std::optional<uint32_t> Unit::offset(clang::SourceLocation location) const {
    if (location.isInvalid()) return std::nullopt;
    auto const [file, offset] = sources().getDecomposedExpansionLoc(location);
    if (file != sources().getMainFileID()) return std::nullopt;
    return offset;
}

std::optional<Range> Unit::range(clang::SourceRange tokens) const {
    if (tokens.isInvalid()) return std::nullopt;
    clang::CharSourceRange const expanded = sources().getExpansionRange(tokens);
    std::optional<uint32_t> const begin = offset(expanded.getBegin());
    std::optional<uint32_t> end = offset(expanded.getEnd());
    if (!begin || !end) return std::nullopt;
    if (expanded.isTokenRange())
        *end +=
            clang::Lexer::MeasureTokenLength(expanded.getEnd(), sources(), context().getLangOpts());
    return Range{*begin, *end};
}

Place Unit::place(clang::SourceLocation location) const {
    return place_of(sources(), location);
}

clang::SourceLocation Unit::location(uint32_t offset) const {
    return sources()
        .getLocForStartOfFile(sources().getMainFileID())
        .getLocWithOffset(static_cast<int>(offset));
}

} // namespace rewrite
