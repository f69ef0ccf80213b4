// SPDX-License-Identifier: BSD-2-Clause
// Looks into types, widths and attributes of declarations. What the language reads when the class
// is complete is left out: bodies, default arguments and exceptions of functions, default
// initialisers.
#include "declared_needs.hpp"

#include "lists.hpp"

#include <rewrite/syntax/syntax_visitor.hpp>

#include <algorithm>

namespace reorder {

using clang::FieldDecl;
using clang::RecordDecl;
using llvm::dyn_cast;

namespace {

/// The member that each type of a struct of C goes with: there they have no place of their own.
class Holders {
public:
    explicit Holders(RecordDecl const& record) {
        if (record.getASTContext().getLangOpts().CPlusPlus) return;
        clang::TagDecl const* last = nullptr;
        for (clang::Decl const* each : record.decls()) {
            auto const* const tag = dyn_cast<clang::TagDecl>(each);
            if (tag && tag->isThisDeclarationADefinition()) last = tag;
            auto const* const field = dyn_cast<FieldDecl>(each);
            if (field && last && defines(*field, *last)) fields_[last].push_back(field);
        }
    }

    /// Null: none, or several, of which the first in the new order has the definition.
    FieldDecl const* of(clang::TagDecl const* tag) const {
        auto const found = tag ? fields_.find(tag->getDefinition()) : fields_.end();
        return found != fields_.end() && found->second.size() == 1 ? found->second.front()
                                                                   : nullptr;
    }

private:
    static bool defines(FieldDecl const& field, clang::TagDecl const& tag) {
        return field.getBeginLoc() <= tag.getBeginLoc() && tag.getEndLoc() <= field.getLocation();
    }

    std::map<clang::TagDecl const*, std::vector<FieldDecl const*>> fields_;
};

class Names : public rewrite::SyntaxVisitor {
public:
    Names(RecordDecl const& record, Holders const& holders) : record_(record), holders_(holders) {}

    std::vector<FieldDecl const*> found;

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        if (auto const* const constant = dyn_cast<clang::EnumConstantDecl>(name->getDecl()))
            add(holders_.of(dyn_cast<clang::TagDecl>(constant->getDeclContext())));
        return note(*name->getDecl());
    }
    bool VisitMemberExpr(clang::MemberExpr* member) override {
        return note(*member->getMemberDecl());
    }

    bool dataTraverseStmtPre(clang::Stmt* code) override {
        return !llvm::isa<clang::CompoundStmt>(code);
    }
    bool TraverseConstructorInitializer(clang::CXXCtorInitializer*) override { return true; }
    bool TraverseParmVarDecl(clang::ParmVarDecl* parameter) override {
        clang::TypeSourceInfo* const type = parameter->getTypeSourceInfo();
        return !type || TraverseTypeLoc(type->getTypeLoc());
    }
    bool TraverseFunctionProtoTypeLoc(clang::FunctionProtoTypeLoc type) override {
        return TraverseTypeLoc(type.getReturnLoc()) &&
               std::ranges::all_of(type.getParams(), [this](clang::ParmVarDecl* each) {
                   return !each || TraverseParmVarDecl(each);
               });
    }
    bool TraverseFieldDecl(FieldDecl* field) override {
        if (field->isBitField() && !TraverseStmt(field->getBitWidth())) return false;
        for (clang::Attr* each : field->attrs())
            if (!TraverseAttr(each)) return false;
        clang::TypeSourceInfo* const type = field->getTypeSourceInfo();
        return !type || TraverseTypeLoc(type->getTypeLoc());
    }

    void add(FieldDecl const* field) {
        if (field && std::ranges::count(found, field) == 0) found.push_back(field);
    }

private:
    bool note(clang::ValueDecl const& declaration) {
        auto const* const field = dyn_cast<FieldDecl>(&declaration);
        if (field) add(own_field(record_, *field));
        return true;
    }

    RecordDecl const& record_;
    Holders const& holders_;
};

std::vector<FieldDecl const*> needs_of(FieldDecl const& field, Holders const& holders) {
    Names names(*field.getParent(), holders);
    names.TraverseFieldDecl(const_cast<FieldDecl*>(&field));
    clang::QualType const element(field.getType()->getBaseElementTypeUnsafe(), 0);
    names.add(holders.of(element->getAsTagDecl()));
    return std::move(names.found);
}

rewrite::Diagnostic finding(rewrite::Unit const& unit, clang::NamedDecl const& user,
                            FieldDecl const& used, std::string message) {
    return {.severity = rewrite::Severity::error,
            .code = "R0602",
            .message = std::move(message),
            .place = unit.place(user.getLocation()),
            .notes = {{"`" + used.getNameAsString() + "` is declared here",
                       unit.place(used.getLocation())}},
            .help = "keep the two in this order, or name the type in another way"};
}

} // namespace

std::vector<KeptOrder> declared_orders(rewrite::Unit const& unit, RecordDecl const& record) {
    Holders const holders(record);
    std::vector<KeptOrder> orders;
    for (FieldDecl const* field : record.fields())
        for (FieldDecl const* needed : needs_of(*field, holders)) {
            if (needed == field) continue;
            orders.push_back(
                {needed, field,
                 finding(unit, *field, *needed,
                         "the declaration of `" + field->getNameAsString() + "` needs that of `" +
                             needed->getNameAsString() + "` before it")});
        }
    return orders;
}

void check_other_declarations(rewrite::Unit const& unit, RecordDecl const& record,
                              rewrite::Diagnostics& diagnostics) {
    if (!unit.context().getLangOpts().CPlusPlus || record.field_empty()) return;
    FieldDecl const* last = nullptr;
    for (FieldDecl const* each : record.fields())
        last = each;
    Holders const holders(record);
    for (clang::Decl* each : record.decls()) {
        if (each == last) return;
        auto const* const named = dyn_cast<clang::NamedDecl>(each);
        if (each->isImplicit() || llvm::isa<FieldDecl, clang::IndirectFieldDecl>(each)) continue;
        Names names(record, holders);
        names.TraverseDecl(each);
        if (names.found.empty()) continue;
        std::string const what = named && named->getIdentifier()
                                     ? "`" + named->getNameAsString() + "`"
                                     : "this declaration";
        FieldDecl const& used = *names.found.front();
        rewrite::Diagnostic found =
            finding(unit, named ? *named : used, used,
                    what + " needs `" + used.getNameAsString() + "`, which would stand after it");
        found.place = unit.place(each->getLocation());
        found.help = "move it after the last member";
        diagnostics.add(std::move(found));
    }
}

} // namespace reorder
