// SPDX-License-Identifier: BSD-2-Clause
// Lists without braces of their own get some, as their clauses may be too few for the new order.
// A member that was left out after the last clause and comes before one now gets `{}`, which is
// what it was initialised from; if it has a default initialiser, all others are designated.
#include "clauses.hpp"

#include "effects.hpp"

#include <algorithm>

namespace reorder {

using clang::Expr;
using clang::FieldDecl;
using clang::InitListExpr;
using rewrite::Range;

namespace {

/// A member and its clause.
struct Entry {
    FieldDecl const* field = nullptr;
    Expr const* initialiser = nullptr;
    std::vector<Piece> pieces; ///< none: left out
    Range comments;            ///< after its comma
    bool is_written() const { return !pieces.empty(); }
};

class Permutation {
public:
    Permutation(rewrite::Unit const& unit, std::map<uint32_t, Clause> clauses,
                std::vector<Arrangement> const* arrangements, rewrite::Diagnostics& diagnostics)
        : unit_(unit), clauses_(std::move(clauses)), arrangements_(arrangements),
          diagnostics_(diagnostics) {}

    std::optional<NewList> of(InitListExpr const& list) {
        if (clauses_.empty()) return std::nullopt;
        bool const is_designated = std::ranges::any_of(clauses_, [](auto const& each) {
            return llvm::isa<clang::DesignatedInitExpr>(each.second.written);
        });
        Arrangement const* const target = target_of(list.getType(), *arrangements_);
        std::vector<Piece> pieces = is_designated && target ? designated(*target) : inside(list);
        return finished(std::move(pieces));
    }

    std::optional<NewList> of(std::vector<Part> const& parts, Arrangement const& target) {
        return finished(joined(entries_of(parts), &target, /*may_designate=*/false));
    }

private:
    std::optional<NewList> finished(std::vector<Piece> pieces) const {
        if (!is_good_ || pieces.empty()) return std::nullopt;
        Range whole = clauses_.begin()->second.range;
        for (auto const& [begin, clause] : clauses_) {
            whole.begin = std::min(whole.begin, clause.range.begin);
            whole.end = std::max({whole.end, clause.range.end, clause.comments.end});
        }
        return NewList{whole, std::move(pieces)};
    }

    /// `.b = 2, .a = 1`: as the new order wants it.
    std::vector<Piece> designated(Arrangement const& target) {
        std::vector<std::pair<size_t, Entry>> entries;
        for (auto const& [begin, clause] : clauses_) {
            auto const* const written = llvm::dyn_cast<clang::DesignatedInitExpr>(clause.written);
            FieldDecl const* const named =
                written ? written->getDesignator(0)->getFieldDecl() : nullptr;
            FieldDecl const* const field = named ? own_field(target.record(), *named) : nullptr;
            if (!field) return refuse(clause.written->getBeginLoc());
            Entry entry{field, written->getInit(), {}, clause.comments};
            entry.pieces.emplace_back(Shown{clause.range, {}});
            entries.emplace_back(target.rank(*field), std::move(entry));
        }
        check_order(entries);
        std::ranges::sort(entries, {}, [](auto const& each) { return each.first; });
        std::vector<Piece> pieces;
        Range comments;
        for (auto& [rank, entry] : entries) {
            if (!pieces.empty()) separate(pieces, comments);
            std::ranges::move(entry.pieces, std::back_inserter(pieces));
            comments = entry.comments;
        }
        show(pieces, comments);
        return pieces;
    }

    static void separate(std::vector<Piece>& pieces, Range comments) {
        pieces.emplace_back(comments.begin < comments.end ? "," : ", ");
        show(pieces, comments);
    }

    /// Comments may end with their line.
    static void show(std::vector<Piece>& pieces, Range comments) {
        if (comments.begin >= comments.end) return;
        pieces.emplace_back(Shown{comments, {}});
        pieces.emplace_back("\n");
    }

    std::vector<Piece> inside(InitListExpr const& list) {
        return joined(entries_of(parts_of(list)), target_of(list.getType(), *arrangements_),
                      /*may_designate=*/true);
    }

    std::vector<Entry> entries_of(std::vector<Part> const& parts) {
        std::vector<Entry> entries;
        for (Part const& part : parts) {
            std::vector<Piece> pieces = pieces_of(part.initialiser);
            Range const comments = pieces.empty() ? Range{} : comments_of(*part.initialiser);
            entries.push_back({part.field, part.initialiser, std::move(pieces), comments});
        }
        return entries;
    }

