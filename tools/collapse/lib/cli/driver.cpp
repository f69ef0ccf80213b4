// SPDX-License-Identifier: BSD-2-Clause
// The verbs that work on one unit: the launcher, apply, check.
#include "driver.hpp"

#include <collapse/lib/plan/uncovered.hpp>
#include <collapse/lib/unit/apply.hpp>

#include <rewrite/text/files.hpp>
#include <rewrite/tool/launch.hpp>
#include <rewrite/tool/plan_dependency.hpp>

#include <llvm/Support/Process.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace collapse {

using rewrite::CompilerCommand;
using rewrite::Diagnostics;
using rewrite::UnitText;

std::optional<Plan> plan_of(Options const& options, Diagnostics& diagnostics) {
    if (!options.plan_file.empty()) {
        std::optional<std::string> const text = read_text(options.plan_file, diagnostics);
        if (!text) return std::nullopt;
        return parse_plan(options.plan_file, *text, diagnostics);
    }
    Plan plan;
    for (std::string const& name : options.classes)
        plan.classes.emplace_back().name = name;
    return plan;
}

int report(Options const& options, Diagnostics const& diagnostics) {
    bool const is_result = options.verb == Verb::check && options.json;
    llvm::raw_ostream& out = is_result ? llvm::outs() : llvm::errs();
    if (!options.json)
        diagnostics.print(out, llvm::sys::Process::StandardErrHasColors());
    else if (is_result || !diagnostics.all().empty())
        diagnostics.print_json(out);
    out.flush();
    return diagnostics.has_errors() ? 1 : 0;
}

namespace {

/// One command and its plan, as far as they are known.
struct Job {
    CompilerCommand command;
    Plan plan;
    Result result;
    std::optional<UnitText> text;
};

void summarise(Options const& options, Job const& job) {
    if (!options.verbose) return;
    std::string const name = job.command.source.value_or(job.command.program);
    if (job.result.summary.empty()) llvm::errs() << "collapse: " << name << ": untouched\n";
    for (std::string const& line : job.result.summary)
        llvm::errs() << "collapse: " << name << ": " << line << '\n';
}

/// Preprocesses and, if the plan concerns the unit, rewrites. False: refused.
bool rewrite_unit(Job& job, Diagnostics& diagnostics) {
    job.text = rewrite::preprocess(job.command, job.command.kind, diagnostics);
    if (!job.text) return false;
    job.result = apply_and_check(job.command, *job.text, job.plan, diagnostics);
    return job.result.outcome != Outcome::refused;
}

/// Reads plan and command for a verb that is nothing without a unit.
std::optional<Job> job_of(Options const& options, Diagnostics& diagnostics) {
    std::optional<Plan> plan = plan_of(options, diagnostics);
    if (!plan) return std::nullopt;
    Job job{rewrite::read_command(options.command), std::move(*plan), {}, {}};
    if (job.command.compiles) return job;
    diagnostics.refuse("C0113", {}, "`" + options.command.front() + "` compiles no C++ unit here",
                       "give a command that compiles one C++ source, as `g++ -c x.cc`");
    return std::nullopt;
}

/// Whether the compiler itself finds errors in the unit; then it has printed them, which the user
/// understands better than what another compiler says of them.
bool is_broken(CompilerCommand const& command, int& status) {
    std::vector<std::string> words = command.words;
    words.erase(words.begin(), words.begin() + ptrdiff_t(command.launchers.size()));
    words.insert(words.begin() + 1, "-fsyntax-only");
    status = rewrite::run_untouched(rewrite::read_command(words));
    return status != 0;
}

/// Whether clang could not read the unit, for whatever reason.
bool is_unreadable(Diagnostics const& diagnostics) {
    return std::ranges::any_of(diagnostics.all(), [](rewrite::Diagnostic const& each) {
        return each.code >= "C0102" && each.code <= "C0105";
    });
}

} // namespace

int launch(Options const& options) {
    Diagnostics diagnostics;
    std::optional<Plan> plan = plan_of(options, diagnostics);
    if (!plan) return report(options, diagnostics);
    Job job{rewrite::read_command(options.command), std::move(*plan), {}, {}};
    if (!job.command.compiles) {
        check_uncovered(job.command, job.plan, diagnostics);
        return report(options, diagnostics) ? 1 : rewrite::run_untouched(job.command);
    }
    bool const is_ready = rewrite_unit(job, diagnostics);
    int status = 0;
    if (!is_ready && is_unreadable(diagnostics) && is_broken(job.command, status)) return status;
    status = report(options, diagnostics);
    if (!is_ready) return 1;
    summarise(options, job);
    status = job.result.outcome == Outcome::untouched
                 ? rewrite::run_untouched(job.command)
                 : rewrite::compile_text(job.command, *job.text, job.result.text);
    if (status == 0 && job.command.dependency_file && !options.plan_file.empty())
        rewrite::add_dependency(*job.command.dependency_file, options.plan_file);
    return status;
}

int apply_to_text(Options const& options) {
    Diagnostics diagnostics;
    std::optional<Job> job = job_of(options, diagnostics);
    if (job && rewrite_unit(*job, diagnostics)) {
        summarise(options, *job);
        bool const is_same = job->result.outcome == Outcome::untouched;
        write_text(options.output, is_same ? job->text->text : job->result.text, diagnostics);
    }
    return report(options, diagnostics);
}

int check(Options const& options) {
    Diagnostics diagnostics;
    std::optional<Job> job = job_of(options, diagnostics);
    if (job && rewrite_unit(*job, diagnostics)) summarise(options, *job);
    return report(options, diagnostics);
}

} // namespace collapse
