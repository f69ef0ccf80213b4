// SPDX-License-Identifier: BSD-2-Clause
// Types as they will be once merged bases are other names of their targets.
#pragma once

#include <collapse/lib/hierarchy/hierarchy.hpp>

#include <rewrite/meaning/signature.hpp>
#include <rewrite/text/unit.hpp>

namespace collapse {

/// Of one unit, for all hierarchies that are flattened in it.
class FutureTypes {
public:
    FutureTypes(rewrite::Unit const& unit, std::vector<Hierarchy const*> const& hierarchies);

    FutureTypes(FutureTypes const&) = delete; ///< it points into its own signatures
    FutureTypes& operator=(FutureTypes const&) = delete;

    /// Whether both are the same one, or will be.
    bool will_be_same(clang::QualType a, clang::QualType b);

    /// Whether the type names a merged base, at any depth, so that it will be another one.
    bool changes(clang::QualType type);

    /// What stands for template arguments. Two lists will be one if only the first parts differ.
    struct Arguments {
        rewrite::Signature const* present;
        rewrite::Signature const* future;
    };
    Arguments of(llvm::ArrayRef<clang::TemplateArgument> arguments);

private:
    void merge(Hierarchy const& hierarchy);
    rewrite::Signature const* future(rewrite::Signature const* present);

    rewrite::Signatures signatures_;
    std::map<rewrite::Signature const*, rewrite::Signature const*> futures_;
};

} // namespace collapse
