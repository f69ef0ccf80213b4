// SPDX-License-Identifier: BSD-2-Clause
// Whether a write inside a phase can mean an object that was there when the phase began.
#pragma once

#include "invariants.hpp"
#include "local_values.hpp"
#include "write_sites.hpp"

#include <memory>

namespace specialize {

/// What is known of the object that a write changes.
struct ObjectAnswer {
    bool is_harmless = false;      ///< made in the phase, or the value is the declared one
    std::vector<CallSite> outside; ///< calls from outside of the phase that reach the write
};

/// Follows the object from the write to the callers that pass it on.
class ObjectSearch {
public:
    ObjectSearch(std::vector<ProgramNames> const& sources, CallGraph const& calls)
        : sources_(sources), calls_(calls) {}

    /// `phase`: the functions that the entry reaches.
    ObjectAnswer of_write(WriteSite const& write, Invariant const& invariant,
                          std::set<std::string> const& phase);

    /// Whether the write is to an object that its function made and showed to nobody yet.
    bool is_unpublished(WriteSite const& write);

    /// Whether an expression is the constant that the invariant declares.
    bool is_declared_value(clang::Expr const* value, Invariant const& invariant) const;

private:
    struct Question {
        clang::Expr const* object = nullptr; ///< a place, or a pointer; null: `this`
        bool is_pointer = false;
        clang::Expr const* value = nullptr;
        clang::FunctionDecl const* function = nullptr;
        size_t source = 0;
        unsigned depth = 0;
    };

    bool is_harmless(Question const& question);
    bool is_harmless_pointer(Question question);
    bool is_harmless_variable(Question const& question, clang::VarDecl const& variable);
    bool follow_callers(Question const& question, clang::ParmVarDecl const* parameter);
    LocalValues const& values_of(clang::FunctionDecl const& function);

    std::vector<ProgramNames> const& sources_;
    CallGraph const& calls_;
    std::map<clang::FunctionDecl const*, std::unique_ptr<LocalValues>> values_;
    Invariant const* invariant_ = nullptr;
    std::set<std::string> const* phase_ = nullptr;
    std::vector<CallSite> outside_;
};

} // namespace specialize
