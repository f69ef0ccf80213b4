// SPDX-License-Identifier: BSD-2-Clause
// Where the addresses of targets go: which pointers and references may lead to them.
#pragma once

#include "call_graph.hpp"
#include "targets.hpp"

namespace specialize {

/// What a pointer or reference may lead to, beyond objects of its own type.
struct Origins {
    Keys targets; ///< by the address of the member or variable itself
    Keys records; ///< by the address of a whole object, seen as something else: targets within it
    bool empty() const { return targets.empty() && records.empty(); }
};

/// Follows values from one variable, member, parameter and result to the next, without regard to
/// order and to which object a member belongs to (Andersen 1994, field-based). Pointers in memory
/// that only pointers lead to are taken for one. A pointer to bytes that is converted to one to a
/// class leads to objects of that class, as the languages demand.
///
/// What is not seen may do the worst: a function that is not given returns, and stores through
/// pointers to pointers, what its arguments lead to or what such functions were given before,
/// unless it is known to keep nothing; a number that becomes a pointer is any address that was ever
/// turned into a number or given away; `va_arg` reads any argument without a parameter.
class PointerFlow {
public:
    /// `is_closed`: no code that is not given calls functions of the sources.
    PointerFlow(std::vector<ProgramNames> const& sources, Targets const& targets,
                CallGraph const& calls, bool is_closed);

    /// Of the value of an expression.
    Origins of_value(ProgramNames const& names, clang::Expr const& pointer) const;

    /// Of the address of an lvalue.
    Origins of_address(ProgramNames const& names, clang::Expr const& place) const;

    /// Of what a function returns.
    Origins of_result(std::string const& function) const;

    /// Of all members of a class that are pointers, and of those in what they lead to.
    Origins of_members(ProgramNames const& names, clang::RecordDecl const& record) const;

    /// The functions that code which is not given may call at any time: threads, handlers.
    Keys handed_out() const;

    /// The functions that each call through a pointer may reach.
    std::map<std::string, Keys> const& reached() const { return reached_; }

private:
    friend class FlowVisitor;

    struct PointerCall {
        Keys callees; ///< nodes
        std::string signature;
    };

    void join(std::string const& caller, std::string const& callee);
    void join_handed_out(std::vector<ProgramNames> const& sources);
    bool join_pointer_calls(bool also_unknown);
    Keys functions_from(Keys const& nodes, std::string const& signature) const;
    bool is_unknown(std::string const& node) const;

    Origins reached_from(Keys const& nodes) const;
    Origins const& reached_from_one(std::string const& node) const;

    Targets const& targets_;
    CallGraph const& calls_;
    bool is_closed_;
    std::map<std::string, PointerCall> pointer_calls_;
    std::map<std::string, Keys> reached_;
    std::map<std::string, Keys> edges_;            ///< from where a node's values come
    std::map<std::string, size_t> parameters_;     ///< by function
    mutable std::map<std::string, Origins> known_; ///< by node
};

} // namespace specialize
