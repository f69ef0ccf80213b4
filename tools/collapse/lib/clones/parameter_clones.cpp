// SPDX-License-Identifier: BSD-2-Clause
// A worklist over functions with the classes behind their parameters. It ends, because both are
// finitely many.
#include "parameter_clones.hpp"

#include "clone_obstacles.hpp"
#include "parameter_uses.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using clang::FunctionDecl;
using clang::ParmVarDecl;

CXXRecordDecl const* interface_of(ParmVarDecl const& parameter) {
    clang::QualType const type = parameter.getType();
    if (!type->isLValueReferenceType() && !type->isPointerType()) return nullptr;
    if (type->getPointeeType()->isPointerType()) return nullptr;
    CXXRecordDecl const* const record = referenced_class(type);
    return record && record->hasDefinition() && record->isPolymorphic() ? record : nullptr;
}

namespace {

/// Functions that calls may choose from by one name.
using Overloads = std::pair<clang::DeclContext const*, clang::DeclarationName>;

Overloads overloads_of(FunctionDecl const& function) {
    return {function.getDeclContext()->getRedeclContext()->getPrimaryContext(),
            function.getDeclName()};
}

class CloneSearch {
public:
    CloneSearch(rewrite::Unit const& unit, ConcreteTypes const& types, CallSites const& sites)
        : unit_(unit), types_(types), sites_(sites) {
        for (auto const& [caller, calls] : sites.by_caller)
            for (CallSite const& call : calls)
                calls_of_[call.callee].push_back(&call);
    }

    void exclude(FunctionDecl const& function) { excluded_.insert(overloads_of(function)); }

    /// A function that cannot be cloned would lose calls to clones of others of its name, so these
    /// get none either: again, until no more is found.
    WantedClones run() {
        size_t known = 0;
        do {
            known = excluded_.size();
            wanted_.clear();
            for (auto const& [caller, calls] : sites_.by_caller)
                for (CallSite const& call : calls)
                    follow(call, {.function = call.body, .parameters = {}});
            while (!open_.empty()) {
                ParameterClone const clone = open_.back();
                open_.pop_back();
                follow_calls_of(clone);
            }
        } while (excluded_.size() != known);
        return result();
    }

private:
    void follow_calls_of(ParameterClone const& clone) {
        auto const calls = sites_.by_caller.find(clone.function);
        if (calls == sites_.by_caller.end()) return;
        for (CallSite const& call : calls->second)
            follow(call, {.function = call.body, .parameters = clone.concrete});
    }

    void follow(CallSite const& call, Environment const& environment) {
        FunctionDecl const& callee = *call.callee;
        ParameterClone clone{&callee, ConcreteParameters(callee.getNumParams())};
        bool is_wanted = false;
        unsigned const count =
            std::min<unsigned>(callee.getNumParams(), static_cast<unsigned>(call.arguments.size()));
        for (unsigned i = 0; i < count && !callee.getParamDecl(i)->isParameterPack(); ++i) {
            clone.concrete[i] =
                concrete_of(*callee.getParamDecl(i), *call.arguments[i], environment);
            is_wanted |= clone.concrete[i] != nullptr;
        }
        if (!is_wanted || wanted_.contains(clone) || excluded_.contains(overloads_of(callee)))
            return;
        if (std::string const why = obstacle_of(clone); !why.empty()) {
            remarks_.insert(callee.getQualifiedNameAsString() + ": not cloned, " + why);
            excluded_.insert(overloads_of(callee));
            return;
        }
        wanted_.insert(clone);
        open_.push_back(std::move(clone));
    }

    CXXRecordDecl const* concrete_of(ParmVarDecl const& parameter, clang::Expr const& argument,
                                     Environment const& environment) const {
        CXXRecordDecl const* const interface = interface_of(parameter);
        if (!interface || argument.isDefaultArgument()) return nullptr;
        CXXRecordDecl const* const concrete = types_.behind(argument, environment);
        return concrete && types_.stands_below(*concrete, *interface) ? concrete : nullptr;
    }

