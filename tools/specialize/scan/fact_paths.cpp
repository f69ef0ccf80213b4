// SPDX-License-Identifier: BSD-2-Clause
// A path is a nest of members, elements and dereferences, with casts between them.
#include "fact_paths.hpp"

#include "write_sites.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace specialize {

using clang::Expr;
using llvm::dyn_cast;

std::vector<In<clang::ValueDecl>> declarations_on(Expr const& path, size_t source) {
    std::vector<In<clang::ValueDecl>> found;
    auto const add = [&](clang::ValueDecl const& declaration) {
        auto const* const variable = dyn_cast<clang::VarDecl>(&declaration);
        bool const is_local = variable && variable->hasLocalStorage();
        bool const is_place = llvm::isa<clang::FieldDecl, clang::VarDecl>(declaration) && !is_local;
        if (is_place) found.push_back({&declaration, source});
    };
    Expr const* at = &path;
    while (at) {
        at = at->IgnoreParenCasts();
        Expr const* next = nullptr;
        if (auto const* const member = dyn_cast<clang::MemberExpr>(at)) {
            add(*member->getMemberDecl());
            next =
                llvm::isa<clang::FieldDecl>(member->getMemberDecl()) ? member->getBase() : nullptr;
        } else if (auto const* const element = dyn_cast<clang::ArraySubscriptExpr>(at)) {
            next = element->getBase();
        } else if (auto const* const operation = dyn_cast<clang::UnaryOperator>(at)) {
            next = operation->getSubExpr();
        } else if (auto const* const kept = dyn_cast<clang::MaterializeTemporaryExpr>(at)) {
            next = kept->getSubExpr();
        } else if (auto const* const name = dyn_cast<clang::DeclRefExpr>(at)) {
            add(*name->getDecl());
        }
        at = next;
    }
    std::ranges::reverse(found);
    return found;
}

namespace {

bool is_named(Expr const& place);

/// Whether what leads to the record is named; the record itself need not be, as members are found
/// in all records.
bool is_led_to_by_name(Expr const& record) {
    Expr const& at = *record.IgnoreParenCasts();
    if (auto const* const element = dyn_cast<clang::ArraySubscriptExpr>(&at))
        return is_named(*element->getBase());
    if (auto const* const operation = dyn_cast<clang::UnaryOperator>(&at))
        return operation->getOpcode() == clang::UO_Deref && is_named(*operation->getSubExpr());
    if (auto const* const name = dyn_cast<clang::DeclRefExpr>(&at))
        return llvm::isa<clang::VarDecl>(name->getDecl()); // A reference never leads elsewhere.
    return is_named(at);
}

bool is_reference(clang::ValueDecl const& declaration) {
    return declaration.getType()->isReferenceType();
}

/// Whether the place is one that only its own name, or its object, leads to: what a pointer to a
/// number or to another pointer leads to has none, so no scan of names finds who writes it.
bool is_named(Expr const& place) {
    Expr const& at = *place.IgnoreParenCasts();
    if (auto const* const name = dyn_cast<clang::DeclRefExpr>(&at))
        return llvm::isa<clang::VarDecl>(name->getDecl()) && !is_reference(*name->getDecl());
    if (auto const* const member = dyn_cast<clang::MemberExpr>(&at)) {
        if (is_reference(*member->getMemberDecl())) return false;
        if (llvm::isa<clang::VarDecl>(member->getMemberDecl())) return true;
        return member->isArrow() ? is_named(*member->getBase())
                                 : is_led_to_by_name(*member->getBase());
    }
    if (auto const* const element = dyn_cast<clang::ArraySubscriptExpr>(&at))
        return element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() &&
               is_named(*element->getBase());
    auto const* const operation = dyn_cast<clang::UnaryOperator>(&at);
    if (!operation) return llvm::isa<clang::CXXThisExpr>(at);
    if (operation->getOpcode() == clang::UO_AddrOf) return is_named(*operation->getSubExpr());
    auto const* const address =
        dyn_cast<clang::UnaryOperator>(operation->getSubExpr()->IgnoreParenCasts());
    return operation->getOpcode() == clang::UO_Deref && address &&
           address->getOpcode() == clang::UO_AddrOf && is_named(*address->getSubExpr());
}

/// The call, if the statement is one of the function.
clang::CallExpr const* call_of(clang::Stmt const& statement, llvm::StringRef function) {
    auto const* const call = dyn_cast<clang::CallExpr>(&statement);
    clang::FunctionDecl const* const callee = call ? call->getDirectCallee() : nullptr;
    return callee && callee->getNameAsString() == function ? call : nullptr;
}

/// The number of the fact, if the statement announces one.
std::optional<int> announced(clang::CallExpr const* call, clang::ASTContext& context) {
    Expr::EvalResult number;
    if (!call || !call->getArg(0)->EvaluateAsInt(number, context)) return std::nullopt;
    return int(number.Val.getInt().getExtValue());
}

Invariant invariant_of(rewrite::Unit const& unit, size_t source, int number, Expr const& path) {
    Invariant made;
    made.number = number;
    made.text = text_of(unit, path.getSourceRange());
    made.place = unit.place(path.getBeginLoc());
    made.path = declarations_on(path, source);
    made.is_covered = is_named(path);
    made.is_class_covered = is_led_to_by_name(path);
    return made;
}

Invariant invariant_of(rewrite::Unit const& unit, size_t source, int number,
                       clang::BinaryOperator const& fact) {
    Invariant made = invariant_of(unit, source, number, *fact.getLHS());
    Expr::EvalResult value;
    if (fact.getRHS()->getType()->isIntegralOrEnumerationType() &&
        fact.getRHS()->EvaluateAsInt(value, unit.context()))
        made.value = value.Val.getInt();
    return made;
}

} // namespace

std::vector<Invariant> invariants_in(rewrite::Unit const& unit, size_t source,
                                     clang::FunctionDecl const& facts) {
    std::vector<Invariant> all;
    std::optional<int> number;
    if (!facts.getBody()) return all;
    for (clang::Stmt const* each : facts.getBody()->children()) {
        auto const* const full = dyn_cast<clang::FullExpr>(each);
        clang::Stmt const& statement = full ? *full->getSubExpr() : *each;
        if (auto const next = announced(call_of(statement, "flatland_fact"), unit.context())) {
            number = next;
            continue;
        }
        clang::CallExpr const* const session = call_of(statement, "flatland_session");
        if (auto const of_session = announced(session, unit.context())) {
            auto const* const address =
                dyn_cast<clang::UnaryOperator>(session->getArg(3)->IgnoreParenCasts());
            all.push_back(invariant_of(unit, source, *of_session, *address->getSubExpr()));
        }
        auto const* const fact = dyn_cast<clang::BinaryOperator>(&statement);
        if (number && fact && fact->getOpcode() == clang::BO_Assign)
            all.push_back(invariant_of(unit, source, *number, *fact));
        number.reset();
    }
    return all;
}

} // namespace specialize
