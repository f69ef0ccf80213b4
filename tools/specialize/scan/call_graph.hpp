// SPDX-License-Identifier: BSD-2-Clause
// Which functions of a program may call which, and which a call of an entry may reach.
#pragma once

#include <specialize/source/program_names.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class Expr;
}

namespace specialize {

/// A call that names the function.
struct CallSite {
    clang::Expr const* call = nullptr; ///< a CallExpr or CXXConstructExpr
    std::string caller;                ///< empty: an initialiser of a global
    clang::FunctionDecl const* caller_declaration = nullptr;
    size_t source = 0;
};

class CallGraph {
public:
    explicit CallGraph(std::vector<ProgramNames> const& sources);

    /// Says what the calls through pointers reach. Until then it is all functions whose address is
    /// taken as one of the type.
    void resolve(std::map<std::string, std::set<std::string>> reached) {
        resolved_ = std::move(reached);
    }

    /// The entry and all that it may call; virtual calls reach all that override.
    std::set<std::string> closure(std::string const& entry) const;

    /// Whether a call of the function may lead to another one of it.
    bool may_recur(std::string const& function) const;

    bool is_defined(std::string const& function) const { return definitions_.contains(function); }

    /// The definition in one of the sources; null: none.
    clang::FunctionDecl const* definition(std::string const& function, size_t source) const;

    /// All functions that are defined in a source.
    std::vector<std::string> defined() const;

    /// Whether all calls of the function are among `calls`.
    bool has_known_calls(std::string const& function) const;
    std::vector<CallSite> calls(std::string const& function) const;

    /// The functions that a call through a pointer of this signature may reach.
    std::set<std::string> reached(std::string const& signature) const;

    /// The functions that override a virtual one.
    std::set<std::string> overriders(std::string const& function) const;

private:
    friend class CallVisitor;

    std::set<std::string> callees(std::string const& function) const;

    struct Function {
        std::set<std::string> calls;
        std::map<std::string, std::string> pointer_calls; ///< with their signatures
        std::set<std::string> signatures; ///< of what is called by functions that are not given
        std::set<std::string> virtual_calls;
    };

    std::map<std::string, Function> functions_;
    std::map<std::string, std::set<std::string>> resolved_; ///< by call
    std::map<std::string, std::map<size_t, clang::FunctionDecl const*>> definitions_;
    std::map<std::string, std::set<std::string>> addresses_; ///< by signature; empty: any
    std::set<std::string> address_taken_;
    std::map<std::string, std::set<std::string>> overriders_;
    std::map<std::string, std::vector<CallSite>> call_sites_;
};

/// The function that a call names; null: none.
clang::FunctionDecl const* named_callee(clang::Expr const& call);

/// The arguments of a call or of a constructor, without the object that is called on.
std::vector<clang::Expr const*> arguments_of(clang::Expr const& call);

} // namespace specialize
