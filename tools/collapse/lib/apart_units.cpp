// SPDX-License-Identifier: BSD-2-Clause
// Begins with all units that never see the target, and takes out one after the other that shares
// something with the rest.
#include "apart_units.hpp"

#include "fates.hpp"
#include "type_mentions.hpp"

#include <algorithm>

namespace collapse {

namespace {

class Parting {
public:
    Parting(ProgramFacts const& program, std::string const& target)
        : program_(program), target_(target) {
        std::vector<std::string> const bases = program.bases(target);
        hierarchy_.insert(bases.begin(), bases.end());
        hierarchy_.insert(target);
    }

    Parted run() {
        for (UnitFacts const* unit : program_.units())
            (can_be_apart(*unit) ? parted_.apart : parted_.together).push_back(unit);
        while (take_one_out()) {
        }
        return std::move(parted_);
    }

private:
    bool can_be_apart(UnitFacts const& unit) const {
        ClassFact const* const seen = program_.seen_by(unit, target_);
        if (seen && seen->is_complete) return false;
        auto const knows = [this](ClassFact const& each) { return hierarchy_.contains(each.name); };
        auto const throws = [this](UseFact const& use) {
            return (use.kind == "thrown" || use.kind == "caught") && hierarchy_.contains(use.name);
        };
        auto const defines = [this](DefinitionFact const& each) {
            return hierarchy_.contains(each.name);
        };
        return std::ranges::any_of(unit.classes, knows) &&
               std::ranges::none_of(unit.uses, throws) &&
               std::ranges::none_of(unit.definitions, defines);
    }

    /// Fates depend on who is apart, and who can be on the fates.
    bool take_one_out() {
        if (parted_.apart.empty()) return false;
        merged_ = {target_};
        for (auto const& [base, fate] : decide_fates(ProgramFacts(parted_.together), target_))
            if (fate.fate == "merged") merged_.insert(base);
        index_others();
        for (auto unit = parted_.apart.begin(); unit != parted_.apart.end(); ++unit) {
            ExchangeFact const* const found = exchange_of(**unit);
            if (!found) continue;
            parted_.exchanges[*unit] = {found->name, found->place};
            parted_.together.push_back(*unit);
            parted_.apart.erase(unit);
            return true;
        }
        return false;
    }

    void index_others() {
        shared_.clear();
        own_.clear();
        for (UnitFacts const* unit : parted_.together)
            for (ExchangeFact const& each : unit->exchanges)
                shared_[each.name].push_back(&each);
        for (UnitFacts const* unit : parted_.apart)
            for (ExchangeFact const& each : unit->exchanges)
                if (each.is_defined) own_.insert(each.name);
    }

    ExchangeFact const* exchange_of(UnitFacts const& unit) {
        for (ExchangeFact const& each : unit.exchanges) {
            auto const others = shared_.find(each.name);
            if (others == shared_.end() && own_.contains(each.name)) continue;
            bool const is_copied_code =
                each.kind == "inline" && each.is_defined &&
                (others == shared_.end() ||
                 std::ranges::all_of(others->second, &ExchangeFact::is_defined));
            bool const is_copied = is_copied_code || each.kind == "variable";
            if (is_copied && differs(each, others)) return &each;
            if (!is_copied_code && leads_to_hierarchy(each.mentions)) return &each;
        }
        return nullptr;
    }

    using Index = std::map<std::string, std::vector<ExchangeFact const*>>;

    /// Whether the units would have different code under one name.
    bool differs(ExchangeFact const& own, Index::const_iterator others) const {
        auto const is_merged = [this](std::string const& name) { return merged_.contains(name); };
        if (std::ranges::any_of(own.mangled, is_merged)) return false; // the others rename theirs
        if (std::ranges::any_of(own.depends, is_merged)) return true;
        if (others == shared_.end()) return false;
        return std::ranges::any_of(others->second, [&](ExchangeFact const* each) {
            return std::ranges::any_of(each->depends, is_merged);
        });
    }

    /// Whether an object of the hierarchy may be found from these classes.
    bool leads_to_hierarchy(std::vector<std::string> const& mentions) const {
        std::set<std::string> seen;
        std::vector<std::string> waiting = mentions;
        while (!waiting.empty()) {
            std::string const name = std::move(waiting.back());
            waiting.pop_back();
            if (name == anything || hierarchy_.contains(name)) return true;
            if (!seen.insert(name).second) continue;
            for (UnitFacts const* unit : program_.units())
                if (ClassFact const* const each = program_.seen_by(*unit, name))
                    waiting.insert(waiting.end(), each->mentions.begin(), each->mentions.end());
        }
        return false;
    }

    ProgramFacts const& program_;
    std::string target_;
    std::set<std::string> hierarchy_;
    Parted parted_;
    std::set<std::string> merged_;
    Index shared_;              ///< of the units that are not apart, by name
    std::set<std::string> own_; ///< defined by units that are apart
};

} // namespace

Parted part_units(ProgramFacts const& program, std::string const& target) {
    return Parting(program, target).run();
}

} // namespace collapse
