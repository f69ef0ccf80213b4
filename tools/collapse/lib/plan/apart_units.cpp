// SPDX-License-Identifier: BSD-2-Clause
// Looks for what the linker joins and what objects of the hierarchy could pass through.
#include "apart_units.hpp"

#include <collapse/lib/facts/type_mentions.hpp>

#include <llvm/Demangle/Demangle.h>

#include <algorithm>

namespace collapse {

namespace {

using Index = std::map<std::string, std::vector<ExchangeFact const*>>;

class Parting {
public:
    Parting(ProgramFacts const& program, std::string const& target,
            rewrite::Diagnostics& diagnostics)
        : program_(program), target_(target), diagnostics_(diagnostics) {
        std::vector<std::string> const bases = program.bases(target);
        hierarchy_.insert(bases.begin(), bases.end());
        hierarchy_.insert(target);
    }

    Parted run(std::vector<std::string> const& sources) {
        for (UnitFacts const* unit : program_.units()) {
            auto const is_named = [&](std::string const& each) { return is_unit_of(*unit, each); };
            bool const is_apart = std::ranges::any_of(sources, is_named);
            (is_apart ? parted_.apart : parted_.together).push_back(unit);
        }
        parted_.bases = decide_bases(ProgramFacts(parted_.together), target_);
        merged_ = {target_};
        for (auto const& [base, decided] : parted_.bases)
            if (decided.decision == "merged") merged_.insert(base);
        index();
        for (UnitFacts const* unit : parted_.apart)
            check(*unit);
        return std::move(parted_);
    }

private:
    void index() {
        for (UnitFacts const* unit : parted_.together)
            for (ExchangeFact const& each : unit->exchanges)
                others_[each.name].push_back(&each);
        for (UnitFacts const* unit : parted_.apart)
            for (ExchangeFact const& each : unit->exchanges)
                if (each.is_defined) own_.insert(each.name);
    }

    void check(UnitFacts const& unit) {
        ClassFact const* const seen = program_.seen_by(unit, target_);
        if (seen && seen->is_complete) refuse(unit, seen->place, "it sees `" + target_ + "`");
        for (DefinitionFact const& each : unit.definitions)
            if (hierarchy_.contains(each.name))
                refuse(unit, each.place, "it defines " + each.name + "::" + each.member);
        for (UseFact const& use : unit.uses)
            if ((use.kind == "thrown" || use.kind == "caught") && leads_to_hierarchy({use.name}))
                refuse(unit, use.place, "`" + use.name + "` is " + use.kind);
        for (ExchangeFact const& each : unit.exchanges)
            check(unit, each);
    }

    void check(UnitFacts const& unit, ExchangeFact const& own) {
        auto const found = others_.find(own.name);
        std::vector<ExchangeFact const*> const none;
        auto const& others = found == others_.end() ? none : found->second;
        if (others.empty() && own_.contains(own.name)) return;
        bool const is_copied = own.kind == "inline" && own.is_defined &&
                               std::ranges::all_of(others, &ExchangeFact::is_defined);
        std::string const name = "`" + llvm::demangle(own.name) + "`";
        if (own.kind == "variable" && any_merged(own.mangled))
            refuse(unit, own.place, name + " would get another name in the units that see it");
        else if ((is_copied || own.kind == "variable") && differs(own, others))
            refuse(unit, own.place, name + " would not be the same in the units that see it");
        else if (!is_copied && leads_to_hierarchy(own.mentions))
            refuse(unit, own.place, "objects may pass through " + name);
    }

    bool any_merged(std::vector<std::string> const& names) const {
        return std::ranges::any_of(
            names, [this](std::string const& name) { return merged_.contains(name); });
    }

    /// Whether the units would have different code under one name.
    bool differs(ExchangeFact const& own, std::vector<ExchangeFact const*> const& others) const {
        if (any_merged(own.mangled)) return false; // the others rename theirs
        return any_merged(own.depends) || std::ranges::any_of(others, [this](auto const* each) {
                   return any_merged(each->depends);
               });
    }

    /// Whether an object of the hierarchy may be found from these classes. An object may be of a
    /// class below the one that its type says.
    bool leads_to_hierarchy(std::vector<std::string> waiting) const {
        std::set<std::string> seen;
        while (!waiting.empty()) {
            std::string const name = std::move(waiting.back());
            waiting.pop_back();
            if (name == anything || hierarchy_.contains(name)) return true;
            if (!seen.insert(name).second) continue;
            std::ranges::copy(program_.derived(name), std::back_inserter(waiting));
            for (UnitFacts const* unit : program_.units())
                if (ClassFact const* const each = program_.seen_by(*unit, name))
                    std::ranges::copy(each->mentions, std::back_inserter(waiting));
        }
        return false;
    }

    void refuse(UnitFacts const& unit, rewrite::Place const& place, std::string const& why) {
        diagnostics_.add(
            {rewrite::Severity::error,
             "C0718",
             unit.source + " cannot stay apart from `" + target_ + "`: " + why,
             place,
             {{"`" + target_ + "` is defined here", program_.definition(target_)->place}},
             "leave out --apart for it, or let it share nothing of the hierarchy"});
    }

    ProgramFacts const& program_;
    std::string target_;
    rewrite::Diagnostics& diagnostics_;
    std::set<std::string> hierarchy_;
    Parted parted_;
    std::set<std::string> merged_;
    Index others_;              ///< of the units that are not apart, by name
    std::set<std::string> own_; ///< defined by units that are apart
};

} // namespace

bool is_unit_of(UnitFacts const& unit, std::string const& source) {
    return unit.source == source || unit.source.ends_with("/" + source);
}

Parted part_units(ProgramFacts const& program, std::string const& target,
                  std::vector<std::string> const& sources, rewrite::Diagnostics& diagnostics) {
    return Parting(program, target, diagnostics).run(sources);
}

} // namespace collapse
