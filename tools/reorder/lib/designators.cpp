// SPDX-License-Identifier: BSD-2-Clause
// A clause goes on from the one before, so in a list that must name one member all are named: with
// the path from the list's object, through those objects that have no braces of their own.
#include "designators.hpp"

namespace reorder {

using clang::Expr;
using clang::InitListExpr;

namespace {

class Designation {
public:
    Designation(rewrite::Unit const& unit, std::map<uint32_t, Clause> clauses, Edits& edits)
        : unit_(unit), clauses_(std::move(clauses)), edits_(edits) {}

    bool run(InitListExpr const& list) {
        walk(list, "");
        return is_good_ && named_ == positional();
    }

private:
    size_t positional() const {
        size_t count = 0;
        for (auto const& [begin, clause] : clauses_)
            count += !llvm::isa<clang::DesignatedInitExpr>(clause.written);
        return count;
    }

    void walk(InitListExpr const& list, std::string const& path) {
        for (Part const& part : parts_of(list)) {
            if (!part.initialiser) continue;
            std::string inner = path;
            if (!part.field)
                inner += "[" + std::to_string(part.index) + "]";
            else if (part.field->getIdentifier())
                inner += "." + part.field->getNameAsString();
            visit(*part.initialiser, part, inner);
        }
    }

    void visit(Expr const& initialiser, Part const& part, std::string const& path) {
        if (InitListExpr const* const inner = elided_list(initialiser)) return walk(*inner, path);
        std::optional<uint32_t> const begin = begin_of(unit_, initialiser);
        auto const clause = begin ? clauses_.find(*begin) : clauses_.end();
        bool const is_positional = clause != clauses_.end() &&
                                   !llvm::isa<clang::DesignatedInitExpr>(clause->second.written);
        if (!is_positional || !seen_.insert(*begin).second) return;
        ++named_;
        bool const has_name = !part.field || part.field->getIdentifier();
        if (has_name) return edits_.insert(*begin, path + " = ");
        open_anonymous(initialiser, path);
    }

    /// No designator can name an anonymous struct or union: its braces go, its members are named.
    void open_anonymous(Expr const& initialiser, std::string const& path) {
        auto const* const list = llvm::dyn_cast<InitListExpr>(&initialiser);
        InitListExpr const* const written = list ? list->getSyntacticForm() : nullptr;
        auto const clauses = written ? clauses_of(unit_, *written) : std::nullopt;
        auto const open = written ? unit_.offset(written->getLBraceLoc()) : std::nullopt;
        auto const close = written ? unit_.offset(written->getRBraceLoc()) : std::nullopt;
        is_good_ &= clauses && !clauses->empty() && open && close;
        if (!is_good_) return;
        Designation inside(unit_, *clauses, edits_);
        inside.walk(*list, path);
        is_good_ &= inside.is_good_ && inside.named_ == inside.positional();
        edits_.replace({*open, *open + 1}, {});
        uint32_t end = *open;
        for (auto const& [begin, clause] : *clauses)
            end = std::max(end, clause.range.end);
        edits_.replace({end, *close + 1}, {});
    }

    rewrite::Unit const& unit_;
    std::map<uint32_t, Clause> clauses_;
    Edits& edits_;
    std::set<uint32_t> seen_;
    size_t named_ = 0;
    bool is_good_ = true;
};

} // namespace

bool designate(rewrite::Unit const& unit, InitListExpr const& list, Edits& edits,
               rewrite::Diagnostics& diagnostics) {
    auto clauses = clauses_of(unit, *list.getSyntacticForm());
    if (clauses && Designation(unit, std::move(*clauses), edits).run(list)) return true;
    diagnostics.refuse("R0405", unit.place(list.getBeginLoc()),
                       "this list cannot be written for the new order of members",
                       "name the members that it initialises by designators");
    return false;
}

} // namespace reorder
