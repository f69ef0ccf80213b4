// SPDX-License-Identifier: BSD-2-Clause
#include "call_arguments.hpp"

namespace collapse {

using clang::CXXMethodDecl;

namespace {

/// Clang counts the object among the arguments of `a + b` and `f(b)`, not of `a.f(b)`.
bool is_method_operator(clang::CallExpr const& call) {
    auto const* const method = llvm::dyn_cast_or_null<CXXMethodDecl>(call.getDirectCallee());
    return llvm::isa<clang::CXXOperatorCallExpr>(call) && method && method->isInstance();
}

} // namespace

clang::Expr const* object_of(clang::CallExpr const& call) {
    if (auto const* const member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call))
        return member->getImplicitObjectArgument();
    return is_method_operator(call) ? call.getArg(0) : nullptr;
}

std::vector<clang::Expr const*> arguments_of(clang::CallExpr const& call) {
    auto const all = call.arguments();
    return {all.begin() + (is_method_operator(call) ? 1 : 0), all.end()};
}

} // namespace collapse