    Range comments_of(Expr const& initialiser) const {
        if (elided_list(initialiser)) return {};
        auto const clause = clauses_.find(*begin_of(unit_, initialiser));
        return clause == clauses_.end() ? Range{} : clause->second.comments;
    }

    /// What a part is written as; nothing: it is left out.
    std::vector<Piece> pieces_of(Expr const* initialiser) {
        if (!initialiser) return {};
        if (InitListExpr const* const inner = elided_list(*initialiser)) {
            std::vector<Piece> pieces = inside(*inner);
            if (pieces.empty()) return {};
            pieces.insert(pieces.begin(), "{");
            pieces.emplace_back("}");
            return pieces;
        }
        std::optional<uint32_t> const begin = begin_of(unit_, *initialiser);
        auto const clause = begin ? clauses_.find(*begin) : clauses_.end();
        if (clause == clauses_.end() || llvm::isa<clang::CXXDefaultInitExpr>(initialiser))
            return {};
        // What stands for a member left out may lie at the last clause, which is another's.
        if (!used_.insert(*begin).second) return {};
        return {Shown{clause->second.range, {}}};
    }

    std::vector<Piece> joined(std::vector<Entry> entries, Arrangement const* target,
                              bool may_designate) {
        if (target) sort(entries, *target);
        while (!entries.empty() && !entries.back().is_written())
            entries.pop_back();
        for (Entry& entry : entries)
            if (has_default(entry)) entry.pieces = default_of(entry);
        bool const designates = std::ranges::any_of(entries, has_default);
        if (designates && !(may_designate && can_designate(entries)))
            return refuse(unit_.location(clauses_.begin()->second.range.begin));
        std::vector<Piece> pieces;
        Range comments;
        for (Entry& entry : entries) {
            if (!entry.is_written() && designates) continue;
            if (!entry.is_written() && !may_be_empty(entry))
                return refuse(unit_.location(clauses_.begin()->second.range.begin));
            if (!pieces.empty()) separate(pieces, comments);
            comments = entry.comments;
            if (designates) pieces.emplace_back("." + entry.field->getNameAsString() + " = ");
            if (!entry.is_written()) pieces.emplace_back("{}");
            std::ranges::move(entry.pieces, std::back_inserter(pieces));
        }
        show(pieces, comments);
        return pieces;
    }

    /// Bases come first in any order.
    void sort(std::vector<Entry>& entries, Arrangement const& target) {
        std::vector<std::pair<size_t, Entry>> ranked;
        for (Entry& entry : entries) {
            size_t const rank =
                entry.field ? entries.size() + target.rank(*entry.field) : ranked.size();
            ranked.emplace_back(rank, std::move(entry));
        }
        check_order(ranked);
        std::ranges::sort(ranked, {}, [](auto const& each) { return each.first; });
        entries.clear();
        for (auto& [rank, entry] : ranked)
            entries.push_back(std::move(entry));
    }

    void check_order(std::vector<std::pair<size_t, Entry>> const& ranked) {
        std::vector<Effects> effects;
        for (auto const& [rank, entry] : ranked)
            effects.push_back(entry.initialiser ? effects_of(*entry.initialiser) : Effects{});
        for (size_t i = 0; i < ranked.size(); ++i)
            for (size_t j = i + 1; j < ranked.size(); ++j) {
                if (ranked[i].first <= ranked[j].first) continue;
                bool const uses = uses_other(ranked[i].second, ranked[j].second, effects[j]);
                if (uses || conflict(effects[i], effects[j])) return refuse_order(ranked[j].second);
            }
    }

    /// A default initialiser that reads a member which would not be initialised yet.
    static bool uses_other(Entry const& first, Entry const& second, Effects const& effects) {
        return llvm::isa_and_nonnull<clang::CXXDefaultInitExpr>(second.initialiser) &&
               (effects.passes_object || effects.fields.contains(first.field));
    }

    void refuse_order(Entry const& entry) {
        is_good_ = false;
        clang::SourceLocation location = entry.initialiser->getBeginLoc();
        if (!unit_.offset(location)) location = entry.field->getLocation();
        diagnostics_.refuse("R0404", unit_.place(location),
                            "the initialiser of `" + entry.field->getNameAsString() +
                                "` would be evaluated in another order, which can be seen",
                            "evaluate it before the list, into a variable");
    }

