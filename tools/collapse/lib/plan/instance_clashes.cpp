// SPDX-License-Identifier: BSD-2-Clause
// Writes the targets' names for those of merged bases in the names of instances.
#include "instance_clashes.hpp"

#include <rewrite/text/character.hpp>

#include <algorithm>

namespace collapse {

namespace {

using NewNames = std::map<std::string, std::string>;

bool is_of_name(char each) {
    return rewrite::is_identifier(each) || each == ':';
}

/// A qualified name in which a class, or one around it, may have another.
std::string renamed(std::string const& name, NewNames const& new_names) {
    for (size_t end = name.size(); end != name.npos;
         end = end ? name.rfind("::", end - 1) : name.npos)
        if (auto const found = new_names.find(name.substr(0, end)); found != new_names.end())
            return found->second + name.substr(end);
    return name;
}

std::string all_renamed(std::string const& text, NewNames const& new_names) {
    std::string result;
    for (size_t at = 0; at < text.size();) {
        size_t end = at;
        while (end < text.size() && is_of_name(text[end]))
            ++end;
        if (end == at)
            result += text[at++];
        else
            result += renamed(text.substr(at, end - at), new_names);
        at = std::max(at, end);
    }
    return result;
}

bool stays_apart(UnitFacts const& unit, std::vector<PlannedClass> const& plan) {
    return std::ranges::any_of(plan, [&](PlannedClass const& each) {
        return std::ranges::count(each.apart, unit.source, &ApartUnit::source) > 0;
    });
}

} // namespace

void check_instance_clashes(ProgramFacts::Units const& units, std::vector<PlannedClass> const& plan,
                            rewrite::Diagnostics& diagnostics) {
    NewNames new_names;
    for (PlannedClass const& target : plan)
        for (auto const& [base, decision] : target.decisions)
            if (decision == "merged") new_names[base] = target.name;
    std::map<std::string, InstanceFact const*> met;
    std::set<std::string> refused;
    for (UnitFacts const* unit : units) {
        if (stays_apart(*unit, plan)) continue;
        for (InstanceFact const& each : unit->instances) {
            auto const [known, is_new] = met.try_emplace(all_renamed(each.name, new_names), &each);
            InstanceFact const& other = *known->second;
            if (is_new || other.name == each.name) {
                if (each.is_told_apart) known->second = &each;
                continue;
            }
            bool const matters = each.is_told_apart || other.is_told_apart;
            if (!matters || !refused.insert(known->first).second) continue;
            diagnostics.add({rewrite::Severity::error,
                             "C0317",
                             "`" + each.name + "` and `" + other.name +
                                 "` will be one, with one address and one set of static variables",
                             each.place,
                             {},
                             "use the template for one class of the hierarchy only"});
        }
    }
}

} // namespace collapse
