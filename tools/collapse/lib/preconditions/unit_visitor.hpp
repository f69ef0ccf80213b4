// SPDX-License-Identifier: BSD-2-Clause
// A walk over everything that the unit's own text declares, template instantiations included.
#pragma once

#include "precondition_checks.hpp"

#include <rewrite/syntax/code_visitor.hpp>

namespace collapse {

class UnitVisitor : public rewrite::CodeVisitor {
public:
    explicit UnitVisitor(CheckContext const& context) : context_(context) {}

    bool shouldVisitTemplateInstantiations() const override { return true; }

    void walk() {
        for (clang::Decl* each : context_.unit.context().getTranslationUnitDecl()->decls())
            if (context_.unit.offset(each->getLocation())) TraverseDecl(each);
    }

protected:
    CheckContext const& context_;
};

} // namespace collapse
