// SPDX-License-Identifier: BSD-2-Clause
// Walks over a unit and its template instances for all that initialises members by their order.
#include "initialisers.hpp"

#include "clauses.hpp"
#include "constructors.hpp"
#include "designators.hpp"

#include <rewrite/syntax/code_visitor.hpp>

#include <algorithm>

namespace reorder {

using clang::FieldDecl;
using clang::InitListExpr;
using rewrite::Range;

namespace {

/// Tells rewritings of one text apart.
std::string signature_of(std::vector<Piece> const& pieces) {
    std::string signature;
    for (Piece const& piece : pieces) {
        if (auto const* const text = std::get_if<std::string>(&piece)) signature += *text;
        if (auto const* const shown = std::get_if<Shown>(&piece))
            signature += "<" + std::to_string(shown->range.begin) + ">";
    }
    return signature;
}

class Walk : public rewrite::CodeVisitor {
    using Base = rewrite::CodeVisitor;

public:
    Walk(rewrite::Unit const& unit, std::vector<Arrangement> const& arrangements, Edits& edits,
         rewrite::Diagnostics& diagnostics)
        : unit_(unit), arrangements_(arrangements), edits_(edits), diagnostics_(diagnostics),
          is_cxx_(unit.context().getLangOpts().CPlusPlus) {
        has_aggregates_ = std::ranges::any_of(arrangements, [](Arrangement const& each) {
            auto const* const record = llvm::dyn_cast<clang::CXXRecordDecl>(&each.record());
            return record && record->isAggregate();
        });
    }

    bool shouldVisitTemplateInstantiations() const override { return true; }
    bool shouldVisitImplicitCode() const override { return true; }

    void walk() {
        for (clang::Decl* each : unit_.context().getTranslationUnitDecl()->decls())
            if (has_aggregates_ || unit_.offset(each->getLocation())) TraverseDecl(each);
    }

    bool VisitInitListExpr(InitListExpr* list) override {
        if (!list->isSemanticForm() || !list->getSyntacticForm()) return true;
        if (!list->getType()->isRecordType() && !list->getType()->isArrayType()) return true;
        std::optional<uint32_t> const brace = unit_.offset(list->getLBraceLoc());
        bool const is_concerned = concerns(*list, arrangements_);
        if (!brace) {
            if (is_concerned) refuse_library(list->getBeginLoc());
            return true;
        }
        if (!is_concerned) return note(*brace, "", list->getBeginLoc()), true;
        if (is_cxx_)
            write(*brace, permuted(unit_, *list, arrangements_, diagnostics_), list->getBeginLoc());
        else if (designated_.insert(*brace).second)
            designate(unit_, *list, edits_, diagnostics_);
        return true;
    }

    bool VisitCXXParenListInitExpr(clang::CXXParenListInitExpr* list) override {
        Arrangement const* const target = target_of(list->getType(), arrangements_);
        if (!target) return true;
        std::optional<uint32_t> const begin = unit_.offset(list->getInitLoc());
        if (!begin || !unit_.offset(list->getBeginLoc()))
            return refuse_library(list->getBeginLoc());
        if (list->getUserSpecifiedInitExprs().empty()) return true;
        write(*begin, permuted(unit_, *list, *target, diagnostics_), list->getBeginLoc());
        return true;
    }

    bool VisitDecompositionDecl(clang::DecompositionDecl* declaration) override {
        std::vector<std::pair<size_t, Range>> names;
        for (clang::BindingDecl const* each : declaration->bindings()) {
            clang::Expr const* const bound = each->getBinding();
            auto const* const member = llvm::dyn_cast_or_null<clang::MemberExpr>(
                bound ? bound->IgnoreParenImpCasts() : nullptr);
            auto const* const field =
                member ? llvm::dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
            Arrangement const* const target = field ? arrangement_of(*field) : nullptr;
            std::optional<Range> const range = unit_.range(each->getLocation());
            if (!target || !range) return true;
            names.emplace_back(target->rank(*field), *range);
        }
        write_names(std::move(names));
        return true;
    }

private:
    Arrangement const* arrangement_of(FieldDecl const& field) const {
        return target_of(unit_.context().getRecordType(field.getParent()), arrangements_);
    }

    void write_names(std::vector<std::pair<size_t, Range>> names) {
        if (names.empty() || !bindings_.insert(names.front().second.begin).second) return;
        std::vector<Range> places;
        for (auto const& [rank, range] : names)
            places.push_back(range);
        std::ranges::sort(names);
        for (size_t i = 0; i < names.size(); ++i)
            if (names[i].second != places[i])
                edits_.replace(places[i], {Shown{names[i].second, {}}});
    }

    void write(uint32_t place, std::optional<NewList> list, clang::SourceLocation location) {
        if (!list) return;
        if (!note(place, signature_of(list->pieces), location)) return;
        edits_.replace(list->range, std::move(list->pieces));
    }

    /// False: the list was met before, in another instance of a template.
    bool note(uint32_t place, std::string signature, clang::SourceLocation location) {
        auto const [known, is_new] = lists_.try_emplace(place, signature);
        if (!is_new && known->second != signature)
            diagnostics_.refuse("R0406", unit_.place(location),
                                "instances of this template initialise different classes here",
                                "initialise the members by name");
        return is_new;
    }

    bool refuse_library(clang::SourceLocation location) {
        diagnostics_.refuse("R0407", unit_.place(location),
                            "a template of a system header initialises an object by the order of "
                            "its members",
                            "make the object in the program's own code, and copy or move it");
        return true;
    }

    rewrite::Unit const& unit_;
    std::vector<Arrangement> const& arrangements_;
    Edits& edits_;
    rewrite::Diagnostics& diagnostics_;
    bool is_cxx_;
    bool has_aggregates_;                   ///< then library templates may initialise one, too
    std::map<uint32_t, std::string> lists_; ///< by the place of the brace
    std::set<uint32_t> designated_;
    std::set<uint32_t> bindings_;
};

} // namespace

void write_initialisers(rewrite::Unit const& unit, std::vector<Arrangement> const& arrangements,
                        Edits& edits, rewrite::Diagnostics& diagnostics) {
    std::vector<Arrangement> changed;
    std::ranges::copy_if(arrangements, std::back_inserter(changed),
                         [](Arrangement const& each) { return !each.is_declared_order(); });
    for (Arrangement const& each : changed) {
        check_construction(unit, each, diagnostics);
        write_constructors(unit, each, edits);
    }
    Walk(unit, changed, edits, diagnostics).walk();
}

void remove_former_pins(rewrite::Unit const& unit, clang::RecordDecl const& record, Edits& edits) {
    auto const* const in_cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
    if (!in_cxx) return;
    for (clang::CXXMethodDecl const* method : in_cxx->methods()) {
        bool const has_pins = method->getIdentifier() && method->getName() == "collapse_layout" &&
                              method->isStatic() && method->hasBody();
        if (!has_pins) continue;
        if (auto const range = unit.range(method->getBody()->getSourceRange()))
            edits.replace(*range, {"{}"});
    }
}

} // namespace reorder
