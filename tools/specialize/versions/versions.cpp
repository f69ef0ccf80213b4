// SPDX-License-Identifier: BSD-2-Clause
// Calls the engine for each entry and each choice of its expected values.
#include "versions.hpp"

#include <specialize/facts/fact_checks.hpp>
#include <specialize/scan/facts_text.hpp>
#include <specialize/sessions/session_code.hpp>
#include <specialize/spec/replacement.hpp>

#include <llvm/Support/FileSystem.h>

namespace specialize {
namespace {

using rewrite::Diagnostics;

/// A refusal of the engine; one that does not know a place is about the entry.
void refuse(Refusal const& refusal, Entry const& entry, Diagnostics& diagnostics) {
    rewrite::Place const place =
        refusal.line == 0 ? entry.name.place : rewrite::Place{refusal.file, refusal.line, 0};
    diagnostics.refuse(refusal.code, place, refusal.message);
}

std::vector<std::string> choices_of(Entry const& entry, size_t version) {
    std::vector<std::string> choices;
    for (SpecFact const& fact : entry.facts)
        if (fact.kind == FactKind::expect) choices.push_back(shown(fact, entry, version));
    return choices;
}

void replace_all(std::string& text, llvm::StringRef from, llvm::StringRef to) {
    for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Files below the working folder as the command names them, without that folder; `this` as users
/// know it.
Report with_names_of_user(Report report, Function const& function) {
    llvm::SmallString<128> folder;
    if (llvm::sys::fs::current_path(folder)) return report;
    folder += '/';
    auto const shorten = [&](std::string& file) {
        if (llvm::StringRef(file).starts_with(folder)) file.erase(0, folder.size());
    };
    for (LineCount& line : report.lines) {
        shorten(line.file);
        for (Why& why : line.why) {
            shorten(why.file);
            if (!function.class_name.empty()) replace_all(why.text, "`self", "`this");
        }
    }
    return report;
}

/// The usual ones, but for those that the spec sets.
Limits limits_of(Entry const& entry) {
    Limits limits;
    for (SpecLimit const& each : entry.limits)
        for (NamedLimit const& known : named_limits)
            if (known.name == each.name.text) limits.*known.limit = each.value;
    return limits;
}

class Maker {
public:
    Maker(Project const& project, llvm::Module& module, Making making, Diagnostics& diagnostics)
        : project_(project), module_(module), making_(making), diagnostics_(diagnostics) {}

    std::vector<MadeEntry> run() {
        for (size_t i = 0; i < project_.entries.size(); ++i)
            make(project_.entries[i], project_.treatments[i]);
        if (!diagnostics_.has_errors())
            for (size_t i = 0; i < made_.size(); ++i)
                dispatch_to(i);
        return std::move(made_);
    }

private:
    void make(BoundEntry const& bound, FactTreatments const& treatments) {
        Entry const& entry = *bound.entry;
        made_.push_back({&bound, &treatments, {}});
        std::vector<Version>& versions = versions_.emplace_back();
        if (is_taken(entry, module_, diagnostics_)) return;
        for (size_t number = 0; number < version_count(entry); ++number) {
            std::string const facts = facts_symbol(entry, number);
            auto result = specialize(module_,
                                     {bound.function.symbol,
                                      entry.version.text + "." + std::to_string(number), facts,
                                      making_.finds_reliances},
                                     limits_of(entry));
            if (auto const* const refusal = std::get_if<Refusal>(&result))
                return refuse(*refusal, entry, diagnostics_);
            versions.push_back(std::get<Version>(std::move(result)));
            made_.back().versions.push_back(
                {choices_of(entry, number),
                 with_names_of_user(std::move(versions.back().report), bound.function)});
        }
    }

    /// Makes the function that chooses; by wish all calls but its own go there.
    void dispatch_to(size_t number) {
        Entry const& entry = *made_[number].bound->entry;
        llvm::Function& generic = *module_.getFunction(made_[number].bound->function.symbol);
        if (entry.has_session()) return plug(entry, generic, versions_[number]);
        llvm::Function* const chooser = dispatch(generic, versions_[number], entry.version.text);
        for (Version const& version : versions_[number]) {
            version.body->setLinkage(llvm::GlobalValue::InternalLinkage);
            if (version.guard != nullptr)
                version.guard->setLinkage(llvm::GlobalValue::InternalLinkage);
        }
        if (making_.is_replaced) replace(generic, *chooser);
    }

    /// The slot stands in the source already, as assembly.
    void plug(Entry const& entry, llvm::Function& generic, std::vector<Version> const& versions) {
        if (making_.is_replaced) {
            auto slot = module_.getOrInsertFunction(entry.version.text, generic.getFunctionType());
            replace(generic, *dispatch(*llvm::cast<llvm::Function>(slot.getCallee()), {}, ""));
        }
        if (auto const refusal = make_session_code(module_, generic, versions, entry.version.text))
            diagnostics_.refuse(refusal->code, entry.name.place, refusal->message,
                                "state what is known at build time by `static`, without sessions");
    }

    Project const& project_;
    llvm::Module& module_;
    Making making_;
    Diagnostics& diagnostics_;
    std::vector<std::vector<Version>> versions_;
    std::vector<MadeEntry> made_;
};

} // namespace

std::optional<Made> make_versions(Project const& project, Making making, Diagnostics& diagnostics) {
    std::optional<Linked> linked = link(project, diagnostics);
    if (!linked) return std::nullopt;
    Made made{std::move(*linked), {}, {}, project.scan_obstacle};
    made.functions_before = function_names(*made.linked.module);
    prepare(*made.linked.module);
    made.entries = Maker(project, *made.linked.module, making, diagnostics).run();
    remove_facts(*made.linked.module);
    if (diagnostics.has_errors()) return std::nullopt;
    return made;
}

} // namespace specialize
