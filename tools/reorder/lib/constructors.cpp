// SPDX-License-Identifier: BSD-2-Clause
// Compares initialisers pairwise where they change places.
#include "constructors.hpp"

#include "effects.hpp"

#include <rewrite/lib/clang.hpp>

#include <algorithm>

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

class Check {
public:
    Check(rewrite::Unit const& unit, Arrangement const& arrangement,
          rewrite::Diagnostics& diagnostics)
        : unit_(unit), arrangement_(arrangement), diagnostics_(diagnostics) {}

    void run(CXXRecordDecl const& record) {
        check_types();
        for (CXXConstructorDecl const* each : constructors_of(record))
            if (!each->isDependentContext()) check(*each);
    }

private:
    struct Initialised {
        FieldDecl const* field;
        CXXCtorInitializer const* initialiser;
        Effects effects;
    };

    bool change_places(FieldDecl const& first, FieldDecl const& second) const {
        return arrangement_.rank(first) > arrangement_.rank(second);
    }

    /// Copies and destruction follow the order of members, too.
    void check_types() {
        std::vector<FieldDecl const*> const& fields = arrangement_.old_fields();
        std::vector<FieldDecl const*> loud;
        std::ranges::copy_if(fields, std::back_inserter(loud),
                             [](FieldDecl const* each) { return !is_quiet(each->getType()); });
        for (size_t i = 0; i < loud.size(); ++i)
            for (size_t j = i + 1; j < loud.size(); ++j)
                if (change_places(*loud[i], *loud[j])) return refuse_types(*loud[i], *loud[j]);
    }

    void refuse_types(FieldDecl const& first, FieldDecl const& second) {
        diagnostics_.refuse("R0403", unit_.place(second.getLocation()),
                            "`" + second.getNameAsString() +
                                "` would be copied and destroyed in "
                                "another order than `" +
                                first.getNameAsString() + "`, and both may do what can be seen",
                            "keep the two in this order");
    }

    void check(CXXConstructorDecl const& constructor) {
        std::vector<Initialised> all;
        for (CXXCtorInitializer const* each : constructor.inits()) {
            FieldDecl const* const field = field_of(*each);
            if (!field || !each->getInit() || field->getParent() != &arrangement_.record())
                continue;
            all.push_back({field, each, effects_of(*each->getInit())});
        }
        for (size_t i = 0; i < all.size(); ++i)
            for (size_t j = i + 1; j < all.size(); ++j)
                if (change_places(*all[i].field, *all[j].field))
                    check_pair(constructor, all[i], all[j]);
    }

    void check_pair(CXXConstructorDecl const& constructor, Initialised const& first,
                    Initialised const& second) {
        bool const uses =
            uses_field(second.effects, *first.field) || uses_field(first.effects, *second.field);
        if (uses || first.effects.passes_object || second.effects.passes_object)
            refuse("R0401", constructor, second,
                   "the initialiser of `" + second.field->getNameAsString() +
                       "` depends on that of `" + first.field->getNameAsString() +
                       "`, which would run after it",
                   "keep the two in this order, or initialise from the constructor's parameters");
        else if (conflict(first.effects, second.effects))
            refuse("R0402", constructor, second,
                   "the initialisers of `" + first.field->getNameAsString() + "` and `" +
                       second.field->getNameAsString() +
                       "` would run in another order, which can be seen",
                   "keep the two in this order");
    }

    static bool uses_field(Effects const& effects, FieldDecl const& field) {
        return effects.fields.contains(&field);
    }

    void refuse(std::string code, CXXConstructorDecl const& constructor, Initialised const& at,
                std::string message, std::string help) {
        clang::SourceLocation location = at.initialiser->getSourceLocation();
        if (!at.initialiser->isWritten()) location = constructor.getLocation();
        if (!unit_.offset(location)) location = at.field->getLocation();
        diagnostics_.refuse(std::move(code), unit_.place(location), std::move(message),
                            std::move(help));
    }

    rewrite::Unit const& unit_;
    Arrangement const& arrangement_;
    rewrite::Diagnostics& diagnostics_;
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

/// From the first to the last; what stands between them stays between them.
void permute(std::vector<Written> const& all, Edits& edits) {
    std::vector<Written> sorted = all;
    std::ranges::sort(sorted, {},
                      [](Written const& each) { return std::pair(each.rank, each.range.begin); });
    std::vector<Piece> pieces;
    for (size_t i = 0; i < all.size(); ++i) {
        pieces.emplace_back(Shown{sorted[i].range, {}});
        if (i + 1 == all.size()) break;
        pieces.emplace_back(Shown{{all[i].range.end, all[i + 1].range.begin}, {}});
    }
    edits.replace({all.front().range.begin, all.back().range.end}, std::move(pieces));
}

} // namespace

void check_construction(rewrite::Unit const& unit, Arrangement const& arrangement,
                        rewrite::Diagnostics& diagnostics) {
    if (auto const* const record = llvm::dyn_cast<CXXRecordDecl>(&arrangement.record()))
        Check(unit, arrangement, diagnostics).run(*record);
}

void write_constructors(rewrite::Unit const& unit, Arrangement const& arrangement, Edits& edits) {
    auto const* const record = llvm::dyn_cast<CXXRecordDecl>(&arrangement.record());
    if (!record) return;
    std::set<Range> done; // A template's instances stand at one place.
    for (CXXConstructorDecl const* each : constructors_of(*record)) {
        std::vector<Written> const all = written_initialisers(unit, arrangement, *each);
        if (all.size() < 2 || std::ranges::is_sorted(all, {}, &Written::rank)) continue;
        if (done.insert(all.front().range).second) permute(all, edits);
    }
}

} // namespace reorder
