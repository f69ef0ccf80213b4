// SPDX-License-Identifier: BSD-2-Clause
// The way from a spec to bitcode: parse, compile, find entries, probe, check, compile with facts.
#include "project.hpp"

#include <specialize/facts/fact_checks.hpp>
#include <specialize/facts/sessions.hpp>
#include <specialize/scan/fact_scan.hpp>
#include <specialize/scan/facts_text.hpp>
#include <specialize/sessions/session_text.hpp>
#include <specialize/source/clang_messages.hpp>
#include <specialize/source/compile.hpp>
#include <specialize/source/preprocessed.hpp>

#include <rewrite/text/files.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <thread>

namespace specialize {
namespace {

using rewrite::Diagnostics;

/// Calls `work` for each number below `count`, in as many threads as there are processors.
void in_parallel(size_t count, std::function<void(size_t)> const& work) {
    std::atomic<size_t> next = 0;
    size_t const threads = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, count);
    std::vector<std::jthread> pool;
    for (size_t i = 0; i < threads; ++i)
        pool.emplace_back([&] {
            for (size_t number = next++; number < count; number = next++)
                work(number);
        });
}

class ProjectReader {
public:
    ProjectReader(Project& project, Diagnostics& diagnostics)
        : project_(project), diagnostics_(diagnostics) {}

    bool run() {
        return compile_sources() && bind() && probe() && scan() &&
               compile_again(sources_to_change(),
                             [this](size_t source) { return compiled_with_facts(source); });
    }

    bool run_for_capture(SourceLook const& look_closer) {
        look_closer_ = look_closer;
        return compile_sources() && bind() && probe();
    }

    /// These sources are compiled again.
    bool compile_again(std::vector<size_t> const& concerned,
                       std::function<Compiled(size_t source)> const& compile_one) {
        std::vector<Compiled> compiled(sources().size());
        in_parallel(concerned.size(),
                    [&](size_t i) { compiled[concerned[i]] = compile_one(concerned[i]); });
        return keep(std::move(compiled)) && !diagnostics_.has_errors();
    }

private:
    std::vector<Source> const& sources() const { return project_.build.sources; }

    bool compile_sources() {
        for (Source const& source : sources())
            is_readable(source, diagnostics_);
        if (diagnostics_.has_errors() && project_.spec.entries.empty()) return false;
        functions_.resize(sources().size());
        std::vector<Compiled> compiled(sources().size());
        in_parallel(sources().size(), [&](size_t i) {
            compiled[i] = compile(project_.build, sources()[i], {}, Depth::to_bitcode,
                                  [this, i](clang::ASTContext& context) {
                                      functions_[i] = functions_of(context);
                                      if (look_closer_) look_closer_(context, i);
                                  });
        });
        return keep(std::move(compiled));
    }

    /// False: there are errors.
    bool keep(std::vector<Compiled> compiled) {
        bool is_good = true;
        project_.bitcode.resize(compiled.size());
        for (size_t i = 0; i < compiled.size(); ++i) {
            refuse_for(compiled[i].errors, project_.spec, diagnostics_);
            is_good &= compiled[i].errors.empty();
            if (!compiled[i].bitcode.empty()) project_.bitcode[i] = std::move(compiled[i].bitcode);
        }
        return is_good;
    }

    bool bind() {
        project_.entries = bind_entries(project_.spec, functions_, diagnostics_);
        add_session_objects(project_.spec, project_.entries);
        return !project_.entries.empty();
    }

    std::vector<size_t> sources_of_entries() const {
        std::vector<size_t> found;
        for (BoundEntry const& entry : project_.entries)
            if (std::ranges::find(found, entry.source) == found.end())
                found.push_back(entry.source);
        return found;
    }

    bool probe() {
        project_.probed.resize(project_.entries.size());
        bool is_good = true;
        for (size_t const source : sources_of_entries()) {
            std::string const text =
                strict_prologue(sources()[source].language) + probe_text(project_.entries, source);
            Compiled const compiled =
                compile(project_.build, sources()[source], {{}, text}, Depth::parse,
                        [&](clang::ASTContext& context) { look(context, source); });
            refuse_for(compiled.errors, project_.spec, diagnostics_);
            is_good &= compiled.errors.empty();
        }
        return is_good && !diagnostics_.has_errors();
    }

    void look(clang::ASTContext& context, size_t source) {
        std::vector<ProbedEntry> found =
            read_probe(context, project_.entries, source, diagnostics_);
        for (size_t i = 0; i < found.size(); ++i) {
            if (project_.entries[i].source != source) continue;
            project_.probed[i] = std::move(found[i]);
            check_facts(*project_.entries[i].entry, project_.probed[i], diagnostics_);
        }
    }

