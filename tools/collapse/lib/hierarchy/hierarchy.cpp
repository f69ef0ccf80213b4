// SPDX-License-Identifier: BSD-2-Clause
// Bases in their orders, and which function runs for which.
#include "hierarchy.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

#include <clang/AST/CXXInheritance.h>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;

namespace {

CXXRecordDecl const* record_of(clang::CXXBaseSpecifier const& base) {
    CXXRecordDecl const* const record = base.getType()->getAsCXXRecordDecl();
    return record ? record->getDefinition() : nullptr;
}

/// How many subobjects of each class an object of `record` has, itself left out.
void count_subobjects(CXXRecordDecl const& record, std::map<CXXRecordDecl const*, unsigned>& count,
                      std::set<CXXRecordDecl const*>& virtual_seen) {
    for (clang::CXXBaseSpecifier const& base : record.bases()) {
        CXXRecordDecl const* const next = record_of(base);
        if (!next) continue;
        if (base.isVirtual() && !virtual_seen.insert(next).second) continue;
        ++count[next];
        count_subobjects(*next, count, virtual_seen);
    }
}

void construct_plain_bases(CXXRecordDecl const& record, std::vector<CXXRecordDecl const*>& order) {
    for (clang::CXXBaseSpecifier const& base : record.bases()) {
        CXXRecordDecl const* const next = record_of(base);
        if (!next || base.isVirtual() || std::ranges::find(order, next) != order.end()) continue;
        construct_plain_bases(*next, order);
        order.push_back(next);
    }
}

void construct_virtual_bases(CXXRecordDecl const& record,
                             std::vector<CXXRecordDecl const*>& order) {
    for (clang::CXXBaseSpecifier const& base : record.bases()) {
        CXXRecordDecl const* const next = record_of(base);
        if (!next) continue;
        construct_virtual_bases(*next, order);
        if (!base.isVirtual() || std::ranges::find(order, next) != order.end()) continue;
        construct_plain_bases(*next, order);
        order.push_back(next);
    }
}

CXXMethodDecl const* overrider_in(CXXMethodDecl const& method, CXXRecordDecl const& stage) {
    auto const* const canonical = llvm::cast<CXXMethodDecl>(method.getCanonicalDecl());
    if (!method.isVirtual()) return canonical;
    clang::CXXFinalOverriderMap overriders;
    stage.getFinalOverriders(overriders);
    for (auto const& [declared, subobjects] : overriders) {
        if (declared->getCanonicalDecl() != canonical) continue;
        for (auto const& [subobject, candidates] : subobjects)
            if (!candidates.empty())
                return llvm::cast<CXXMethodDecl>(candidates.front().Method->getCanonicalDecl());
    }
    return canonical;
}

} // namespace

Hierarchy::Hierarchy(CXXRecordDecl const& target) : target_(target.getDefinition()) {
    std::map<CXXRecordDecl const*, unsigned> count;
    std::set<CXXRecordDecl const*> virtual_seen;
    count_subobjects(*target_, count, virtual_seen);
    std::vector<CXXRecordDecl const*> queue{target_};
    for (size_t next = 0; next < queue.size(); ++next) {
        for (clang::CXXBaseSpecifier const& base : queue[next]->bases()) {
            CXXRecordDecl const* const record = record_of(base);
            if (!record || std::ranges::find(queue, record) != queue.end()) continue;
            queue.push_back(record);
            bases_.push_back({.record = record,
                              .is_virtual = virtual_seen.contains(record),
                              .subobjects = count[record]});
        }
    }
}

Base const* Hierarchy::find(CXXRecordDecl const* record) const {
    if (!record) return nullptr;
    CXXRecordDecl const* const definition = record->getDefinition();
    auto const found = std::ranges::find(bases_, definition, &Base::record);
    return found == bases_.end() ? nullptr : &*found;
}

bool Hierarchy::contains(CXXRecordDecl const* record) const {
    return record && (record->getDefinition() == target_ || find(record));
}

bool Hierarchy::is_flattened(CXXRecordDecl const* record) const {
    Base const* const base = find(record);
    return base && base->decision != BaseDecision::kept;
}

std::vector<CXXRecordDecl const*> Hierarchy::construction_order() const {
    std::vector<CXXRecordDecl const*> order;
    construct_virtual_bases(*target_, order);
    construct_plain_bases(*target_, order);
    order.push_back(target_);
    return order;
}

CXXMethodDecl const* Hierarchy::final_overrider(CXXMethodDecl const& method) const {
    return overrider_in(method, *target_);
}

CXXMethodDecl const* Hierarchy::overrider_during(CXXMethodDecl const& method,
                                                 CXXRecordDecl const& stage) const {
    return overrider_in(method, *stage.getDefinition());
}

void Hierarchy::note_static_use(CXXMethodDecl const& method) {
    static_uses_[llvm::cast<CXXMethodDecl>(method.getCanonicalDecl())] = true;
}

bool Hierarchy::is_needed(CXXMethodDecl const& method) const {
    auto const* const canonical = llvm::cast<CXXMethodDecl>(method.getCanonicalDecl());
    if (static_uses_.contains(canonical)) return true;
    if (dropped_.contains(canonical)) return false;
    if (!method.isVirtual()) return true;
    if (method.isPureVirtual()) return false;
    return final_overrider(*canonical) == canonical;
}

std::string Hierarchy::name_of(clang::NamedDecl const& member) const {
    auto const found = names_.find(first_form(member));
    return found == names_.end() ? member.getNameAsString() : found->second;
}

bool Hierarchy::is_renamed(clang::NamedDecl const& member) const {
    return names_.contains(first_form(member));
}

clang::NamedDecl const* first_form(clang::NamedDecl const& member) {
    clang::NamedDecl const* form = &member;
    if (auto const* const function = llvm::dyn_cast<clang::FunctionDecl>(form)) {
        if (function->getPrimaryTemplate())
            form = function->getPrimaryTemplate();
        else if (function->getDescribedFunctionTemplate())
            form = function->getDescribedFunctionTemplate();
    } else if (auto const* const variable = llvm::dyn_cast<clang::VarDecl>(form)) {
        if (auto const* const special = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(form))
            form = special->getSpecializedTemplate();
        else if (variable->getDescribedVarTemplate())
            form = variable->getDescribedVarTemplate();
    } else if (auto const* const record = llvm::dyn_cast<CXXRecordDecl>(form)) {
        if (auto const* const special =
                llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(form))
            form = special->getSpecializedTemplate();
        else if (record->getDescribedClassTemplate())
            form = record->getDescribedClassTemplate();
    }
    return llvm::cast<clang::NamedDecl>(form->getCanonicalDecl());
}

} // namespace collapse
