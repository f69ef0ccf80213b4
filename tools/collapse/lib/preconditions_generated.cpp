// SPDX-License-Identifier: BSD-2-Clause
// What the compiler generates from the shape of a hierarchy: names of functions as text, and
// comparisons member by member.
#include "unit_visitor.hpp"

#include <set>

namespace collapse {

namespace {

class GeneratedChecks : public UnitVisitor<GeneratedChecks> {
public:
    using UnitVisitor::UnitVisitor;

    bool TraverseFunctionDecl(clang::FunctionDecl* function) {
        return within(*function, [&] { return UnitVisitor::TraverseFunctionDecl(function); });
    }
    bool TraverseCXXMethodDecl(clang::CXXMethodDecl* method) {
        return within(*method, [&] { return UnitVisitor::TraverseCXXMethodDecl(method); });
    }
    bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl* constructor) {
        return within(*constructor,
                      [&] { return UnitVisitor::TraverseCXXConstructorDecl(constructor); });
    }
    bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl* destructor) {
        return within(*destructor,
                      [&] { return UnitVisitor::TraverseCXXDestructorDecl(destructor); });
    }

    /// A failed assertion may tell another name before the program ends.
    bool VisitCallExpr(clang::CallExpr* call) {
        clang::FunctionDecl const* const callee = call->getDirectCallee();
        if (!callee || !callee->isNoReturn()) return true;
        for (clang::Expr const* argument : call->arguments())
            for_assertions_.insert(argument->IgnoreParenImpCasts());
        return true;
    }

    bool VisitPredefinedExpr(clang::PredefinedExpr* name) {
        auto const* const method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(function_);
        if (!method || for_assertions_.contains(name)) return true;
        if (!context_.hierarchy.is_flattened(method->getParent())) return true;
        using Kind = clang::PredefinedIdentKind;
        bool const is_short =
            name->getIdentKind() == Kind::Func || name->getIdentKind() == Kind::Function;
        bool const keeps_name =
            method->getDeclName().isIdentifier() &&
            (!method->isVirtual() ||
             context_.hierarchy.final_overrider(*method) == method->getCanonicalDecl());
        if (!is_short || !keeps_name)
            context_.refuse(
                "C0308", name->getLocation(),
                "`" + clang::PredefinedExpr::getIdentKindName(name->getIdentKind()).str() +
                    "` will be another name in the flat class",
                "write the name as a string");
        return true;
    }

    bool VisitFunctionDecl(clang::FunctionDecl* function) {
        if (!function->isDefaulted() || function->isImplicit() ||
            !function->isOverloadedOperator() || function->getNumParams() == 0)
            return true;
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
        bool const assigns =
            method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
        if (!assigns && context_.record_in(function->getParamDecl(0)->getType()))
            context_.refuse("C0309", function->getLocation(),
                            "the defaulted comparison will compare the members of the whole "
                            "hierarchy",
                            "write the comparison");
        return true;
    }

private:
    template<class Walk>
    bool within(clang::FunctionDecl const& function, Walk walk) {
        clang::FunctionDecl const* const around = function_;
        function_ = &function;
        bool const more = walk();
        function_ = around;
        return more;
    }

    clang::FunctionDecl const* function_ = nullptr;
    std::set<clang::Expr const*> for_assertions_;
};

} // namespace

void check_generated(CheckContext const& context) {
    GeneratedChecks(context).walk();
}

} // namespace collapse
