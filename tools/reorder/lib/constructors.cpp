// SPDX-License-Identifier: BSD-2-Clause
// Compares initialisers pairwise where they change places. One that uses another member may come
// before it if it can compute that member's value for itself.
#include "constructors.hpp"

#include "declared_needs.hpp"
#include "effects.hpp"
#include "member_comments.hpp"
#include "member_values.hpp"

#include <rewrite/syntax/clang.hpp>

#include <algorithm>
#include <numeric>

namespace reorder {

using clang::CXXConstructorDecl;
using clang::CXXCtorInitializer;
using clang::CXXRecordDecl;
using clang::FieldDecl;
using rewrite::Range;

namespace {

/// The field of the class itself, also for a member of an anonymous union.
FieldDecl const* field_of(CXXCtorInitializer const& initialiser) {
    if (initialiser.isIndirectMemberInitializer())
        return llvm::cast<FieldDecl>(initialiser.getIndirectMember()->chain().front());
    return initialiser.isMemberInitializer() ? initialiser.getMember() : nullptr;
}

std::vector<CXXConstructorDecl const*> constructors_of(CXXRecordDecl const& record) {
    std::vector<CXXConstructorDecl const*> all;
    auto const add = [&](CXXConstructorDecl const* each) {
        CXXConstructorDecl const* const definition =
            llvm::cast_or_null<CXXConstructorDecl>(each->getDefinition());
        if (definition && !definition->isDelegatingConstructor()) all.push_back(definition);
    };
    for (clang::Decl const* each : record.decls()) {
        if (auto const* const made = llvm::dyn_cast<CXXConstructorDecl>(each)) add(made);
        auto const* const pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(each);
        if (!pattern) continue;
        auto const* const made = llvm::dyn_cast<CXXConstructorDecl>(pattern->getTemplatedDecl());
        if (!made) continue;
        add(made);
        for (clang::FunctionDecl const* instance : pattern->specializations())
            add(llvm::cast<CXXConstructorDecl>(instance));
    }
    return all;
}

/// What construction, copies and destruction ask for.
struct Construction {
    std::vector<KeptOrder> kept;
    std::vector<Replacement> replaceable;
};

class Orders {
public:
    explicit Orders(rewrite::Unit const& unit) : unit_(unit) {}

    Construction of(CXXRecordDecl const& record) {
        compare_types(record);
        for (CXXConstructorDecl const* each : constructors_of(record))
            if (!each->isDependentContext()) compare_all(initialised_by(*each, record));
        if (record.isAggregate()) compare_all(initialised_by_default(record));
        return std::move(found_);
    }

private:
    struct Initialised {
        FieldDecl const* field;
        MemberValue value;
        clang::SourceLocation place;
        Effects effects;
        bool is_nested = false; ///< a member of an anonymous union
    };

    /// Copies and destruction follow the order of members, too.
    void compare_types(CXXRecordDecl const& record) {
        std::vector<FieldDecl const*> loud;
        std::ranges::copy_if(record.fields(), std::back_inserter(loud),
                             [](FieldDecl const* each) { return !is_quiet(each->getType()); });
        for (size_t i = 0; i < loud.size(); ++i)
            for (size_t j = i + 1; j < loud.size(); ++j)
                add(*loud[i], *loud[j], "R0403", loud[j]->getLocation(),
                    "`" + loud[j]->getNameAsString() +
                        "` would be copied and destroyed in another order than `" +
                        loud[i]->getNameAsString() + "`, and both may do what can be seen",
                    "keep the two in this order");
    }

    std::vector<Initialised> initialised_by(CXXConstructorDecl const& constructor,
                                            CXXRecordDecl const& record) const {
        std::vector<Initialised> all;
        for (CXXCtorInitializer const* each : constructor.inits()) {
            FieldDecl const* const field = field_of(*each);
            if (!field || !each->getInit() || field->getParent() != &record) continue;
            clang::SourceLocation const place =
                each->isWritten() ? each->getSourceLocation() : constructor.getLocation();
            all.push_back({field, value_of(*each->getInit()), place, effects_of(*each->getInit()),
                           each->isIndirectMemberInitializer()});
        }
        return all;
    }

