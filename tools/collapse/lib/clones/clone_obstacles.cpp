// SPDX-License-Identifier: BSD-2-Clause
// What a copy of a function would not share with it, or could not be declared as.
#include "clone_obstacles.hpp"

#include <rewrite/syntax/code_visitor.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;
using clang::FunctionDecl;
using llvm::dyn_cast;
using rewrite::Range;

clang::NamedDecl const& whole_declaration(FunctionDecl const& function) {
    clang::FunctionTemplateDecl const* const whole = function.getDescribedFunctionTemplate();
    if (whole) return *whole;
    return function;
}

FunctionDecl const& written_function(FunctionDecl const& function) {
    FunctionDecl const* const pattern = function.getTemplateInstantiationPattern();
    return *(pattern ? pattern : &function)->getCanonicalDecl();
}

std::optional<Range> written_class(rewrite::Unit const& unit, clang::ParmVarDecl const& parameter) {
    if (!parameter.getTypeSourceInfo() || parameter.getType() != parameter.getOriginalType())
        return std::nullopt;
    clang::TypeLoc type = parameter.getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
    clang::TypeLoc pointee;
    if (auto const reference = type.getAs<clang::LValueReferenceTypeLoc>())
        pointee = reference.getPointeeLoc();
    else if (auto const pointer = type.getAs<clang::PointerTypeLoc>())
        pointee = pointer.getPointeeLoc();
    if (!pointee) return std::nullopt;
    clang::QualType const written = pointee.getType();
    if (written.getLocalQualifiers() != written.getCanonicalType().getQualifiers())
        return std::nullopt; // those of an alias would be lost
    clang::SourceRange const place = pointee.getUnqualifiedLoc().getSourceRange();
    if (place.getBegin().isMacroID() || place.getEnd().isMacroID()) return std::nullopt;
    std::optional<Range> const range = unit.range(place);
    auto const& function = *llvm::cast<FunctionDecl>(parameter.getDeclContext());
    bool const is_in_list = range && unit.offset(function.getLocation()) < range->begin;
    return is_in_list ? range : std::nullopt; // an alias of a function's type has no list
}

namespace {

/// Attributes that a copy may have or lack.
bool is_harmless(clang::Attr const& attribute) {
    return llvm::isa<clang::UnusedAttr, clang::WarnUnusedResultAttr, clang::NoInlineAttr,
                     clang::AlwaysInlineAttr, clang::HotAttr, clang::ColdAttr, clang::PureAttr,
                     clang::ConstAttr, clang::FlattenAttr, clang::NoThrowAttr,
                     clang::VisibilityAttr, clang::NonNullAttr, clang::ReturnsNonNullAttr,
                     clang::UsedAttr, clang::CXX11NoReturnAttr, clang::NoStackProtectorAttr>(
        attribute);
}

/// What stands in a function and would be there twice, or be named after its function.
class Body : public rewrite::CodeVisitor {
public:
    bool shouldVisitImplicitCode() const override { return true; }

    std::string obstacle() && { return std::move(obstacle_); }

    bool VisitVarDecl(clang::VarDecl* variable) override {
        return !variable->isStaticLocal() || found("it has a static variable");
    }
    bool VisitLambdaExpr(clang::LambdaExpr*) override {
        return found("it has a lambda expression");
    }
    bool VisitTagDecl(clang::TagDecl* type) override {
        return type->isImplicit() || found("it declares a type");
    }
    bool VisitAddrLabelExpr(clang::AddrLabelExpr*) override {
        return found("it takes a label's address");
    }
    bool VisitAsmStmt(clang::AsmStmt*) override { return found("it has inline assembly"); }
    bool VisitCoroutineBodyStmt(clang::CoroutineBodyStmt*) override {
        return found("it is a coroutine");
    }
    bool VisitSourceLocExpr(clang::SourceLocExpr*) override {
        return found("it asks for its own name");
    }
    bool VisitPredefinedExpr(clang::PredefinedExpr* name) override {
        bool const has_type = name->getIdentKind() != clang::PredefinedIdentKind::Func &&
                              name->getIdentKind() != clang::PredefinedIdentKind::Function;
        return !has_type || found("it asks for its own name");
    }
    bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* argument) override {
        return TraverseStmt(argument->getExpr());
    }

private:
    /// Ends the walk.
    bool found(std::string what) {
        obstacle_ = std::move(what);
        return false;
    }

    std::string obstacle_;
};

std::string obstacle_in(FunctionDecl const& declaration) {
    Body body;
    body.TraverseDecl(const_cast<FunctionDecl*>(&declaration));
    return std::move(body).obstacle();
}

/// With default arguments, and in all instances of a template.
std::string obstacle_in_text(FunctionDecl const& definition) {
    for (FunctionDecl const* each : definition.redecls())
        if (std::string obstacle = obstacle_in(*each); !obstacle.empty()) return obstacle;
    if (clang::FunctionTemplateDecl* const pattern = definition.getDescribedFunctionTemplate())
        for (FunctionDecl const* each : pattern->specializations()) {
            if (each->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization)
                return "it has a specialization";
            if (std::string obstacle = obstacle_in(*each); !obstacle.empty()) return obstacle;
        }
    return {};
}