    static bool has_default(Entry const& entry) {
        return !entry.is_written() && entry.field && entry.field->hasInClassInitializer();
    }

    /// A default initialiser that means the same in any place; nothing if it names something.
    std::vector<Piece> default_of(Entry const& entry) const {
        Expr const* const value = entry.field->getInClassInitializer();
        std::optional<Range> const range =
            value ? unit_.range(value->getSourceRange()) : std::nullopt;
        if (!range || names_something(*value)) return {};
        return {Shown{*range, {}}};
    }

    static bool names_something(clang::Stmt const& code) {
        if (llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::CXXThisExpr,
                      clang::ExplicitCastExpr, clang::CXXTemporaryObjectExpr, clang::LambdaExpr,
                      clang::UnaryExprOrTypeTraitExpr, clang::CXXNewExpr,
                      clang::CXXScalarValueInitExpr, clang::CXXDefaultInitExpr>(code))
            return true;
        return std::ranges::any_of(code.children(), [](clang::Stmt const* each) {
            return each && names_something(*each);
        });
    }

    bool can_designate(std::vector<Entry> const& entries) const {
        return unit_.context().getLangOpts().CPlusPlus20 &&
               std::ranges::all_of(entries, [](Entry const& each) {
                   return !each.is_written() || (each.field && each.field->getIdentifier());
               });
    }

    static bool may_be_empty(Entry const& entry) {
        return entry.field && !entry.field->getType()->isReferenceType();
    }

    std::vector<Piece> refuse(clang::SourceLocation location) {
        if (is_good_)
            diagnostics_.refuse("R0405", unit_.place(location),
                                "this list cannot be written for the new order of members",
                                "initialise all members up to the last one that the list names");
        is_good_ = false;
        return {};
    }

    rewrite::Unit const& unit_;
    std::map<uint32_t, Clause> clauses_;
    std::vector<Arrangement> const* arrangements_;
    rewrite::Diagnostics& diagnostics_;
    std::set<uint32_t> used_; ///< clauses by where they begin
    bool is_good_ = true;
};

} // namespace

std::optional<NewList> permuted(rewrite::Unit const& unit, InitListExpr const& list,
                                std::vector<Arrangement> const& arrangements,
                                rewrite::Diagnostics& diagnostics) {
    auto clauses = clauses_of(unit, *list.getSyntacticForm());
    if (!clauses) {
        diagnostics.refuse("R0405", unit.place(list.getBeginLoc()),
                           "this list cannot be written for the new order of members",
                           "write it without macros of system headers");
        return std::nullopt;
    }
    if (std::optional<uint32_t> const open = unit.offset(list.getLBraceLoc()))
        add_comments(unit, *open + 1, *clauses);
    return Permutation(unit, std::move(*clauses), &arrangements, diagnostics).of(list);
}

std::optional<NewList> permuted(rewrite::Unit const& unit, clang::CXXParenListInitExpr const& list,
                                Arrangement const& target, rewrite::Diagnostics& diagnostics) {
    std::map<uint32_t, Clause> clauses;
    for (Expr const* each : list.getUserSpecifiedInitExprs()) {
        std::optional<Range> const range = unit.range(each->getSourceRange());
        std::optional<uint32_t> const begin = begin_of(unit, *each);
        if (range && begin) clauses[*begin] = {*range, each, {}};
    }
    if (std::optional<uint32_t> const open = unit.offset(list.getInitLoc()))
        add_comments(unit, *open + 1, clauses);
    std::vector<Part> parts;
    size_t next = 0;
    auto const* const record = llvm::cast<clang::CXXRecordDecl>(&target.record());
    for (unsigned i = 0; i < record->getNumBases() && next < list.getInitExprs().size(); ++i)
        parts.push_back({nullptr, 0, list.getInitExprs()[next++]});
    for (FieldDecl const* field : record->fields())
        if (!field->isUnnamedBitField() && next < list.getInitExprs().size())
            parts.push_back({field, 0, list.getInitExprs()[next++]});
    return Permutation(unit, std::move(clauses), nullptr, diagnostics).of(parts, target);
}

} // namespace reorder
