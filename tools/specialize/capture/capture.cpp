// SPDX-License-Identifier: BSD-2-Clause
// From options to a recording object, or from records to a spec.
#include "capture.hpp"

#include "filled_spec.hpp"
#include "recording.hpp"

#include <specialize/cli/driver.hpp>

#include <rewrite/text/files.hpp>

#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <mutex>

namespace specialize {
namespace {

using rewrite::Diagnostics;

struct CaptureWork {
    std::unique_ptr<Project> project; ///< null: refused
    SourceSymbols symbols;
};

bool has_captured_fact(Spec const& spec) {
    return std::ranges::any_of(spec.entries, [](Entry const& entry) {
        return std::ranges::any_of(entry.facts, &SpecFact::is_captured);
    });
}

CaptureWork capture_work(Options const& options, Diagnostics& diagnostics) {
    CaptureWork work;
    std::mutex mutex;
    work.project = read_project_for_capture(
        options.spec_file, options.command,
        [&](clang::ASTContext& context, size_t source) {
            auto found = symbols_of(context);
            std::lock_guard const guard(mutex);
            work.symbols.resize(std::max(work.symbols.size(), source + 1));
            work.symbols[source] = std::move(found);
        },
        diagnostics);
    if (work.project && !has_captured_fact(work.project->spec))
        diagnostics.refuse("S0420", {options.spec_file}, "there is nothing to find out here",
                           "leave the value out of a fact, as in `static h->mode;`");
    if (diagnostics.has_errors()) work.project.reset();
    return work;
}

std::optional<CaptureRecord> read_records(std::vector<std::string> const& files,
                                          Diagnostics& diagnostics) {
    CaptureRecord all;
    for (std::string const& file : files) {
        auto const text = rewrite::read_text(file, diagnostics);
        if (!text) return std::nullopt;
        auto const record = parse_record(file, *text, diagnostics);
        if (!record) return std::nullopt;
        merge(all, *record);
    }
    return all;
}

} // namespace

int capture(Options const& options) {
    Diagnostics diagnostics('S');
    CaptureWork const work = capture_work(options, diagnostics);
    if (!work.project) return finish(options, diagnostics);
    auto const linked = link_recording(*work.project, work.symbols, diagnostics);
    if (!linked) return finish(options, diagnostics);
    if (write_object(*linked->module, work.project->build, options.output, diagnostics))
        llvm::outs() << options.output << " records into "
                     << work.project->spec.entries.front().version.text
                     << ".capture, or the file that FLATLAND_CAPTURE names\n";
    return finish(options, diagnostics);
}

int fill(Options const& options) {
    Diagnostics diagnostics('S');
    auto const record = read_records(options.records, diagnostics);
    if (!record) return finish(options, diagnostics);
    CaptureWork const work = capture_work(options, diagnostics);
    if (!work.project) return finish(options, diagnostics);
    auto const text = rewrite::read_text(options.spec_file, diagnostics);
    if (!text) return finish(options, diagnostics);
    if (auto const filled = filled_spec(*text, *work.project, work.symbols, *record, diagnostics))
        rewrite::write_text(options.output, *filled, diagnostics);
    return finish(options, diagnostics);
}

} // namespace specialize
