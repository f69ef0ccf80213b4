// SPDX-License-Identifier: BSD-2-Clause
// Writes the probing functions: `(void)(PATH);` for everything that the spec mentions.
#include "probe.hpp"

#include "placed_text.hpp"

#include <rewrite/text/character.hpp>

namespace specialize {
namespace {

std::string without_spaces(std::string text) {
    std::erase_if(text, rewrite::is_space);
    return text;
}

void mention(PlacedText& text, Text const& what, Function const& function) {
    text.put("(void)(").put(with_self(what, function)).put(");\n");
}

void put_fact(PlacedText& text, SpecFact const& fact, BoundEntry const& bound) {
    Function const& function = bound.function;
    text.at(fact.path.place);
    if (fact.kind == FactKind::type) {
        text.put("(void)static_cast<").put(fact.values.front()).put(" const volatile *>(");
        text.put(with_self(fact.path, function)).put(");\n");
        return;
    }
    bool const has_size = fact.kind == FactKind::dynamic && size_of(fact, *bound.entry) != nullptr;
    mention(text, has_size ? without_star(fact.path) : fact.path, function);
    if (fact.kind == FactKind::session || fact.kind == FactKind::session_object) return;
    for (Text const& value : fact.values)
        mention(text, value, function);
}

/// The entry's parameters as the spec writes them, for clang to compare.
void put_written(PlacedText& text, Entry const& entry, size_t number) {
    text.put("extern void flatland_written_" + std::to_string(number) + "(");
    for (size_t i = 0; i < entry.written.size(); ++i)
        text.put(i > 0 ? ", " : "").put(entry.written[i]);
    text.put(entry.written.empty() ? "void);\n" : ");\n");
}

} // namespace

SpecFact const* size_of(SpecFact const& dynamic, Entry const& entry) {
    if (!dynamic.path.text.starts_with('*')) return nullptr;
    std::string const pointer = without_spaces(without_star(dynamic.path).text);
    for (SpecFact const& each : entry.facts)
        if (each.kind == FactKind::size && without_spaces(without_star(each.path).text) == pointer)
            return &each;
    return nullptr;
}

Text without_star(Text path) {
    if (path.text.starts_with('*')) path.text.front() = ' ';
    while (path.text.starts_with(' ')) {
        path.text.erase(0, 1);
        ++path.place.column;
    }
    return path;
}

std::string probe_text(std::vector<BoundEntry> const& entries, size_t source) {
    PlacedText text;
    for (size_t number = 0; number < entries.size(); ++number) {
        BoundEntry const& bound = entries[number];
        if (bound.source != source) continue;
        text.at(bound.entry->name.place).put(opened_namespaces(bound.function));
        put_written(text, *bound.entry, number);
        text.put("extern __attribute__((unused)) void flatland_probe_" + std::to_string(number) +
                 declared_parameters(bound.function) + " {\n");
        for (SpecFact const& fact : bound.entry->facts)
            put_fact(text, fact, bound);
        text.put("}\n" + closed_namespaces(bound.function));
    }
    return text.text();
}

} // namespace specialize
