// SPDX-License-Identifier: BSD-2-Clause
// The facts of all units of a program, by class.
#pragma once

#include "facts.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace collapse {

/// An index of facts, which must outlive it.
class ProgramFacts {
public:
    using Units = std::vector<UnitFacts const*>;

    explicit ProgramFacts(Units units);

    Units const& units() const { return units_; }

    /// What the units that see its definition say of a class; null: none does.
    ClassFact const* definition(std::string const& name) const;

    /// The same of one unit, complete or not.
    ClassFact const* seen_by(UnitFacts const& unit, std::string const& name) const;

    /// Defined classes that a user may mean by a name, qualified or the end of it.
    std::vector<std::string> matching(std::string const& name) const;

    std::set<std::string> const& direct_bases(std::string const& name) const;
    std::set<std::string> const& derived(std::string const& name) const;

    /// All bases, direct or not, breadth-first.
    std::vector<std::string> bases(std::string const& name) const;

    /// The first use of that kind anywhere.
    UseFact const* use(std::string const& kind, std::string const& name) const;
    ConversionFact const* conversion(std::string const& derived, std::string const& base) const;

private:
    Units units_;
    std::map<std::string, std::vector<ClassFact const*>> definitions_;
    std::map<std::pair<UnitFacts const*, std::string>, ClassFact const*> seen_;
    std::map<std::string, std::set<std::string>> bases_;
    std::map<std::string, std::set<std::string>> derived_;
    std::map<std::pair<std::string, std::string>, UseFact const*> uses_;
    std::map<std::pair<std::string, std::string>, ConversionFact const*> conversions_;
};

/// A class's name as users write it, without the unnamed namespaces.
std::string without_unnamed_namespaces(std::string name);

} // namespace collapse