    /// By a list in braces that leaves members out.
    static std::vector<Initialised> initialised_by_default(CXXRecordDecl const& record) {
        std::vector<Initialised> all;
        for (FieldDecl const* field : record.fields())
            if (clang::Expr const* const value = field->getInClassInitializer())
                all.push_back({field, {value, true}, field->getLocation(), effects_of(*value)});
        return all;
    }

    static MemberValue value_of(clang::Expr const& initialiser) {
        auto const* const used = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&initialiser);
        return used && used->getExpr() ? MemberValue{used->getExpr(), true}
                                       : MemberValue{&initialiser, false};
    }

    void compare_all(std::vector<Initialised> const& all) {
        MemberValues known(unit_);
        for (Initialised const& each : all) {
            if (each.is_nested)
                known.add(*each.value.initialiser);
            else
                known.add(*each.field, each.value);
        }
        for (size_t i = 0; i < all.size(); ++i)
            for (size_t j = i + 1; j < all.size(); ++j)
                compare(all[i], all[j], known);
    }

    void compare(Initialised const& first, Initialised const& second, MemberValues const& known) {
        std::string const one = "`" + first.field->getNameAsString() + "`";
        std::string const other = "`" + second.field->getNameAsString() + "`";
        if (depend(first, second, known))
            add(*first.field, *second.field, "R0401", place_of(second),
                "the initialisers of " + one + " and " + other +
                    " would run in another order, and one may use what the other has made",
                "keep the two in this order, or initialise from the constructor's parameters");
        else if (conflict(first.effects, second.effects))
            add(*first.field, *second.field, "R0402", place_of(second),
                "the initialisers of " + one + " and " + other +
                    " would run in another order, which can be seen",
                "keep the two in this order");
    }

    /// Whether one needs the other to be made; where it needs its value alone, that is replaced.
    bool depend(Initialised const& first, Initialised const& second, MemberValues const& known) {
        if (first.effects.passes_object || second.effects.passes_object) return true;
        if (first.effects.fields.contains(second.field)) return true;
        if (!second.effects.fields.contains(first.field)) return false;
        auto replacements = known.replacements(*first.field, *second.field);
        if (!replacements) return true;
        std::ranges::move(*replacements, std::back_inserter(found_.replaceable));
        return false;
    }

    clang::SourceLocation place_of(Initialised const& at) const {
        return unit_.offset(at.place) ? at.place : at.field->getLocation();
    }

    void add(FieldDecl const& first, FieldDecl const& second, std::string code,
             clang::SourceLocation location, std::string message, std::string help) {
        bool const is_known = std::ranges::any_of(found_.kept, [&](KeptOrder const& each) {
            return each.first == &first && each.second == &second && each.reason.code == code;
        });
        if (is_known) return;
        found_.kept.push_back({&first,
                               &second,
                               {.severity = rewrite::Severity::error,
                                .code = std::move(code),
                                .message = std::move(message),
                                .place = unit_.place(location),
                                .notes = {},
                                .help = std::move(help)}});
    }

