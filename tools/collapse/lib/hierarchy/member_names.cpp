// SPDX-License-Identifier: BSD-2-Clause
// Chooses the names of members in the flat class: what lookup finds in the target keeps its name,
// what it hid or found ambiguous gets its class's name in front.
#include "hierarchy.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using clang::NamedDecl;

namespace {

using Found = std::map<CXXRecordDecl const*, std::vector<NamedDecl const*>>;

/// What `record` itself declares under this name, using-declarations followed.
std::vector<NamedDecl const*> declared_in(CXXRecordDecl const& record,
                                          clang::DeclarationName name) {
    std::vector<NamedDecl const*> found;
    for (NamedDecl const* each : record.lookup(name)) {
        if (auto const* const shadow = llvm::dyn_cast<clang::UsingShadowDecl>(each))
            each = shadow->getTargetDecl();
        if (!llvm::isa<clang::UsingDecl>(each)) found.push_back(first_form(*each));
    }
    return found;
}

/// Lookup of a name in a class and its bases, by declaring class; several classes: ambiguous.
Found visible_in(CXXRecordDecl const& record, clang::DeclarationName name) {
    if (auto declared = declared_in(record, name); !declared.empty())
        return {{&record, std::move(declared)}};
    Found found;
    for (clang::CXXBaseSpecifier const& base : record.bases())
        if (auto const* const next = base.getType()->getAsCXXRecordDecl();
            next && next->hasDefinition())
            found.merge(visible_in(*next->getDefinition(), name));
    std::erase_if(found, [&](auto const& each) {
        return std::ranges::any_of(found, [&](auto const& other) {
            return other.first->isVirtuallyDerivedFrom(each.first);
        });
    });
    return found;
}

bool takes_part(NamedDecl const& member) {
    if (member.isImplicit() && !llvm::isa<clang::IndirectFieldDecl>(member)) return false;
    if (!member.getDeclName() ||
        llvm::isa<clang::UsingDecl, clang::UsingShadowDecl, clang::VarTemplateSpecializationDecl,
                  clang::ClassTemplateSpecializationDecl>(member))
        return false;
    clang::DeclarationName const name = member.getDeclName();
    return name.isIdentifier() || name.getNameKind() == clang::DeclarationName::CXXOperatorName ||
           name.getNameKind() == clang::DeclarationName::CXXConversionFunctionName;
}

/// The members of a class that go by a name in its scope; enumerators of unscoped enums too.
std::vector<NamedDecl const*> members_of(CXXRecordDecl const& record) {
    std::vector<NamedDecl const*> members;
    for (clang::Decl const* each : record.decls()) {
        auto const* const named = llvm::dyn_cast<NamedDecl>(each);
        if (named && takes_part(*named)) members.push_back(first_form(*named));
        auto const* const enumeration = llvm::dyn_cast<clang::EnumDecl>(each);
        if (!enumeration || enumeration->isScoped()) continue;
        for (NamedDecl const* enumerator : enumeration->enumerators())
            members.push_back(first_form(*enumerator));
    }
    return members;
}

} // namespace

void Hierarchy::choose_names(std::set<NamedDecl const*> const& used_operators) {
    std::map<clang::DeclarationName, std::vector<NamedDecl const*>> by_name;
    std::set<std::string> taken;
    auto const collect = [&](CXXRecordDecl const& record) {
        for (NamedDecl const* member : members_of(record)) {
            auto const* const method = llvm::dyn_cast<CXXMethodDecl>(member);
            taken.insert(member->getNameAsString());
            if (!method || is_needed(*method)) by_name[member->getDeclName()].push_back(member);
        }
    };
    collect(*target_);
    for (Base const& base : bases_)
        collect(*base.record);
    for (auto const& [name, members] : by_name) {
        Found const visible = visible_in(*target_, name);
        std::set<NamedDecl const*> keep;
        if (visible.size() == 1)
            keep.insert(visible.begin()->second.begin(), visible.begin()->second.end());
        for (NamedDecl const* member : members) {
            auto const* const owner =
                llvm::cast<CXXRecordDecl>(member->getDeclContext()->getRedeclContext());
            if (keep.contains(member) || owner->getDefinition() == target_ || !is_flattened(owner))
                continue;
            if (!name.isIdentifier()) {
                bool const is_copying =
                    name.getNameKind() == clang::DeclarationName::CXXOperatorName &&
                    name.getCXXOverloadedOperator() == clang::OO_Equal;
                if (!is_copying && !used_operators.contains(member)) dropped_.insert(member);
                continue;
            }
            std::string chosen = owner->getNameAsString() + "_" + member->getNameAsString();
            while (!taken.insert(chosen).second)
                chosen += '_';
            names_[member] = chosen;
        }
    }
}

} // namespace collapse
