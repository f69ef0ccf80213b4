// SPDX-License-Identifier: BSD-2-Clause
// The verb print: applies the plan in memory, checks it, and formats the flat class.
#include "print.hpp"

#include "commands.hpp"
#include "driver.hpp"
#include <collapse/lib/hierarchy/find_class.hpp>
#include <collapse/lib/unit/apply.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/files.hpp>

#include <clang/Format/Format.h>
#include <clang/Tooling/Core/Replacement.h>
#include <llvm/Support/FileSystem.h>

namespace collapse {

using rewrite::CompilerCommand;
using rewrite::Diagnostics;
using rewrite::Unit;

namespace {

/// The command that the options mean: in full, looked up, or that of the default compiler.
std::optional<CompilerCommand> command_of(Options const& options, Diagnostics& diagnostics) {
    if (!options.build_folder.empty())
        return command_for(options.build_folder, options.inputs.front(), diagnostics);
    std::vector<std::string> words = options.command;
    if (!options.inputs.empty()) {
        words.insert(words.begin(), "c++");
        words.insert(words.end(), {"-c", options.inputs.front()});
    }
    CompilerCommand command = rewrite::read_command(words);
    if (command.compiles) return command;
    diagnostics.refuse("C0113", {}, "`" + words.front() + "` compiles no C++ unit here",
                       "give one C++ source, as in `collapse print --class tcb_t x.cc`");
    return std::nullopt;
}

std::string formatted(std::string const& text, std::string const& file) {
    llvm::Expected<clang::format::FormatStyle> style =
        clang::format::getStyle(clang::format::DefaultFormatStyle, file, "LLVM");
    if (!style) {
        consumeError(style.takeError());
        style = clang::format::getLLVMStyle();
    }
    style->KeepEmptyLines.AtStartOfBlock = false;
    clang::tooling::Replacements const changes = clang::format::reformat(
        *style, text, {clang::tooling::Range(0, static_cast<unsigned>(text.size()))}, file);
    llvm::Expected<std::string> result = clang::tooling::applyAllReplacements(text, changes);
    if (result) return std::move(*result);
    consumeError(result.takeError());
    return text;
}

std::optional<std::string> flat_classes(CompilerCommand const& command, Plan const& plan,
                                        Diagnostics& diagnostics) {
    auto const text = rewrite::preprocess(command, command.kind, diagnostics);
    if (!text) return std::nullopt;
    auto const before = Unit::parse(command, text->name, text->text, diagnostics);
    if (!before) return std::nullopt;
    std::optional<Applied> const applied = apply(*before, plan, diagnostics);
    if (!applied) return std::nullopt;
    auto const after = Unit::parse(command, text->name, applied->rendered.text, diagnostics);
    if (!after) return std::nullopt;
    std::string shown;
    for (std::string const& name : applied->flat)
        for (clang::CXXRecordDecl const* record : find_classes(after->context(), "::" + name))
            shown +=
                (shown.empty() ? "" : "\n") + annotated_class(*before, *applied, *after, *record);
    if (shown.empty()) {
        diagnostics.refuse("C0114", {text->name}, "there is no such class with bases here",
                           "name the most derived class, and a source that sees its definition");
        return std::nullopt;
    }
    return formatted(shown, text->name);
}

} // namespace

int print(Options const& options) {
    Diagnostics diagnostics;
    llvm::SmallString<256> output(options.output);
    if (output != "-") llvm::sys::fs::make_absolute(output);
    std::optional<Plan> const plan = plan_of(options, diagnostics);
    std::optional<CompilerCommand> const command = command_of(options, diagnostics);
    if (plan && command)
        if (auto const text = flat_classes(*command, *plan, diagnostics))
            write_text(output.str().str(), *text, diagnostics);
    return report(options, diagnostics);
}

} // namespace collapse