    bool scan() {
        ScannedFacts found = scan_facts(project_.build, project_.spec, project_.entries,
                                        project_.probed, diagnostics_);
        project_.treatments = std::move(found.treatments);
        project_.guards = std::move(found.guards);
        project_.scan_obstacle = std::move(found.obstacle);
        return !diagnostics_.has_errors();
    }

    bool has_guards(size_t source) const {
        return source < project_.guards.size() && !project_.guards[source].empty();
    }

    /// Sources without entries and guards are compiled already.
    std::vector<size_t> sources_to_change() const {
        std::vector<size_t> found = sources_of_entries();
        for (size_t i = 0; i < sources().size(); ++i)
            if (has_guards(i) && std::ranges::find(found, i) == found.end()) found.push_back(i);
        return found;
    }

    Compiled compiled_with_facts(size_t number) const {
        Source const& source = sources()[number];
        auto const text_of = [&](auto const& text) {
            return text(project_.entries, project_.probed, project_.treatments, number,
                        source.language);
        };
        SourceText text{
            {}, text_of(session_text) + strict_prologue(source.language) + text_of(facts_text)};
        if (has_guards(number)) text = {guarded_text(number, text.suffix), {}};
        if (text.replacement.empty() && text.suffix.empty())
            return {{{0, "no guards can be put after the writes", {source.file}, {}, {}}}, {}};
        return compile(project_.build, source, text, Depth::to_bitcode, nullptr);
    }

    /// The scan has read the same text, but for what stands after the source.
    std::string guarded_text(size_t number, std::string const& suffix) const {
        Diagnostics unseen('S');
        auto const text = preprocessed(project_.build, sources()[number], suffix, unseen);
        if (!text) return {};
        auto rendered = rewrite::render(text->text, project_.guards[number]);
        auto* const result = std::get_if<rewrite::Rendered>(&rendered);
        return result ? std::move(result->text) : std::string();
    }

    Project& project_;
    Diagnostics& diagnostics_;
    SourceFunctions functions_;
    SourceLook look_closer_;
};

/// The spec and the command. Null: refused.
std::unique_ptr<Project> begun_project(std::string const& spec_file,
                                       std::vector<std::string> const& command,
                                       Diagnostics& diagnostics) {
    auto const text = rewrite::read_text(spec_file, diagnostics);
    if (!text) return nullptr;
    auto project = std::make_unique<Project>();
    project->spec = parse_spec(spec_file, *text, diagnostics);
    auto build = build_of(command, diagnostics);
    if (!build) return nullptr;
    project->build = std::move(*build);
    if (project->spec.entries.empty() && !diagnostics.has_errors())
        diagnostics.refuse("S0142", {spec_file}, "there is no entry in this file",
                           "begin with the function, as in `entry send(...) as send_special;`");
    return project->spec.entries.empty() ? nullptr : std::move(project);
}

void refuse_captured(Spec const& spec, Diagnostics& diagnostics) {
    for (Entry const& entry : spec.entries)
        for (SpecFact const& fact : entry.facts)
            if (fact.is_captured)
                diagnostics.refuse("S0145", fact.path.place,
                                   "`" + fact.path.text + "` has no value yet",
                                   "write `" + fact.path.text +
                                       " = VALUE`, or have it found out: `specialize capture " +
                                       spec.file + " -- ...`");
}

} // namespace

std::unique_ptr<Project> read_project(std::string const& spec_file,
                                      std::vector<std::string> const& command,
                                      Diagnostics& diagnostics) {
    auto project = begun_project(spec_file, command, diagnostics);
    if (!project) return nullptr;
    refuse_captured(project->spec, diagnostics);
    return ProjectReader(*project, diagnostics).run() ? std::move(project) : nullptr;
}

std::unique_ptr<Project> read_project_for_capture(std::string const& spec_file,
                                                  std::vector<std::string> const& command,
                                                  SourceLook const& look,
                                                  Diagnostics& diagnostics) {
    auto project = begun_project(spec_file, command, diagnostics);
    if (!project || !ProjectReader(*project, diagnostics).run_for_capture(look)) return nullptr;
    return project;
}

bool compile_behind(Project& project, std::function<std::string(size_t source)> const& text_of,
                    Diagnostics& diagnostics) {
    std::vector<size_t> all(project.build.sources.size());
    std::iota(all.begin(), all.end(), size_t(0));
    return ProjectReader(project, diagnostics).compile_again(all, [&](size_t number) {
        Source const& source = project.build.sources[number];
        return compile(project.build, source,
                       {{}, strict_prologue(source.language) + text_of(number)}, Depth::to_bitcode,
                       nullptr);
    });
}

} // namespace specialize
