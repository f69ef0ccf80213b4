// SPDX-License-Identifier: BSD-2-Clause
// Finds the functions that entries name, by name and number of parameters.
#include "bound_spec.hpp"

#include <specialize/spec/parameter_names.hpp>

#include <llvm/ADT/StringRef.h>

#include <algorithm>

namespace specialize {
namespace {

using rewrite::Diagnostic;
using rewrite::Diagnostics;
using rewrite::Severity;

struct Candidate {
    size_t source = 0;
    Function const* function = nullptr;
};

/// `Stream::send` means `net::Stream::send`, too.
bool is_named(Function const& function, llvm::StringRef name) {
    llvm::StringRef found = function.name;
    if (!found.consume_back(name)) return false;
    return found.empty() || found.ends_with("::");
}

/// One for each symbol: the inline functions of a header stand in many sources.
std::vector<Candidate> candidates_for(std::string name, SourceFunctions const& sources) {
    std::erase_if(name, [](char c) { return c == ' ' || c == '\n' || c == '\t'; });
    std::vector<Candidate> found;
    for (size_t source = 0; source < sources.size(); ++source)
        for (Function const& function : sources[source]) {
            bool const is_known = std::ranges::any_of(found, [&](Candidate const& other) {
                return other.function->symbol == function.symbol && function.is_visible;
            });
            if (!is_known && is_named(function, name)) found.push_back({source, &function});
        }
    return found;
}

void refuse_unknown(Text const& name, SourceFunctions const& sources, Diagnostics& diagnostics) {
    std::string nearest;
    unsigned best = unsigned(name.text.size() / 3 + 1);
    for (auto const& functions : sources)
        for (Function const& each : functions) {
            unsigned const distance =
                llvm::StringRef(each.name).edit_distance(name.text, true, best);
            if (each.is_of_system || distance >= best) continue;
            best = distance;
            nearest = each.name;
        }
    diagnostics.refuse("S0129", name.place, "no source defines a function `" + name.text + "`",
                       nearest.empty() ? "name a source that defines it, after `--`"
                                       : "write `" + nearest + "`");
}

bool has_fitting_number(Entry const& entry, Function const& function) {
    size_t const count = function.parameters.size();
    return entry.leaves_out_others ? entry.written.size() <= count : entry.written.size() == count;
}

std::string type_of_written(Text const& written) {
    std::string const name = name_of_parameter(written.text);
    std::string text = written.text;
    if (size_t const at = text.rfind(name); !name.empty() && at != text.npos)
        text.erase(at, name.size());
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '\t'; });
    return text;
}

/// Whether the types are written alike; used only to choose among overloads.
bool has_types_as_written(Entry const& entry, Function const& function) {
    for (size_t i = 0; i < entry.written.size(); ++i) {
        std::string const written = type_of_written(entry.written[i]);
        std::string type = function.parameters[i].type;
        std::erase(type, ' ');
        llvm::StringRef rest = type;
        if (!rest.consume_back(written) || !(rest.empty() || rest.ends_with("::"))) return false;
    }
    return true;
}

void refuse_all(Entry const& entry, std::vector<Candidate> const& candidates, std::string code,
                std::string message, std::string help, Diagnostics& diagnostics) {
    Diagnostic refusal{Severity::error, std::move(code), std::move(message), entry.name.place, {},
                       std::move(help)};
    for (Candidate const& each : candidates)
        refusal.notes.push_back({"`" + each.function->name + shown_parameters(*each.function) + "`",
                                 each.function->place});
    diagnostics.add(std::move(refusal));
}

/// The one candidate that the entry means. Null: refused.
Candidate chosen(Entry const& entry, std::vector<Candidate> const& all, Diagnostics& diagnostics) {
    std::vector<Candidate> fitting = all;
    std::erase_if(
        fitting, [&](Candidate const& each) { return !has_fitting_number(entry, *each.function); });
    if (fitting.empty()) {
        refuse_all(entry, all, "S0131", "`" + entry.name.text + "` has other parameters",
                   "write `" + entry.name.text + shown_parameters(*all.front().function) + "`",
                   diagnostics);
        return {};
    }
    if (fitting.size() > 1)
        std::erase_if(fitting, [&](Candidate const& each) {
            return !has_types_as_written(entry, *each.function);
        });
    if (fitting.size() == 1) return fitting.front();
    refuse_all(entry, all, "S0130", "several functions are named `" + entry.name.text + "`",
               "write the types of the parameters as one of them has them, or a longer name",
               diagnostics);
    return {};
}

std::optional<BoundEntry> bound(Entry const& entry, SourceFunctions const& sources,
                                Diagnostics& diagnostics) {
    std::vector<Candidate> const candidates = candidates_for(entry.name.text, sources);
    if (candidates.empty()) {
        refuse_unknown(entry.name, sources, diagnostics);
        return std::nullopt;
    }
    Candidate const candidate = chosen(entry, candidates, diagnostics);
    if (candidate.function == nullptr) return std::nullopt;
    if (candidate.function->takes_any_arguments) {
        refuse_all(entry, {candidate}, "S0141",
                   "`" + entry.name.text + "` takes any number of arguments",
                   "specialise a function that it calls with all of them", diagnostics);
        return std::nullopt;
    }
    BoundEntry result{&entry, candidate.source, *candidate.function};
    for (size_t i = 0; i < entry.written.size(); ++i)
        if (std::string name = name_of_parameter(entry.written[i].text); !name.empty())
            result.function.parameters[i].name = std::move(name);
    for (size_t i = 0; i < result.function.parameters.size(); ++i)
        if (std::string& name = result.function.parameters[i].name; name.empty())
            name = "flatland_parameter_" + std::to_string(i);
    return result;
}

} // namespace

std::vector<BoundEntry> bind_entries(Spec const& spec, SourceFunctions const& functions,
                                     Diagnostics& diagnostics) {
    std::vector<BoundEntry> result;
    for (Entry const& entry : spec.entries)
        if (std::optional<BoundEntry> found = bound(entry, functions, diagnostics))
            result.push_back(std::move(*found));
    return result;
}

} // namespace specialize
