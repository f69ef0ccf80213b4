// SPDX-License-Identifier: BSD-2-Clause
// What is decided for a whole program, so that all units decide alike.
#pragma once

#include <rewrite/text/diagnostic.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace collapse {

/// A unit that sees bases of a class without the class, and shares nothing of them with the units
/// that see it: its bases are classes of its own.
struct ApartUnit {
    std::string source;
    std::string hash; ///< of its preprocessed text
};

/// One class to be flattened.
struct PlannedClass {
    std::string name;                             ///< qualified
    std::map<std::string, std::string> decisions; ///< base → merged, copied, kept
    std::string definition_hash;  ///< of the tokens of all definitions in the hierarchy
    uint64_t size_bytes = 0;      ///< of the flat class; 0: not known yet
    std::vector<ApartUnit> apart; ///< units that are compiled as they are
};

/// A reference whose target is known: `class::member`, declared as `Wrapper<Interface>`, becomes
/// `Wrapper<Concrete>` (binding-directed flattening).
struct PlannedReference {
    std::string owner;    ///< qualified class that declares the member
    std::string member;   ///< the field
    std::string concrete; ///< qualified class behind it
};

/// A plan file. Written by `collapse plan`, read by `apply`, `check` and the launcher.
/// In JSON an object with these members and `"version": 1`; what is missing is empty, what is not
/// known is refused.
struct Plan {
    std::vector<PlannedClass> classes;
    std::vector<PlannedReference> references;
    std::vector<std::string> sealed; ///< classes that get `final`
    bool clones = false;             ///< functions are cloned for final classes behind parameters
    bool merged = false;             ///< a unit has sources that mean what they do alone
    std::string hash;                ///< of all that it was made from
};

/// Reads the text of a plan file. Nothing: refused (C0112 not JSON, C0710 not a plan).
std::optional<Plan> parse_plan(std::string const& file, std::string_view text,
                               rewrite::Diagnostics& diagnostics);

/// The text of a plan file; the same for the same plan.
std::string plan_text(Plan const& plan);

} // namespace collapse
