// SPDX-License-Identifier: BSD-2-Clause
// Collects calls and addresses of functions source by source, then follows them.
#include "call_graph.hpp"

#include "value_sources.hpp"
#include <specialize/source/function_visitor.hpp>

namespace specialize {

using clang::Expr;
using clang::FunctionDecl;
using clang::QualType;
using llvm::dyn_cast;
using llvm::isa;

/// Fills the graph from one source.
class CallVisitor : public FunctionVisitor {
public:
    CallVisitor(ProgramNames const& names, CallGraph& graph)
        : FunctionVisitor(names), graph_(graph) {}

    bool VisitFunctionDecl(FunctionDecl* function) override {
        bool const is_of_system = names_.unit().sources().isInSystemHeader(function->getLocation());
        if (function->doesThisDeclarationHaveABody() && !is_of_system)
            graph_.definitions_[names_.function(*function)][names_.number()] = function;
        if (auto* const method = dyn_cast<clang::CXXMethodDecl>(function)) note_overriding(*method);
        return true;
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        if (auto const* const name =
                dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts()))
            callees_.insert(name);
        FunctionDecl const* const callee = call->getDirectCallee();
        if (!callee) {
            current().pointer_calls[ValueSources::through(*call)] =
                signature_of(call->getCallee()->getType());
            return true;
        }
        note_direct(*callee, *call);
        note_function_object(*callee);
        note_called_back(*callee, *call);
        return true;
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        note_direct(*made->getConstructor(), *made);
        note_end(made->getType());
        return true;
    }

    bool VisitVarDecl(clang::VarDecl* variable) override {
        note_end(variable->getType());
        return true;
    }

    bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* deleted) override {
        note_end(deleted->getDestroyedType());
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        auto const* const function = dyn_cast<FunctionDecl>(name->getDecl());
        if (function && !callees_.contains(name)) note_address(*function, function->getType());
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        Expr const* const inner = cast->getSubExpr()->IgnoreParenCasts();
        auto const* const address = dyn_cast<clang::UnaryOperator>(inner);
        auto const* const name =
            dyn_cast<clang::DeclRefExpr>(address && address->getOpcode() == clang::UO_AddrOf
                                             ? address->getSubExpr()->IgnoreParenCasts()
                                             : inner);
        auto const* const function = name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
        if (function && cast->getCastKind() == clang::CK_BitCast)
            note_address(*function, cast->getType()->getPointeeType());
        if (function && cast->getCastKind() == clang::CK_PointerToIntegral)
            note_address(*function, {});
        return true;
    }

    bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
        if (!lambda->isGenericLambda())
            note_address(*lambda->getCallOperator(), lambda->getCallOperator()->getType());
        return true;
    }

private:
    CallGraph::Function& current() {
        return graph_.functions_[function_ ? names_.function(*function_) : std::string()];
    }

    void note_direct(FunctionDecl const& callee, Expr const& call) {
        std::string const key = names_.function(callee);
        auto const* const method = dyn_cast<clang::CXXMethodDecl>(&callee);
        auto const* const member = dyn_cast<clang::MemberExpr>(
            isa<clang::CallExpr>(call)
                ? llvm::cast<clang::CallExpr>(call).getCallee()->IgnoreParenImpCasts()
                : &call);
        if (method && method->isVirtual() && !(member && member->hasQualifier()))
            current().virtual_calls.insert(key);
        current().calls.insert(key);
        graph_.call_sites_[key].push_back({&call,
                                           function_ ? names_.function(*function_) : std::string(),
                                           function_, names_.number()});
    }

    std::string signature_of(QualType callee) const {
        QualType type = callee;
        if (auto const* const pointer = type->getAs<clang::PointerType>())
            type = pointer->getPointeeType();
        else if (auto const* const member = type->getAs<clang::MemberPointerType>())
            type = member->getPointeeType();
        return type->isFunctionProtoType() ? names_.signature(type) : std::string();
    }

    /// A call of `std::function<R(A...)>` and the like is one through a pointer.
    void note_function_object(FunctionDecl const& callee) {
        auto const* const method = dyn_cast<clang::CXXMethodDecl>(&callee);
        bool const is_call = method && method->getOverloadedOperator() == clang::OO_Call &&
                             method->getParent()->isInStdNamespace();
        if (is_call) current().signatures.insert(names_.signature(callee.getType()));
    }

    /// What a function that is not given gets the address of, it may call.
    void note_called_back(FunctionDecl const& callee, clang::CallExpr const& call) {
        if (callee.hasBody()) return;
        for (Expr const* each : call.arguments())
            if (QualType const type = each->getType();
                type->isFunctionPointerType() || type->isMemberFunctionPointerType())
                current().signatures.insert(signature_of(type));
    }

    void note_end(QualType type) {
        if (type.isNull() || type->isDependentType()) return;
        clang::CXXRecordDecl const* const record =
            type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
        if (!record || !record->hasDefinition()) return;
        FunctionDecl const* const destructor = record->getDestructor();
        if (!destructor) return;
        std::string const key = names_.function(*destructor);
        current().calls.insert(key);
        if (llvm::cast<clang::CXXMethodDecl>(destructor)->isVirtual())
            current().virtual_calls.insert(key);
    }

    void note_address(FunctionDecl const& function, QualType seen_as) {
        std::string const key = names_.function(function);
        graph_.address_taken_.insert(key);
        bool const is_function = !seen_as.isNull() && seen_as->isFunctionProtoType();
        graph_.addresses_[is_function ? names_.signature(seen_as) : ""].insert(key);
    }

    void note_overriding(clang::CXXMethodDecl const& method) {
        for (clang::CXXMethodDecl const* each : method.overridden_methods()) {
            graph_.overriders_[names_.function(*each)].insert(names_.function(method));
            graph_.address_taken_.insert(names_.function(method));
            note_overriding_of(*each, method);
        }
    }

    void note_overriding_of(clang::CXXMethodDecl const& base, clang::CXXMethodDecl const& method) {
        for (clang::CXXMethodDecl const* each : base.overridden_methods()) {
            graph_.overriders_[names_.function(*each)].insert(names_.function(method));
            note_overriding_of(*each, method);
        }
    }

    CallGraph& graph_;
    std::set<Expr const*> callees_;
};

