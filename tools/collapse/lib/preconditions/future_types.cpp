// SPDX-License-Identifier: BSD-2-Clause
// Types are compared by their signatures, in which those of merged bases are replaced.
#include "future_types.hpp"

#include <rewrite/syntax/clang.hpp>

namespace collapse {

using clang::CXXMethodDecl;
using rewrite::Signature;

FutureTypes::FutureTypes(rewrite::Unit const& unit,
                         std::vector<Hierarchy const*> const& hierarchies)
    : signatures_(unit.context()) {
    for (Hierarchy const* each : hierarchies)
        merge(*each);
}

/// Functions, too, are arguments of templates: an overridden one will be that which overrides it.
void FutureTypes::merge(Hierarchy const& hierarchy) {
    for (Base const& base : hierarchy.bases()) {
        if (base.decision != BaseDecision::merged) continue;
        futures_[signatures_.of(*base.record)] = signatures_.of(hierarchy.target());
        for (CXXMethodDecl const* method : base.record->methods()) {
            if (!method->isVirtual()) continue;
            CXXMethodDecl const* const runs = hierarchy.final_overrider(*method);
            if (runs && runs != method->getCanonicalDecl())
                futures_[signatures_.of(*method)] = signatures_.of(*runs);
        }
    }
}

Signature const* FutureTypes::future(Signature const* present) {
    auto const known = futures_.find(present);
    if (known != futures_.end()) return known->second;
    std::vector<Signature const*> parts;
    for (Signature const* part : present->parts)
        parts.push_back(part ? future(part) : nullptr);
    return futures_[present] = signatures_.make(present->head, std::move(parts));
}

bool FutureTypes::will_be_same(clang::QualType a, clang::QualType b) {
    if (a.getCanonicalType() == b.getCanonicalType()) return true;
    Signature const* const one = signatures_.of(a);
    Signature const* const other = signatures_.of(b);
    return one != other && future(one) == future(other);
}

FutureTypes::Arguments FutureTypes::of(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    Signature const* const present = signatures_.of_arguments(arguments);
    return {present, future(present)};
}

bool FutureTypes::changes(clang::QualType type) {
    Signature const* const present = signatures_.of(type);
    return future(present) != present;
}

} // namespace collapse
