// SPDX-License-Identifier: BSD-2-Clause
// From options to results: reads the project, makes versions, writes what the verb wants.
#include "driver.hpp"

#include <specialize/report/prediction_text.hpp>
#include <specialize/report/report_text.hpp>
#include <specialize/report/view.hpp>

#include <rewrite/text/files.hpp>

#include <llvm/Support/Process.h>
#include <llvm/Support/raw_ostream.h>

namespace specialize {

using rewrite::Diagnostics;

/// `check --format json` has findings as its result; elsewhere they stand beside one.
int finish(Options const& options, Diagnostics const& diagnostics) {
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

/// A slot is assembly in the entry's source, and so are the guards in all of them.
void refuse_sessions(Spec const& spec, Diagnostics& diagnostics) {
    for (Entry const& entry : spec.entries)
        if (entry.has_session())
            diagnostics.refuse("S0412", entry.name.place,
                               "`" + entry.version.text +
                                   "` has a session, and `--alone` leaves out the sources' own "
                                   "code, in which writes would end it",
                               "leave out `--alone`, and link the object in the place of the "
                               "sources' own");
}

/// What a verb needs that looks at versions; `project` outlives them.
struct Work {
    std::unique_ptr<Project> project;
    std::optional<Made> made;
};

Work work_of(Options const& options, Diagnostics& diagnostics) {
    Work work;
    work.project = read_project(options.spec_file, options.command, diagnostics);
    bool const shows_lines = options.verb == Verb::view || options.verb == Verb::explain;
    Making const making{.is_replaced = options.is_replaced, .finds_reliances = shows_lines};
    if (work.project) work.made = make_versions(*work.project, making, diagnostics);
    return work;
}

} // namespace

int write(Options const& options) {
    Diagnostics diagnostics('S');
    if (options.is_alone && options.is_replaced)
        diagnostics.refuse("S0407", {},
                           "`--replace` changes the sources' own code, and `--alone` "
                           "leaves it out",
                           "leave out one of them");
    if (diagnostics.has_errors()) return finish(options, diagnostics);
    Work work = work_of(options, diagnostics);
    if (!work.made) return finish(options, diagnostics);
    llvm::Module& module = *work.made->linked.module;
    if (!options.profile.empty()) check_gain(*work.made, options, diagnostics);
    if (options.is_alone) refuse_sessions(work.project->spec, diagnostics);
    if (options.is_alone) leave_alone(module, work.made->functions_before, diagnostics);
    bool const is_written = !diagnostics.has_errors() &&
                            write_object(module, work.project->build, options.output, diagnostics);
    if (is_written && options.json)
        llvm::outs() << rewrite::json_text(report_json(*work.made, options.output));
    else if (is_written)
        llvm::outs() << report_text(*work.made, options.output);
    return finish(options, diagnostics);
}

int check(Options const& options) {
    Diagnostics diagnostics('S');
    read_project(options.spec_file, options.command, diagnostics);
    return finish(options, diagnostics);
}

int predict_savings(Options const& options) {
    Diagnostics diagnostics('S');
    Work const work = work_of(options, diagnostics);
    if (!work.made) return finish(options, diagnostics);
    auto const predictions = predictions_of(*work.made, options, diagnostics);
    if (!predictions.empty() && options.json)
        llvm::outs() << rewrite::json_text(predictions_json(predictions, options.opening));
    else
        llvm::outs() << predictions_text(predictions, options.opening);
    return finish(options, diagnostics);
}

int explain_place(Options const& options) {
    Diagnostics diagnostics('S');
    auto const [file, digits] = llvm::StringRef(options.topic).rsplit(':');
    unsigned line = 0;
    if (digits.getAsInteger(10, line) || line == 0)
        diagnostics.refuse("S0408", {}, "`" + options.topic + "` is no code and no place",
                           "name a place as FILE:LINE");
    if (diagnostics.has_errors()) return finish(options, diagnostics);
    Work const work = work_of(options, diagnostics);
    if (!work.made) return finish(options, diagnostics);
    if (options.json) {
        if (auto const reasons = reasons_json(*work.made, file.str(), line, diagnostics))
            llvm::outs() << rewrite::json_text(*reasons);
    } else if (auto const reasons = reasons_text(*work.made, file.str(), line, diagnostics)) {
        llvm::outs() << *reasons;
    }
    return finish(options, diagnostics);
}

int view(Options const& options) {
    Diagnostics diagnostics('S');
    Work const work = work_of(options, diagnostics);
    if (!work.made) return finish(options, diagnostics);
    std::vector<ViewFile> const files = view_of(*work.made, work.project->spec);
    if (!options.html.empty()) rewrite::write_text(options.html, view_html(files), diagnostics);
    if (options.json)
        llvm::outs() << rewrite::json_text(view_json(files));
    else if (options.html.empty())
        llvm::outs() << view_text(files, llvm::sys::Process::StandardOutHasColors());
    return finish(options, diagnostics);
}

} // namespace specialize
