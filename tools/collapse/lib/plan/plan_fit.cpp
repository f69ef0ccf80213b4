// SPDX-License-Identifier: BSD-2-Clause
// Whether a plan, made for a whole program, still fits one of its units.
#include "plan_fit.hpp"

#include <collapse/lib/facts/class_facts.hpp>
#include <collapse/lib/hierarchy/find_class.hpp>
#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/files.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using rewrite::hash_of;
using rewrite::Severity;

bool is_concerned(std::string_view text, Plan const& plan) {
    auto const named = [text](std::string const& name) { return rewrite::mentions(text, name); };
    for (PlannedClass const& planned : plan.classes) {
        if (named(planned.name)) return true;
        for (auto const& [base, decision] : planned.decisions)
            if (decision == "merged" && named(base)) return true;
    }
    return std::ranges::any_of(plan.references, named, &PlannedReference::owner) ||
           std::ranges::any_of(plan.sealed, named);
}

namespace {

std::string const renew = "let `collapse plan` write the plan again";

std::string hash_of_hierarchy(rewrite::Unit const& unit, CXXRecordDecl const& target) {
    ClassNames names(unit);
    std::map<std::string, std::string> hashes{{names.of(&target), definition_hash(unit, target)}};
    Hierarchy const hierarchy(target);
    for (Base const& base : hierarchy.bases())
        hashes[names.of(base.record)] = definition_hash(unit, *base.record);
    return hierarchy_hash(hashes);
}

/// The unit is one of those that the plan knows to share nothing, and has not changed since.
bool is_apart(rewrite::Unit const& unit, PlannedClass const& planned) {
    return !planned.apart.empty() &&
           std::ranges::count(planned.apart, hash_of(unit.text()), &ApartUnit::hash) > 0;
}

void check_bases_without_target(rewrite::Unit const& unit, PlannedClass const& planned,
                                rewrite::Diagnostics& diagnostics) {
    for (auto const& [base, decision] : planned.decisions) {
        if (decision != "merged") continue;
        auto const found = find_classes(unit.context(), "::" + base);
        if (found.empty()) continue;
        diagnostics.refuse("C0713", unit.place(found.front()->getLocation()),
                           "this unit sees `" + base + "`, but never `" + planned.name +
                               "`, of which it becomes a part",
                           "include the header that defines `" + planned.name + "`");
    }
}

} // namespace

void check_plan_fits(rewrite::Unit const& unit, Plan const& plan,
                     rewrite::Diagnostics& diagnostics) {
    for (PlannedClass const& planned : plan.classes) {
        auto const found = find_classes(unit.context(), planned.name);
        if (found.empty() && !is_apart(unit, planned))
            check_bases_without_target(unit, planned, diagnostics);
        if (found.size() != 1 || planned.definition_hash.empty()) continue;
        if (hash_of_hierarchy(unit, *found.front()) == planned.definition_hash) continue;
        diagnostics.refuse("C0717", unit.place(found.front()->getLocation()),
                           "`" + planned.name +
                               "` or one of its bases is not as it was when the plan was made",
                           renew);
    }
}

} // namespace collapse
