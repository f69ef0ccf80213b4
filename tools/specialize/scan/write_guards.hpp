// SPDX-License-Identifier: BSD-2-Clause
// Edits of a source that tell the slots of each write to an invariant, right after the write.
#pragma once

#include <specialize/source/program_names.hpp>

#include <rewrite/text/edit_plan.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>

namespace clang {
class Expr;
class Stmt;
} // namespace clang

namespace specialize {

/// The guards of one source, whose text begins with a line marker: calls of
/// `flatland_invariant_fell(&flatland_invariant_<name>)`.
class WriteGuards {
public:
    explicit WriteGuards(rewrite::Unit const& unit) : unit_(unit) {}

    /// Why no guard can stand after this write; nothing: it can.
    std::optional<std::string> obstacle(clang::Stmt const& write,
                                        clang::FunctionDecl const* function) const;

    /// After a write without obstacle.
    void add_after(clang::Stmt const& write, std::string const& invariant);

    /// Before anything that the function does. False: its body is not in this text.
    bool add_at_start(clang::FunctionDecl const& function, std::string const& invariant);

    /// Before a call. False: it has no place of its own in this text.
    bool add_before(clang::Expr const& call, std::string const& invariant);

    /// All edits, declarations included; the same for the same guards in whatever order.
    rewrite::EditPlan plan() const;

private:
    enum class Form { after, after_in_parentheses, around, before, start };
    struct Guard {
        bool has_value = false; ///< what stands before it is used
        std::set<std::string> invariants;
    };

    std::optional<rewrite::Range> exact_range(clang::Stmt const& code) const;
    bool is_value_used(clang::Stmt const& code) const;
    bool is_read_as_value(clang::Expr const& expression) const;
    bool is_cast_away(clang::Stmt const& code) const;
    Form form_of(clang::Stmt const& write) const;
    std::string calls(std::set<std::string> const& invariants, std::string_view between) const;
    std::string declarations() const;

    rewrite::Unit const& unit_;
    std::map<std::pair<rewrite::Range, Form>, Guard> guards_;
};

} // namespace specialize
