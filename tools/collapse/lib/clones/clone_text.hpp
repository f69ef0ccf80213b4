// SPDX-License-Identifier: BSD-2-Clause
// Writes clones of functions as overloads beside them.
#pragma once

#include "parameter_clones.hpp"
#include <collapse/lib/edits/deferred.hpp>
#include <collapse/lib/edits/name_adapter.hpp>

#include <rewrite/text/edit_plan.hpp>
#include <rewrite/text/unit.hpp>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace collapse {

/// A clone is declared after the first declaration of its function, with its default arguments,
/// and defined after the definition, but not before the classes of its parameters are complete:
/// else after these, as functions are that wait for a flat class.
class CloneText {
public:
    CloneText(rewrite::Unit const& unit, NameUses const& uses,
              std::vector<NameAdapter const*> adapters, DeferredFunctions const& deferred,
              rewrite::EditPlan& plan)
        : unit_(unit), uses_(uses), adapters_(std::move(adapters)), deferred_(deferred),
          plan_(plan) {}

    /// Why the clone cannot be written; empty: it was.
    std::string write(ParameterClone const& clone);

    /// The original may be called no more, which is no fault of the user's.
    void mark_unused(clang::FunctionDecl const& function);

    /// Classes that need a forward declaration.
    std::set<clang::CXXRecordDecl const*> const& to_declare() const { return to_declare_; }

private:
    enum class Part { whole, declaration, definition };

    std::optional<TextPlace> place_of_definition(ParameterClone const& clone) const;
    void insert(ParameterClone const& clone, clang::FunctionDecl const& shown, Part part,
                TextPlace const& place);
    std::shared_ptr<rewrite::EditPlan> edits_of(ParameterClone const& clone,
                                                clang::FunctionDecl const& shown, Part part) const;
    void replace_words(clang::FunctionDecl const& shown, bool leaves_class,
                       rewrite::EditPlan& edits) const;

    rewrite::Unit const& unit_;
    NameUses const& uses_;
    std::vector<NameAdapter const*> adapters_;
    DeferredFunctions const& deferred_;
    rewrite::EditPlan& plan_;
    std::set<clang::CXXRecordDecl const*> to_declare_;
};

} // namespace collapse
