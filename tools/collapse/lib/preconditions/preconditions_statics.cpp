// SPDX-License-Identifier: BSD-2-Clause
// Variables are initialised in the order of the text, and static members of bases move to the
// target.
#include "unit_visitor.hpp"

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;
using clang::VarDecl;

namespace {

/// A variable whose place in the text tells when it is initialised or destroyed.
struct Ordered {
    VarDecl const* variable;
    uint32_t place;
    CXXRecordDecl const* owner; ///< the class of the hierarchy that it moves with; null: none
    bool is_inline;             ///< defined in its class
};

class OrderedVariables : public UnitVisitor {
public:
    using UnitVisitor::UnitVisitor;

    std::vector<Ordered> found;

    bool VisitVarDecl(VarDecl* variable) override {
        std::optional<uint32_t> const place = context_.unit.offset(variable->getLocation());
        bool const is_one = place && variable->hasGlobalStorage() && !variable->isStaticLocal() &&
                            !variable->isTemplated() &&
                            variable->getTemplateSpecializationKind() == clang::TSK_Undeclared &&
                            variable->isThisDeclarationADefinition() == VarDecl::Definition;
        if (is_one && is_ordered(*variable))
            found.push_back({variable, *place, owner_of(*variable),
                             variable->getLexicalDeclContext()->isRecord()});
        return true;
    }

private:
    bool is_ordered(VarDecl const& variable) const {
        bool const is_dynamic = variable.getInit() && !variable.hasConstantInitialization();
        return is_dynamic || variable.needsDestruction(context_.unit.context());
    }

    CXXRecordDecl const* owner_of(VarDecl const& variable) const {
        clang::DeclContext const* around = variable.getDeclContext();
        for (; around; around = around->getParent())
            if (auto const* const record = llvm::dyn_cast<CXXRecordDecl>(around))
                if (CXXRecordDecl const* const definition = record->getDefinition();
                    context_.hierarchy.contains(definition))
                    return definition;
        return nullptr;
    }
};

} // namespace

void check_statics(CheckContext const& context) {
    CXXRecordDecl const& target = context.hierarchy.target();
    std::optional<uint32_t> const end = context.unit.offset(target.getEndLoc());
    if (!end) return;
    OrderedVariables variables(context);
    variables.walk();
    for (Ordered const& moved : variables.found) {
        Base const* const base = context.hierarchy.find(moved.owner);
        if (!base || base->decision != BaseDecision::merged || moved.place > *end) continue;
        auto const is_passed = [&](Ordered const& other) {
            if (other.place <= moved.place || other.place > *end) return false;
            bool const stays_behind = moved.is_inline && other.owner == &target && other.is_inline;
            bool const moves_with_it =
                other.owner == moved.owner && other.is_inline == moved.is_inline;
            return !stays_behind && !moves_with_it;
        };
        auto const other = std::ranges::find_if(variables.found, is_passed);
        if (other == variables.found.end()) continue;
        context.refuse("C0413", moved.variable->getLocation(),
                       "`" + moved.variable->getQualifiedNameAsString() + "` moves to " +
                           quoted(target) + ", after `" +
                           other->variable->getQualifiedNameAsString() +
                           "`, which is initialised after it now",
                       "initialise one of them by a constant, or within a function");
    }
}

} // namespace collapse
