// SPDX-License-Identifier: BSD-2-Clause
// Joins paths of the spec with what leads to their leaves.
#include "captured_facts.hpp"

#include <specialize/facts/placed_text.hpp>

#include <rewrite/text/character.hpp>

namespace specialize {
namespace {

/// On one line.
std::string in_one_line(std::string const& text) {
    std::string line;
    for (char const each : text) {
        bool const is_space = rewrite::is_space(each);
        if (!is_space || (!line.empty() && line.back() != ' ')) line += is_space ? ' ' : each;
    }
    return line;
}

std::string in_brackets(std::string const& text) {
    return "(" + text + ")";
}

std::string joined(Text const& path, CapturedPlace const& place, std::string const& suffix) {
    if (suffix.empty()) return path.text;
    bool const has_star = path.text.starts_with('*');
    if (!place.is_dereferenced || !has_star)
        return (place.needs_brackets || place.is_dereferenced ? in_brackets(path.text)
                                                              : path.text) +
               suffix;
    std::string const pointer = without_star(path).text;
    if (suffix.front() != '.') return in_brackets(path.text) + suffix;
    return (place.needs_brackets ? in_brackets(pointer) : pointer) + "->" + suffix.substr(1);
}

bool is_within(std::string const& place, std::string const& object) {
    if (!place.starts_with(object)) return false;
    return place.size() == object.size() || place[object.size()] == '.' ||
           place[object.size()] == '[';
}

/// Whether another fact says something about this place, so that it is not left to this one.
bool is_said_elsewhere(std::string const& place, size_t number, Entry const& entry,
                       ProbedEntry const& probed) {
    for (size_t i = 0; i < entry.facts.size(); ++i) {
        FactKind const kind = entry.facts[i].kind;
        bool const is_about_places = kind != FactKind::size && kind != FactKind::type;
        bool const is_part = is_within(probed[i].canonical, probed[number].canonical);
        if (i != number && is_about_places && is_part && is_within(place, probed[i].canonical))
            return true;
    }
    return false;
}

CapturedFact captured_fact(BoundEntry const& bound, ProbedEntry const& probed, size_t number) {
    Entry const& entry = *bound.entry;
    SpecFact const& fact = entry.facts[number];
    CapturedPlace const& place = *probed[number].captured;
    CapturedFact result{&fact, in_one_line(fact.path.text), place.pointers, {}};
    Text const own = with_self(fact.path, bound.function);
    auto const leaves = leaves_within(place.shape);
    if (!leaves) return result;
    for (ShapeLeaf const& each : *leaves) {
        if (is_said_elsewhere(probed[number].canonical + each.suffix, number, entry, probed))
            continue;
        result.leaves.push_back({in_one_line(joined(fact.path, place, each.suffix)),
                                 joined(own, place, each.suffix), each.shape, each.is_bit_field});
    }
    // The path itself may end at a bit-field.
    if (probed[number].is_bit_field) result.leaves.front().is_bit_field = true;
    return result;
}

} // namespace

std::vector<CapturedFact> captured_facts(BoundEntry const& bound, ProbedEntry const& probed) {
    std::vector<CapturedFact> result;
    for (size_t i = 0; i < bound.entry->facts.size(); ++i)
        if (probed[i].captured) result.push_back(captured_fact(bound, probed, i));
    return result;
}

} // namespace specialize