    rewrite::Unit const& unit_;
    Construction found_;
};

struct Written {
    Range range;
    size_t rank;
};

/// The initialisers of own members as they stand in the text. Nothing: there is nothing to do.
std::vector<Written> written_initialisers(rewrite::Unit const& unit, Arrangement const& arrangement,
                                          CXXConstructorDecl const& constructor) {
    std::vector<Written> all;
    for (CXXCtorInitializer const* each : constructor.inits()) {
        if (!each->isWritten()) continue;
        FieldDecl const* const field = field_of(*each);
        bool const is_own = field && field->getParent() == &arrangement.record();
        std::optional<Range> const range = unit.range(each->getSourceRange());
        if (is_own && range) all.push_back({*range, arrangement.rank(*field)});
    }
    std::ranges::sort(all, {}, &Written::range);
    return all;
}

/// With their comments. Nothing: a base or something else stands between two of them.
std::optional<std::vector<Commented>> commented(rewrite::Unit const& unit,
                                                CXXConstructorDecl const& constructor,
                                                std::vector<Written> const& all) {
    clang::FunctionTypeLoc const type = constructor.getFunctionTypeLoc();
    std::optional<uint32_t> const end = type ? unit.offset(type.getRParenLoc()) : std::nullopt;
    if (!end || *end >= all.front().range.begin) return std::nullopt;
    std::vector<Range> ranges;
    for (Written const& each : all)
        ranges.push_back(each.range);
    return with_comments(unit, *end + 1, ranges);
}

/// From the first to the last; blanks, bases and lone comments between them stay between them.
void permute(rewrite::Unit const& unit, CXXConstructorDecl const& constructor,
             std::vector<Written> const& all, Edits& edits) {
    auto const comments = commented(unit, constructor, all);
    auto const body = [&](size_t i) { return comments ? (*comments)[i].body : all[i].range; };
    std::vector<size_t> sorted(all.size());
    std::iota(sorted.begin(), sorted.end(), size_t{0});
    std::ranges::sort(sorted, {},
                      [&](size_t i) { return std::pair(all[i].rank, all[i].range.begin); });
    std::vector<Piece> pieces;
    uint32_t end = 0;
    for (size_t i = 0; i < all.size(); ++i) {
        bool const is_last = i + 1 == all.size();
        pieces.emplace_back(Shown{body(sorted[i]), {}});
        end = comments ? (*comments)[i].after.end : body(i).end;
        if (comments && !is_last) pieces.emplace_back(",");
        Range const after = comments ? (*comments)[sorted[i]].after : Range{};
        if (after.begin < after.end) {
            pieces.emplace_back(Shown{after, {}});
            // It may end with its line.
            if (unit.text()[end] != '\n') pieces.emplace_back("\n");
        }
        if (!is_last) pieces.emplace_back(Shown{{end, body(i + 1).begin}, {}});
    }
    edits.replace({body(0).begin, end}, std::move(pieces));
}

std::vector<Piece> pieces_of(rewrite::Fragment const& fragment) {
    std::vector<Piece> pieces;
    for (auto const& part : fragment)
        std::visit([&](auto const& each) { pieces.emplace_back(each); }, part);
    return pieces;
}

} // namespace

std::vector<KeptOrder> kept_orders(rewrite::Unit const& unit, clang::RecordDecl const& record) {
    auto const* const in_cxx = llvm::dyn_cast<CXXRecordDecl>(&record);
    std::vector<KeptOrder> kept = declared_orders(unit, record);
    if (in_cxx) std::ranges::move(Orders(unit).of(*in_cxx).kept, std::back_inserter(kept));
    return kept;
}

void check_construction(rewrite::Unit const& unit, Arrangement const& arrangement,
                        rewrite::Diagnostics& diagnostics) {
    for (KeptOrder const& each : kept_orders(unit, arrangement.record()))
        if (arrangement.rank(*each.first) > arrangement.rank(*each.second))
            diagnostics.add(each.reason);
}

void write_constructors(rewrite::Unit const& unit, Arrangement const& arrangement, Edits& edits) {
    auto const* const record = llvm::dyn_cast<CXXRecordDecl>(&arrangement.record());
    if (!record) return;
    std::set<uint32_t> done; // A template's instances stand at one place.
    for (CXXConstructorDecl const* each : constructors_of(*record)) {
        std::vector<Written> const all = written_initialisers(unit, arrangement, *each);
        if (all.size() < 2 || std::ranges::is_sorted(all, {}, &Written::rank)) continue;
        if (done.insert(all.front().range.begin).second) permute(unit, *each, all, edits);
    }
    std::set<uint32_t> replaced;
    for (Replacement const& each : Orders(unit).of(*record).replaceable) {
        if (arrangement.rank(*each.used) < arrangement.rank(*each.user)) continue;
        if (replaced.insert(each.place.begin).second)
            edits.replace(each.place, pieces_of(each.value));
    }
}

} // namespace reorder
