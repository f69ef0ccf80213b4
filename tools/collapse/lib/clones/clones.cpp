// SPDX-License-Identifier: BSD-2-Clause
// Goes through the clones that are wanted, and through the findings about them.
#include "clones.hpp"

#include "clone_obstacles.hpp"
#include <collapse/lib/edits/references.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <algorithm>

namespace collapse {

using clang::FunctionDecl;

namespace {

ClonedFunction cloned(rewrite::Unit const& unit, FunctionDecl const& function) {
    ClonedFunction found{&function, {}};
    for (FunctionDecl const* each : {&function, function.getDefinition()})
        if (auto const range = declaration_range(unit, whole_declaration(*each)))
            found.spans.emplace_back(unit.place(range->begin), unit.place(range->end));
    return found;
}

bool stands_in(rewrite::Place const& place, ClonedFunction const& cloned) {
    return std::ranges::any_of(cloned.spans, [&](auto const& span) {
        return place.file == span.first.file && place.line >= span.first.line &&
               place.line <= span.second.line;
    });
}

/// `log::Console const&` as a parameter of the clone.
std::string described(clang::ParmVarDecl const& parameter, clang::CXXRecordDecl const& concrete) {
    clang::QualType const type = parameter.getType();
    return concrete.getQualifiedNameAsString() +
           (type->getPointeeType().isConstQualified() ? " const" : "") +
           (type->isPointerType() ? "*" : "&");
}

/// `log::say(log::Console&, int)`
std::string described(ParameterClone const& clone) {
    std::string text;
    for (unsigned i = 0; i < clone.concrete.size(); ++i) {
        clang::ParmVarDecl const& parameter = *clone.function->getParamDecl(i);
        text += (text.empty() ? "" : ", ") + (clone.concrete[i]
                                                  ? described(parameter, *clone.concrete[i])
                                                  : parameter.getType().getAsString());
    }
    return clone.function->getQualifiedNameAsString() + "(" + text + "): a clone";
}

/// What a finding says; of text that does not compile, what the compiler does.
std::string reason(rewrite::Diagnostic const& finding) {
    bool const is_broken = finding.code == "C0602" && !finding.notes.empty();
    return is_broken ? finding.notes.front().text : finding.message;
}

} // namespace

Clones write_clones(rewrite::Unit const& unit, ConcreteTypes const& types,
                    CloneLimits const& limits, CloneText& text, rewrite::Images& images) {
    Clones clones;
    clones.remarks = limits.remarks;
    if (limits.none) return clones;
    WantedClones const wanted = find_parameter_clones(unit, types, limits.without);
    clones.remarks.insert(clones.remarks.end(), wanted.remarks.begin(), wanted.remarks.end());
    for (ParameterClone const& each : wanted.clones) {
        if (std::string const why = text.write(each); !why.empty()) {
            clones.remarks.push_back(each.function->getQualifiedNameAsString() + ": not cloned, " +
                                     why);
            continue;
        }
        for (unsigned i = 0; i < each.concrete.size(); ++i)
            if (each.concrete[i])
                add_concrete_images(unit, *interface_of(*each.function->getParamDecl(i)),
                                    *each.concrete[i], images);
        clones.summary.push_back(described(each));
        bool const is_new =
            clones.functions.empty() || clones.functions.back().function != each.function;
        if (!is_new) continue;
        text.mark_unused(*each.function);
        clones.functions.push_back(cloned(unit, *each.function));
    }
    clones.to_declare = text.to_declare();
    return clones;
}

CloneLimits narrowed(CloneLimits limits, std::vector<ClonedFunction> const& functions,
                     rewrite::Diagnostics const& findings) {
    for (ClonedFunction const& each : functions)
        for (rewrite::Diagnostic const& finding : findings.all()) {
            if (!stands_in(finding.place, each)) continue;
            if (limits.without.insert(each.function).second)
                limits.remarks.push_back(each.function->getQualifiedNameAsString() +
                                         ": not cloned, for in the clone " + reason(finding));
        }
    bool const found = std::ranges::any_of(functions, [&](ClonedFunction const& each) {
        return limits.without.contains(each.function);
    });
    if (found) return limits;
    limits.none = true;
    limits.remarks.push_back("no clones, for with them " +
                             (findings.all().empty() ? "" : reason(findings.all().front())));
    return limits;
}

} // namespace collapse
