// SPDX-License-Identifier: BSD-2-Clause
// The facts of all units of a program, by class.
#include "program_facts.hpp"

#include <algorithm>
#include <string_view>

namespace collapse {

namespace {

std::string_view const unnamed = "(anonymous namespace)::";

template<typename Map, typename Key>
auto find_or_null(Map const& map, Key const& key) {
    auto const found = map.find(key);
    return found == map.end() ? nullptr : found->second;
}

std::set<std::string> const& find_or_empty(std::map<std::string, std::set<std::string>> const& map,
                                           std::string const& name) {
    static std::set<std::string> const none;
    auto const found = map.find(name);
    return found == map.end() ? none : found->second;
}

} // namespace

std::string without_unnamed_namespaces(std::string name) {
    for (size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed))
        name.erase(at, unnamed.size());
    return name;
}

ProgramFacts::ProgramFacts(Units units) : units_(std::move(units)) {
    for (UnitFacts const* unit : units_) {
        for (ClassFact const& each : unit->classes) {
            seen_.emplace(std::pair(unit, each.name), &each);
            if (each.is_complete) definitions_[each.name].push_back(&each);
            for (BaseFact const& base : each.bases) {
                bases_[each.name].insert(base.name);
                derived_[base.name].insert(each.name);
            }
        }
        for (UseFact const& use : unit->uses)
            uses_.emplace(std::pair(use.kind, use.name), &use);
        for (ConversionFact const& each : unit->conversions)
            conversions_.emplace(std::pair(each.derived, each.base), &each);
    }
}

ClassFact const* ProgramFacts::definition(std::string const& name) const {
    auto const found = definitions_.find(name);
    return found == definitions_.end() ? nullptr : found->second.front();
}

ClassFact const* ProgramFacts::seen_by(UnitFacts const& unit, std::string const& name) const {
    return find_or_null(seen_, std::pair(&unit, name));
}

std::vector<std::string> ProgramFacts::matching(std::string const& name) const {
    bool const is_whole = name.starts_with("::");
    std::string const plain = is_whole ? name.substr(2) : name;
    std::vector<std::string> found;
    for (auto const& [each, facts] : definitions_) {
        std::string const written = without_unnamed_namespaces(each);
        if (written == plain || (!is_whole && written.ends_with("::" + plain)))
            found.push_back(each);
    }
    return found;
}

std::set<std::string> const& ProgramFacts::direct_bases(std::string const& name) const {
    return find_or_empty(bases_, name);
}

std::set<std::string> const& ProgramFacts::derived(std::string const& name) const {
    return find_or_empty(derived_, name);
}

std::vector<std::string> ProgramFacts::bases(std::string const& name) const {
    std::vector<std::string> found{name};
    for (size_t next = 0; next < found.size(); ++next)
        for (std::string const& base : direct_bases(found[next]))
            if (!std::ranges::count(found, base)) found.push_back(base);
    found.erase(found.begin());
    return found;
}

UseFact const* ProgramFacts::use(std::string const& kind, std::string const& name) const {
    return find_or_null(uses_, std::pair(kind, name));
}

ConversionFact const* ProgramFacts::conversion(std::string const& derived,
                                               std::string const& base) const {
    return find_or_null(conversions_, std::pair(derived, base));
}

} // namespace collapse
