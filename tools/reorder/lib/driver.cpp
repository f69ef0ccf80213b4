// SPDX-License-Identifier: BSD-2-Clause
// The verbs that apply a plan to one unit: the launcher, and print.
#include "driver.hpp"

#include "apply.hpp"

#include <rewrite/text/files.hpp>
#include <rewrite/tool/launch.hpp>
#include <rewrite/tool/plan_dependency.hpp>

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace reorder {

using rewrite::CompilerCommand;
using rewrite::CompilerKind;
using rewrite::Diagnostics;
using rewrite::Languages;

int report(Options const& options, Diagnostics const& diagnostics) {
    if (!options.json)
        diagnostics.print(llvm::errs(), llvm::sys::Process::StandardErrHasColors());
    else if (!diagnostics.all().empty())
        diagnostics.print_json(llvm::errs());
    return diagnostics.has_errors() ? 1 : 0;
}

std::optional<CompilerCommand> command_of(Options const& options, Diagnostics& diagnostics) {
    std::vector<std::string> words = options.command;
    CompilerCommand command = rewrite::read_command(words, Languages::c_and_cxx);
    if (!command.compiles || !options.inputs.empty()) {
        words.insert(words.end(), options.inputs.begin(), options.inputs.end());
        bool const is_c = std::ranges::any_of(words, [](llvm::StringRef word) {
            return word.ends_with(".c") && !word.starts_with("-");
        });
        words.insert(words.begin(), is_c ? "cc" : "c++");
        words.emplace_back("-c");
        command = rewrite::read_command(words, Languages::c_and_cxx);
    }
    if (command.compiles) return command;
    diagnostics.refuse("R0113", {}, "this compiles no unit of C or C++",
                       "give one source, as in `reorder describe --class tcb_t x.cc -- -Iinclude`");
    return std::nullopt;
}

namespace {

std::optional<LayoutPlan> plan_of(Options const& options, Diagnostics& diagnostics) {
    std::optional<std::string> const text = rewrite::read_text(options.plan_file, diagnostics);
    if (!text) return std::nullopt;
    return parse_layout_plan(options.plan_file, *text, diagnostics);
}

void summarise(Options const& options, CompilerCommand const& command, Result const& result) {
    if (!options.verbose) return;
    std::string const name = command.source.value_or(command.program);
    if (result.summary.empty()) llvm::errs() << "reorder: " << name << ": untouched\n";
    for (std::string const& line : result.summary)
        llvm::errs() << "reorder: " << name << ": " << line << '\n';
}

/// Whether the compiler itself finds errors in the unit; then it has printed them, which the user
/// understands better than what another compiler says of them.
bool is_broken(CompilerCommand const& command, int& status) {
    std::vector<std::string> words = command.words;
    words.erase(words.begin(), words.begin() + ptrdiff_t(command.launchers.size()));
    words.insert(words.begin() + 1, "-fsyntax-only");
    status = rewrite::run_untouched(rewrite::read_command(words, Languages::c_and_cxx));
    return status != 0;
}

/// Whether clang could not read the unit, for whatever reason.
bool is_unreadable(Diagnostics const& diagnostics) {
    return std::ranges::any_of(diagnostics.all(), [](rewrite::Diagnostic const& each) {
        return each.code >= "R0102" && each.code <= "R0105";
    });
}

/// A command that compiles sources in a way that cannot be rewritten must not concern the plan.
void check_uncovered(CompilerCommand const& command, LayoutPlan const& plan,
                     Diagnostics& diagnostics) {
    for (std::string const& word : command.words) {
        CompilerCommand const alone = rewrite::read_command({"g++", word}, Languages::c_and_cxx);
        if (!alone.compiles) continue;
        Diagnostics unseen('R'); // The compiler, which runs next, has its own words.
        auto const text = rewrite::read_text(word, unseen);
        if (!text || !is_concerned(*text, plan)) continue;
        diagnostics.refuse("R0118", {word},
                           command.kind == CompilerKind::unknown
                               ? "a class of the plan would stay as it is: `" + command.program +
                                     "` is no compiler that reorder knows"
                               : "a class of the plan would stay as it is: the command compiles "
                                 "several sources at once, or stops before compiling",
                           "compile each source by a command of its own, with reorder next to the "
                           "compiler");
    }
}

bool only_preprocesses(CompilerCommand const& command) {
    return std::ranges::any_of(command.arguments, [](llvm::StringRef word) {
        return word == "-E" || word == "-M" || word == "-MM" || word == "-fsyntax-only";
    });
}

} // namespace

int launch(Options const& options) {
    Diagnostics diagnostics('R');
    std::optional<LayoutPlan> const plan = plan_of(options, diagnostics);
    if (!plan) return report(options, diagnostics);
    auto const command = rewrite::read_command(options.command, Languages::c_and_cxx);
    if (!command.compiles) {
        if (!only_preprocesses(command)) check_uncovered(command, *plan, diagnostics);
        return report(options, diagnostics) ? 1 : rewrite::run_untouched(command);
    }
    auto const text =
        rewrite::preprocess(command, command.kind, diagnostics, rewrite::Comments::kept);
    Result result;
    if (text) result = apply_and_check(command, *text, *plan, diagnostics);
    bool const is_refused = result.outcome == Outcome::refused;
    int status = 0;
    if (is_refused && is_unreadable(diagnostics) && is_broken(command, status)) return status;
    status = report(options, diagnostics);
    if (is_refused) return 1;
    summarise(options, command, result);
    status = result.outcome == Outcome::untouched
                 ? rewrite::run_untouched(command)
                 : rewrite::compile_text(command, *text, result.pinned_text);
    if (status == 0 && command.dependency_file)
        rewrite::add_dependency(*command.dependency_file, options.plan_file);
    return status;
}

int print(Options const& options) {
    Diagnostics diagnostics('R');
    std::optional<LayoutPlan> const plan = plan_of(options, diagnostics);
    if (!plan) return report(options, diagnostics);
    auto const command = command_of(options, diagnostics);
    if (!command) return report(options, diagnostics);
    auto const text =
        rewrite::preprocess(*command, command->kind, diagnostics, rewrite::Comments::kept);
    if (!text) return report(options, diagnostics);
    Result const result = apply_and_check(*command, *text, *plan, diagnostics);
    if (result.outcome != Outcome::refused)
        rewrite::write_text(options.output,
                            result.outcome == Outcome::untouched ? text->text : result.text,
                            diagnostics);
    return report(options, diagnostics);
}

} // namespace reorder
