// SPDX-License-Identifier: BSD-2-Clause
// One case for each kind of expression that hands a value on.
#include "value_sources.hpp"

#include "call_graph.hpp"

namespace specialize {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;

namespace {

void add(Keys& all, Keys const& more) {
    all.insert(more.begin(), more.end());
}

clang::RecordDecl const* pointee_record(QualType pointer) {
    QualType const pointee = pointer->getPointeeType();
    return pointee.isNull() ? nullptr : pointee->getBaseElementTypeUnsafe()->getAsRecordDecl();
}

} // namespace

Keys ValueSources::as_objects(Keys const& nodes) {
    Keys found;
    for (std::string const& each : nodes)
        found.insert(each.starts_with(objects_of) ? each : std::string(objects_of) + each);
    return found;
}

bool passes_on(clang::FunctionDecl const& function) {
    if (!function.isInStdNamespace() || !function.getDeclName().isIdentifier()) return false;
    llvm::StringRef const name = function.getName();
    return name == "move" || name == "forward" || name == "addressof" || name == "as_const" ||
           name == "launder" || name == "forward_like";
}

std::string ValueSources::variable(clang::ValueDecl const& declaration) const {
    if (auto const* const parameter = dyn_cast<clang::ParmVarDecl>(&declaration))
        if (auto const* const function = dyn_cast<clang::FunctionDecl>(parameter->getDeclContext()))
            return ValueSources::parameter(names_.function(*function),
                                           parameter->getFunctionScopeIndex());
    return "value " + names_.value(declaration);
}

Keys ValueSources::bytes_of(QualType object) const {
    Keys found;
    for (std::string const& each : targets_.within(names_, object))
        found.insert("*" + each);
    return found;
}

Keys ValueSources::of_argument(QualType parameter, Expr const& argument) const {
    return parameter->isReferenceType() ? of_address(argument) : of_value(argument);
}

Keys ValueSources::of_value(Expr const& expression) const {
    Expr const* const inner = expression.IgnoreParens();
    if (auto const* const cast = dyn_cast<clang::CastExpr>(inner)) return of_cast(*cast);
    if (auto const* const call = dyn_cast<clang::CallExpr>(inner)) return of_call(*call);
    if (auto const* const full = dyn_cast<clang::FullExpr>(inner))
        return of_value(*full->getSubExpr());
    if (auto const* const kept = dyn_cast<clang::MaterializeTemporaryExpr>(inner))
        return of_value(*kept->getSubExpr());
    if (auto const* const defaulted = dyn_cast<clang::CXXDefaultArgExpr>(inner))
        return of_value(*defaulted->getExpr());
    if (auto const* const defaulted = dyn_cast<clang::CXXDefaultInitExpr>(inner))
        return defaulted->getExpr() ? of_value(*defaulted->getExpr()) : Keys{};
    if (auto const* const choice = dyn_cast<clang::AbstractConditionalOperator>(inner)) {
        Keys found = of_value(*choice->getTrueExpr());
        add(found, of_value(*choice->getFalseExpr()));
        return found;
    }
    if (auto const* const list = dyn_cast<clang::InitListExpr>(inner))
        return list->getNumInits() == 1 ? of_value(*list->getInit(0)) : Keys{};
    if (auto const* const opaque = dyn_cast<clang::OpaqueValueExpr>(inner))
        return opaque->getSourceExpr() ? of_value(*opaque->getSourceExpr()) : Keys{};
    if (auto const* const block = dyn_cast<clang::StmtExpr>(inner)) {
        auto const* const last = block->getSubStmt()->body_empty()
                                     ? nullptr
                                     : dyn_cast<Expr>(block->getSubStmt()->body_back());
        return last ? of_value(*last) : Keys{};
    }
    if (inner->getType()->isFunctionType()) return of_address(*inner);
    if (inner->isGLValue()) return of_content(*inner);
    return of_operation(*inner);
}

Keys ValueSources::of_operation(Expr const& expression) const {
    if (auto const* const operation = dyn_cast<clang::UnaryOperator>(&expression)) {
        if (operation->getOpcode() == clang::UO_AddrOf) {
            Keys found = of_address(*operation->getSubExpr());
            return found;
        }
        if (operation->isIncrementDecrementOp()) return of_content(*operation->getSubExpr());
        return of_value(*operation->getSubExpr());
    }
    if (llvm::isa<clang::VAArgExpr>(expression)) return {unknown(), unnamed()};
    auto const* const operation = dyn_cast<clang::BinaryOperator>(&expression);
    if (!operation || operation->isComparisonOp() || operation->isLogicalOp()) return {};
    if (operation->isCommaOp()) return of_value(*operation->getRHS());
    Keys found = of_value(*operation->getRHS());
    if (operation->getOpcode() != clang::BO_Assign) add(found, of_value(*operation->getLHS()));
    return found;
}

Keys ValueSources::of_number(Expr const& pointer) const {
    Keys found = of_value(pointer);
    add(found, bytes_of(pointer.getType()->getPointeeType()));
    return found;
}

Keys ValueSources::of_cast(clang::CastExpr const& cast) const {
    Expr const& inner = *cast.getSubExpr();
    switch (cast.getCastKind()) {
    case clang::CK_LValueToRValue:
        return of_content(inner);
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay:
        return of_address(inner);
    case clang::CK_NullToPointer:
    case clang::CK_ToVoid:
        return {};
    case clang::CK_PointerToIntegral:
        return of_number(inner);
    case clang::CK_IntegralToPointer: {
        Keys found = of_value(inner);
        found.insert(numbers());
        return found;
    }
    case clang::CK_BitCast:
        break;
    default:
        return of_value(inner);
    }
    QualType const from = inner.getType()->getPointeeType();
    QualType const to = cast.getType()->getPointeeType();
    if (from.isNull() || to.isNull()) return of_value(inner);
    if (!pointee_record(inner.getType()))
        return pointee_record(cast.getType()) ? as_objects(of_value(inner)) : of_value(inner);
    Keys found = of_value(inner);
    if (names_.type(from) != names_.type(to)) add(found, bytes_of(from));
    return found;
}

Keys ValueSources::of_call(clang::CallExpr const& call) const {
    clang::FunctionDecl const* const callee = call.getDirectCallee();
    if (!callee) return {result(through(call))};
    auto const* const conversion = dyn_cast<clang::CXXConversionDecl>(callee);
    if (conversion && conversion->getParent()->isLambda())
        return {"(" + names_.function(*conversion->getParent()->getLambdaCallOperator())};
    if (passes_on(*callee) && call.getNumArgs() == 1) return of_address(*call.getArg(0));
    return {result(names_.function(*callee))};
}

std::string ValueSources::through(clang::CallExpr const& call) {
    return "through " + llvm::utohexstr(reinterpret_cast<uintptr_t>(&call));
}

Keys ValueSources::of_callee(clang::CallExpr const& call) const {
    Expr const& callee = *call.getCallee()->IgnoreParens();
    auto const* const member = dyn_cast<clang::BinaryOperator>(&callee);
    return of_value(member && member->isPtrMemOp() ? *member->getRHS() : callee);
}

Keys ValueSources::of_content(Expr const& place) const {
    Expr const* at = place.IgnoreParens();
    while (auto const* const element = dyn_cast<clang::ArraySubscriptExpr>(at)) {
        auto const* const decayed =
            dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
        if (!decayed || decayed->getCastKind() != clang::CK_ArrayToPointerDecay) return {memory()};
        at = decayed->getSubExpr()->IgnoreParens();
    }
    if (auto const* const cast = dyn_cast<clang::CastExpr>(at))
        if (cast->isGLValue()) return of_content(*cast->getSubExpr());
    if (auto const* const kept = dyn_cast<clang::MaterializeTemporaryExpr>(at))
        return of_value(*kept->getSubExpr());
    if (auto const* const name = dyn_cast<clang::DeclRefExpr>(at))
        return {name->getDecl()->getType()->isReferenceType() ? memory()
                                                              : variable(*name->getDecl())};
    if (auto const* const member = dyn_cast<clang::MemberExpr>(at)) {
        bool const is_reference = member->getMemberDecl()->getType()->isReferenceType();
        return {is_reference ? memory() : variable(*member->getMemberDecl())};
    }
    auto const* const operation = dyn_cast<clang::UnaryOperator>(at);
    if (operation && operation->getOpcode() == clang::UO_Deref) {
        auto const* const address =
            dyn_cast<clang::UnaryOperator>(operation->getSubExpr()->IgnoreParens());
        if (address && address->getOpcode() == clang::UO_AddrOf)
            return of_content(*address->getSubExpr());
    }
    if (auto const* const choice = dyn_cast<clang::AbstractConditionalOperator>(at)) {
        Keys found = of_content(*choice->getTrueExpr());
        add(found, of_content(*choice->getFalseExpr()));
        return found;
    }
    if (auto const* const assigned = dyn_cast<clang::BinaryOperator>(at))
        return of_content(assigned->isCommaOp() ? *assigned->getRHS() : *assigned->getLHS());
    return {memory()};
}

Keys ValueSources::of_address(Expr const& place) const {
    Touched const touched = targets_.touched(names_, place);
    Keys found;
    // The address of an object that only contains targets is followed by its type.
    for (std::string const& each : touched.named)
        found.insert("&" + each);
    if (touched.is_behind_pointer) {
        add(found, of_value(*touched.root));
        return found;
    }
    add(found, of_root(*touched.root));
    return found;
}

/// The address of what no other object contains.
Keys ValueSources::of_root(Expr const& root) const {
    Keys found;
    if (auto const* const name = dyn_cast<clang::DeclRefExpr>(&root)) {
        if (auto const* const function = dyn_cast<clang::FunctionDecl>(name->getDecl()))
            found.insert("(" + names_.function(*function));
        else if (name->getDecl()->getType()->isReferenceType())
            found.insert(variable(*name->getDecl()));
    } else if (auto const* const member = dyn_cast<clang::MemberExpr>(&root)) {
        if (member->getMemberDecl()->getType()->isReferenceType())
            found.insert(variable(*member->getMemberDecl()));
    } else if (auto const* const cast = dyn_cast<clang::CastExpr>(&root)) {
        if (cast->getCastKind() == clang::CK_LValueBitCast) {
            add(found, of_address(*cast->getSubExpr()));
            add(found, bytes_of(cast->getSubExpr()->getType()));
        }
    } else if (auto const* const call = dyn_cast<clang::CallExpr>(&root)) {
        add(found, of_call(*call));
    } else if (auto const* const choice = dyn_cast<clang::AbstractConditionalOperator>(&root)) {
        add(found, of_address(*choice->getTrueExpr()));
        add(found, of_address(*choice->getFalseExpr()));
    }
    return found;
}

} // namespace specialize
