// SPDX-License-Identifier: BSD-2-Clause
// Looks for the names of parameters in the text of paths.
#include "sessions.hpp"

#include "placed_text.hpp"
#include <specialize/spec/lexer.hpp>

#include <algorithm>

namespace specialize {
namespace {

/// Whether a pointer may lead to all of it; values that are passed are tested at each call.
bool leads_to_object(std::string const& name, Function const& function) {
    if (name == "this") return true;
    auto const found = std::ranges::find(function.parameters, name, &Parameter::name);
    return found != function.parameters.end() && (found->is_pointer || found->is_reference);
}

bool is_in_session(SpecFact const& fact) {
    return fact.kind == FactKind::session || fact.kind == FactKind::session_object;
}

SpecFact object_of_session(std::string const& name, SpecFact const& session) {
    SpecFact object;
    object.kind = FactKind::session_object;
    object.path = {name, session.path.place};
    return object;
}

} // namespace

std::set<std::string> parameters_in(Text const& path, Function const& function) {
    std::set<std::string> names;
    for (Parameter const& each : function.parameters)
        names.insert(each.name);
    if (!function.class_name.empty()) names.insert("this");
    std::set<std::string> found;
    rewrite::Diagnostics unseen('S'); // The text has passed the parser.
    std::string_view before;
    for (Token const& token : tokens_of({}, path.text, unseen)) {
        bool const is_member = before == "." || before == "->" || before == "::";
        std::string const word(token.text);
        if (!is_member && names.contains(word)) found.insert(word);
        before = token.text;
    }
    return found;
}

void add_session_objects(Spec& spec, std::vector<BoundEntry> const& bound) {
    for (BoundEntry const& each : bound) {
        Entry& entry = spec.entries[size_t(each.entry - spec.entries.data())];
        if (!entry.has_session()) continue;
        std::vector<SpecFact> objects;
        std::set<std::string> known;
        for (SpecFact const& fact : entry.facts) {
            if (fact.kind != FactKind::session) continue;
            for (std::string const& name : parameters_in(fact.path, each.function))
                if (fact.path.text != name && leads_to_object(name, each.function) &&
                    known.insert(name).second)
                    objects.push_back(object_of_session(name, fact));
        }
        entry.facts.insert(entry.facts.begin(), objects.begin(), objects.end());
    }
}

std::string object_address(SpecFact const& object, Function const& function) {
    std::string const name = with_self(object.path, function).text;
    auto const found = std::ranges::find(function.parameters, object.path.text, &Parameter::name);
    bool const is_reference = found != function.parameters.end() && found->is_reference;
    return "(const void *)" + (is_reference ? "__builtin_addressof(" + name + ")" : name);
}

std::string invariant_name(Entry const& entry, size_t fact) {
    return entry.version.text + "_" + std::to_string(fact);
}

bool may_be_plugged(SpecFact const& fact, BoundEntry const& bound) {
    bool const is_of_kind = fact.kind == FactKind::value || fact.kind == FactKind::type ||
                            fact.kind == FactKind::session;
    if (!is_of_kind || fact.is_promised || !bound.entry->has_session()) return false;
    std::set<std::string> others = parameters_in(fact.path, bound.function);
    for (SpecFact const& each : bound.entry->facts)
        if (each.kind == FactKind::session_object) others.erase(each.path.text);
    return others.empty();
}

Function opening_function(BoundEntry const& bound) {
    std::set<std::string> needed;
    for (SpecFact const& fact : bound.entry->facts)
        if (is_in_session(fact)) needed.merge(parameters_in(fact.path, bound.function));
    Function function = bound.function;
    std::erase_if(function.parameters,
                  [&](Parameter const& each) { return !needed.contains(each.name); });
    if (!needed.contains("this")) function.class_name.clear();
    return function;
}

std::string opening_text(BoundEntry const& bound) {
    return "int " + bound.entry->version.text + "_open" +
           declared_parameters(opening_function(bound));
}

} // namespace specialize
