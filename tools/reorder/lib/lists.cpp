// SPDX-License-Identifier: BSD-2-Clause
// Clang keeps each list twice: as it is written, and as it is understood, with a part for each
// member. The two are matched by where the initialisers begin.
#include "lists.hpp"

#include "member_comments.hpp"

#include <algorithm>

namespace reorder {

using clang::Expr;
using clang::FieldDecl;
using clang::InitListExpr;
using clang::RecordDecl;
using rewrite::Range;

std::optional<uint32_t> begin_of(rewrite::Unit const& unit, Expr const& initialiser) {
    return unit.offset(initialiser.getBeginLoc());
}

std::optional<std::map<uint32_t, Clause>> clauses_of(rewrite::Unit const& unit,
                                                     InitListExpr const& written) {
    std::map<uint32_t, Clause> clauses;
    for (Expr const* each : written.inits()) {
        auto const* const designated = llvm::dyn_cast<clang::DesignatedInitExpr>(each);
        Expr const* const value = designated ? designated->getInit() : each;
        std::optional<Range> const range = unit.range(each->getSourceRange());
        std::optional<uint32_t> const begin = begin_of(unit, *value);
        if (!range || !begin) return std::nullopt;
        clauses[*begin] = {*range, each, {}};
    }
    return clauses;
}

void add_comments(rewrite::Unit const& unit, uint32_t begin, std::map<uint32_t, Clause>& clauses) {
    std::vector<Range> ranges;
    for (auto const& [place, clause] : clauses)
        ranges.push_back(clause.range);
    auto const comments = with_comments(unit, begin, ranges);
    if (!comments) return;
    size_t next = 0;
    for (auto& [place, clause] : clauses) {
        Commented const& found = (*comments)[next++];
        clause.range = found.body;
        clause.comments = found.after;
    }
}

static std::vector<Part> parts_of_record(InitListExpr const& list, RecordDecl const& record) {
    std::vector<Part> parts;
    unsigned next = 0;
    auto const add = [&](FieldDecl const* field) {
        if (next < list.getNumInits()) parts.push_back({field, 0, list.getInit(next++)});
    };
    if (record.isUnion()) {
        if (list.getInitializedFieldInUnion()) add(list.getInitializedFieldInUnion());
        return parts;
    }
    if (auto const* const in_cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record))
        for (unsigned i = 0; i < in_cxx->getNumBases(); ++i)
            add(nullptr);
    for (FieldDecl const* field : record.fields())
        if (!field->isUnnamedBitField()) add(field);
    return parts;
}

std::vector<Part> parts_of(InitListExpr const& list) {
    if (RecordDecl const* const record = list.getType()->getAsRecordDecl())
        return parts_of_record(list, *record);
    std::vector<Part> parts;
    for (unsigned i = 0; i < list.getNumInits(); ++i)
        parts.push_back({nullptr, i, list.getInit(i)});
    return parts;
}

InitListExpr const* elided_list(Expr const& initialiser) {
    auto const* const list = llvm::dyn_cast<InitListExpr>(&initialiser);
    return list && list->isSemanticForm() && !list->getSyntacticForm() ? list : nullptr;
}

Arrangement const* target_of(clang::QualType type, std::vector<Arrangement> const& arrangements) {
    RecordDecl const* const record = type.isNull() ? nullptr : type->getAsRecordDecl();
    auto const found = std::ranges::find_if(arrangements, [&](Arrangement const& each) {
        return record && each.record().getCanonicalDecl() == record->getCanonicalDecl();
    });
    return found == arrangements.end() ? nullptr : &*found;
}

bool concerns(InitListExpr const& list, std::vector<Arrangement> const& arrangements) {
    if (target_of(list.getType(), arrangements)) return true;
    return std::ranges::any_of(list.inits(), [&](Expr const* each) {
        InitListExpr const* const inner = each ? elided_list(*each) : nullptr;
        return inner && concerns(*inner, arrangements);
    });
}

FieldDecl const* own_field(RecordDecl const& record, FieldDecl const& field) {
    FieldDecl const* inner = &field;
    while (inner->getParent()->getCanonicalDecl() != record.getCanonicalDecl()) {
        RecordDecl const* const parent = inner->getParent();
        auto const* const around = llvm::dyn_cast<RecordDecl>(parent->getLexicalParent());
        if (!around || !parent->isAnonymousStructOrUnion()) return nullptr;
        FieldDecl const* holder = nullptr;
        for (FieldDecl const* each : around->fields())
            if (each->getType()->getAsRecordDecl() == parent) holder = each;
        if (!holder) return nullptr;
        inner = holder;
    }
    return inner;
}

} // namespace reorder