    std::string obstacle_of(ParameterClone const& clone) {
        auto const [known, is_new] = obstacles_.try_emplace(clone.function);
        if (is_new) {
            known->second = belongs_to_flat_class(*clone.function)
                                ? "its class is flattened"
                                : obstacle_to_clones(unit_, *clone.function);
            if (known->second.empty() && sites_.looked_up.contains(clone.function->getDeclName()))
                known->second = "its name is looked up where no call can be seen";
            if (known->second.empty() && sites_.named.contains(clone.function))
                known->second = "it is named without a call";
        }
        if (!known->second.empty()) return known->second;
        for (unsigned i = 0; i < clone.concrete.size(); ++i)
            if (clone.concrete[i])
                if (std::string why = obstacle_of(clone, i); !why.empty()) return why;
        return {};
    }

    bool belongs_to_flat_class(FunctionDecl const& function) const {
        for (clang::DeclContext const* each = function.getDeclContext(); each->isRecord();
             each = each->getParent())
            if (types_.is_rewritten(*llvm::cast<CXXRecordDecl>(each))) return true;
        return false;
    }

    std::string obstacle_of(ParameterClone const& clone, unsigned index) const {
        FunctionDecl const& function = *clone.function;
        if (!clone.concrete[index]->getDeclContext()->getRedeclContext()->isFileContext() ||
            !clone.concrete[index]->getIdentifier())
            return "`" + clone.concrete[index]->getQualifiedNameAsString() +
                   "` cannot be declared before it";
        for (FunctionDecl const* each : function.redecls())
            if (!written_class(unit_, *each->getParamDecl(index)))
                return "a parameter's class is not written in its declaration";
        FunctionDecl const& definition = *function.getDefinition();
        ParmVarDecl const& parameter = *definition.getParamDecl(index);
        if (parameter.hasDefaultArg() || function.getParamDecl(index)->hasDefaultArg())
            return "`" + parameter.getNameAsString() + "` has a default argument";
        if (is_called_with_null(function, index)) return "it is called with a null pointer";
        CXXRecordDecl const& interface = *interface_of(parameter);
        clang::FunctionTemplateDecl* const whole = function.getDescribedFunctionTemplate();
        if (!whole) return obstacle_in_uses(parameter, interface, *clone.concrete[index]);
        for (FunctionDecl const* each : whole->specializations())
            if (FunctionDecl const* instance = each->getDefinition())
                if (std::string why = obstacle_in_uses(*instance->getParamDecl(index), interface,
                                                       *clone.concrete[index]);
                    !why.empty())
                    return why;
        return {};
    }

    /// Null becomes a pointer to any class, so that the call could not choose.
    bool is_called_with_null(FunctionDecl const& function, unsigned index) const {
        auto const calls = calls_of_.find(&function);
        return calls != calls_of_.end() &&
               std::ranges::any_of(calls->second, [&](CallSite const* call) {
                   return index < call->arguments.size() &&
                          call->arguments[index]->IgnoreParenImpCasts()->isNullPointerConstant(
                              unit_.context(), clang::Expr::NPC_ValueDependentIsNotNull);
               });
    }

    WantedClones result() const {
        WantedClones found{{wanted_.begin(), wanted_.end()}, {remarks_.begin(), remarks_.end()}};
        std::ranges::sort(found.clones, {}, [this](ParameterClone const& clone) {
            std::vector<std::string> classes;
            for (CXXRecordDecl const* each : clone.concrete)
                classes.push_back(each ? each->getQualifiedNameAsString() : std::string());
            return std::pair(unit_.offset(clone.function->getLocation()), std::move(classes));
        });
        return found;
    }

    rewrite::Unit const& unit_;
    ConcreteTypes const& types_;
    CallSites const& sites_;
    std::map<FunctionDecl const*, std::vector<CallSite const*>> calls_of_;
    std::set<Overloads> excluded_;
    std::set<ParameterClone> wanted_;
    std::vector<ParameterClone> open_;
    std::map<FunctionDecl const*, std::string> obstacles_;
    std::set<std::string> remarks_;
};

} // namespace

WantedClones find_parameter_clones(rewrite::Unit const& unit, ConcreteTypes const& types,
                                   std::set<FunctionDecl const*> const& excluded) {
    CallSites const sites = find_call_sites(unit);
    CloneSearch search(unit, types, sites);
    for (FunctionDecl const* each : excluded)
        search.exclude(*each);
    return search.run();
}

} // namespace collapse