CallGraph::CallGraph(std::vector<ProgramNames> const& sources) {
    for (ProgramNames const& each : sources)
        CallVisitor(each, *this).walk();
}

std::set<std::string> CallGraph::reached(std::string const& signature) const {
    std::set<std::string> found;
    auto const add = [&](std::string const& key) {
        if (auto const at = addresses_.find(key); at != addresses_.end())
            found.insert(at->second.begin(), at->second.end());
    };
    if (signature.empty())
        for (auto const& [key, functions] : addresses_)
            add(key);
    add(signature);
    add("");
    return found;
}

std::set<std::string> CallGraph::callees(std::string const& function) const {
    auto const at = functions_.find(function);
    if (at == functions_.end()) return {};
    std::set<std::string> found = at->second.calls;
    for (auto const& [call, signature] : at->second.pointer_calls) {
        auto const known = resolved_.find(call);
        found.merge(known == resolved_.end() ? reached(signature)
                                             : std::set<std::string>(known->second));
    }
    for (std::string const& each : at->second.signatures)
        found.merge(reached(each));
    for (std::string const& each : at->second.virtual_calls)
        found.merge(overriders(each));
    return found;
}

std::set<std::string> CallGraph::closure(std::string const& entry) const {
    std::set<std::string> found;
    std::vector<std::string> open{entry};
    while (!open.empty()) {
        std::string const next = open.back();
        open.pop_back();
        if (!found.insert(next).second) continue;
        for (std::string const& each : callees(next))
            open.push_back(each);
    }
    return found;
}

bool CallGraph::may_recur(std::string const& function) const {
    for (std::string const& each : callees(function))
        if (closure(each).contains(function)) return true;
    return false;
}

std::set<std::string> CallGraph::overriders(std::string const& function) const {
    auto const at = overriders_.find(function);
    return at == overriders_.end() ? std::set<std::string>{} : at->second;
}

FunctionDecl const* CallGraph::definition(std::string const& function, size_t source) const {
    auto const all = definitions_.find(function);
    if (all == definitions_.end()) return nullptr;
    auto const at = all->second.find(source);
    return at == all->second.end() ? nullptr : at->second;
}

std::vector<std::string> CallGraph::defined() const {
    std::vector<std::string> all;
    for (auto const& [function, definitions] : definitions_)
        all.push_back(function);
    return all;
}

bool CallGraph::has_known_calls(std::string const& function) const {
    return is_defined(function) && !address_taken_.contains(function);
}

std::vector<CallSite> CallGraph::calls(std::string const& function) const {
    auto const at = call_sites_.find(function);
    return at == call_sites_.end() ? std::vector<CallSite>{} : at->second;
}

FunctionDecl const* named_callee(Expr const& call) {
    if (auto const* const made = dyn_cast<clang::CXXConstructExpr>(&call))
        return made->getConstructor();
    auto const* const written = dyn_cast<clang::CallExpr>(&call);
    return written ? written->getDirectCallee() : nullptr;
}

std::vector<Expr const*> arguments_of(Expr const& call) {
    if (auto const* const made = dyn_cast<clang::CXXConstructExpr>(&call))
        return {made->getArgs(), made->getArgs() + made->getNumArgs()};
    auto const* const written = dyn_cast<clang::CallExpr>(&call);
    if (!written) return {};
    std::vector<Expr const*> all(written->getArgs(), written->getArgs() + written->getNumArgs());
    auto const* const method = dyn_cast_or_null<clang::CXXMethodDecl>(written->getDirectCallee());
    if (isa<clang::CXXOperatorCallExpr>(call) && method && method->isImplicitObjectMemberFunction())
        all.erase(all.begin());
    return all;
}

} // namespace specialize