/// Whether some class above has a virtual function of this name, which a clone could override, or
/// is of a system header, whose own templates may choose among both classes' functions.
bool depends_on_base(rewrite::Unit const& unit, CXXMethodDecl const& method) {
    bool found = false;
    method.getParent()->forallBases([&](CXXRecordDecl const* base) {
        found |= !unit.offset(base->getLocation());
        for (clang::NamedDecl const* each : base->lookup(method.getDeclName())) {
            auto const* const other = dyn_cast<CXXMethodDecl>(each->getUnderlyingDecl());
            found |= other && other->isVirtual();
        }
        return !found;
    });
    return found;
}

/// One that the compiler also calls with its operands exchanged.
bool is_comparison(FunctionDecl const& function) {
    switch (function.getOverloadedOperator()) {
    case clang::OO_EqualEqual:
    case clang::OO_ExclaimEqual:
    case clang::OO_Spaceship:
    case clang::OO_Less:
    case clang::OO_LessEqual:
    case clang::OO_Greater:
    case clang::OO_GreaterEqual:
        return true;
    default:
        return false;
    }
}

std::string obstacle_of_member(rewrite::Unit const& unit, CXXMethodDecl const& method) {
    if (method.isVirtual()) return "it is virtual";
    if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(
            method) ||
        method.isCopyAssignmentOperator() || method.isMoveAssignmentOperator())
        return "it is a special member function";
    if (method.isExplicitObjectMemberFunction()) return "its object is a parameter";
    for (clang::DeclContext const* each = method.getParent(); each->isRecord();
         each = each->getParent()) {
        auto const& record = *llvm::cast<CXXRecordDecl>(each);
        if (!record.getIdentifier() || record.isLocalClass())
            return "its class is local or unnamed";
        if (record.isDependentType() || llvm::isa<clang::ClassTemplateSpecializationDecl>(record))
            return "its class is a template";
    }
    if (depends_on_base(unit, method))
        return "a base has a virtual function of that name, or is of a system header";
    return {};
}

std::string obstacle_of_declaration(rewrite::Unit const& unit, FunctionDecl const& declaration) {
    clang::NamedDecl const& whole = whole_declaration(declaration);
    if (declaration.getFriendObjectKind() != clang::Decl::FOK_None ||
        whole.getFriendObjectKind() != clang::Decl::FOK_None)
        return "it is a friend of a class";
    std::optional<Range> const range = declaration_range(unit, whole);
    bool const is_made = declaration.getLocation().isMacroID() ||
                         declaration.getBeginLoc().isMacroID() ||
                         declaration.getEndLoc().isMacroID();
    if (!range || is_made) return "it is not written in the unit's own text";
    for (clang::Attr const* each : declaration.attrs())
        if (!is_harmless(*each) && !each->isImplicit())
            return std::string("it has the attribute `") + each->getSpelling() + "`";
    bool const alone = declaration.doesThisDeclarationHaveABody() ||
                       std::ranges::none_of(raw_tokens(unit, {range->begin, range->end - 1}),
                                            [depth = 0](rewrite::RawToken const& token) mutable {
                                                depth += token.text == "(" || token.text == "<";
                                                depth -= token.text == ")" || token.text == ">";
                                                return depth == 0 && token.text == ",";
                                            });
    return alone ? std::string() : "it is declared together with others";
}

} // namespace

std::string obstacle_to_clones(rewrite::Unit const& unit, FunctionDecl const& function) {
    if (auto const* const method = dyn_cast<CXXMethodDecl>(&function))
        if (std::string obstacle = obstacle_of_member(unit, *method); !obstacle.empty())
            return obstacle;
    FunctionDecl const* const definition = function.getDefinition();
    if (!definition || !definition->hasBody() || definition->isDefaulted())
        return "it is not defined in this unit";
    if (function.isMain() || function.isExternC() || function.isVariadic())
        return "its name or its arguments are those of C";
    if (function.isConstexpr()) return "it may be evaluated at compile time";
    if (function.isFunctionTemplateSpecialization() || function.isDeleted())
        return "it is a specialization";
    if (function.getReturnType()->getContainedDeducedType()) return "its return type is deduced";
    if (function.getTrailingRequiresClause()) return "it has a `requires` clause";
    if (!function.getDeclContext()->getRedeclContext()->isFileContext() &&
        !llvm::isa<CXXMethodDecl>(function))
        return "it is declared in a function";
    if (is_comparison(function)) return "it is a comparison";
    for (FunctionDecl const* each : function.redecls())
        if (std::string obstacle = obstacle_of_declaration(unit, *each); !obstacle.empty())
            return obstacle;
    return obstacle_in_text(*definition);
}

} // namespace collapse
