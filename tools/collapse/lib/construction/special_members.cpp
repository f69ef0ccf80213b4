// SPDX-License-Identifier: BSD-2-Clause
// Compares what each copy or move function did by the bases with what it would do member by member.
#include "special_members.hpp"

#include "generated_copies.hpp"
#include <collapse/lib/evaluation/throwing.hpp>

#include <rewrite/syntax/clang.hpp>

#include <algorithm>
#include <array>

namespace collapse {

using clang::CXXMethodDecl;
using clang::CXXRecordDecl;

namespace {

using Kind = CopyKind;
enum class State {
    absent,     ///< not declared; of moves: copies instead
    deleted,    ///< an attempt is an error
    memberwise, ///< the compiler's own
    provided,   ///< the user's own
};

bool is_of_kind(CXXMethodDecl const& method, Kind kind) {
    auto const* const constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&method);
    switch (kind) {
    case Kind::copy:
        return constructor && constructor->isCopyConstructor();
    case Kind::move:
        return constructor && constructor->isMoveConstructor();
    case Kind::copy_assignment:
        return method.isCopyAssignmentOperator();
    case Kind::move_assignment:
        return method.isMoveAssignmentOperator();
    }
    return false;
}

CXXMethodDecl const* declared(CXXRecordDecl const& record, Kind kind) {
    for (CXXMethodDecl const* each : record.methods())
        if (is_of_kind(*each, kind)) return each;
    return nullptr;
}

State undeclared_state(CXXRecordDecl const& record, Kind kind) {
    switch (kind) {
    case Kind::copy:
        if (!record.needsImplicitCopyConstructor()) return State::absent;
        return record.defaultedCopyConstructorIsDeleted() ? State::deleted : State::memberwise;
    case Kind::move:
        if (!record.needsImplicitMoveConstructor() || record.defaultedMoveConstructorIsDeleted())
            return State::absent;
        return State::memberwise;
    case Kind::copy_assignment:
        return record.needsImplicitCopyAssignment() ? State::memberwise : State::absent;
    case Kind::move_assignment:
        return record.needsImplicitMoveAssignment() ? State::memberwise : State::absent;
    }
    return State::absent;
}

State state_of(CXXRecordDecl const& record, Kind kind) {
    CXXMethodDecl const* const method = declared(record, kind);
    if (!method) return undeclared_state(record, kind);
    if (method->isDeleted())
        return is_move(kind) && method->isDefaulted() ? State::absent : State::deleted;
    auto const* const definition = method->getDefinition(); // `= default`, if need be
    bool const is_generated = definition && definition->isDefaulted();
    return method->isUserProvided() && !is_generated ? State::provided : State::memberwise;
}

bool moves_like_copies(CXXRecordDecl const& record) {
    return std::ranges::all_of(record.fields(), [](clang::FieldDecl const* field) {
        return field->getType().isTriviallyCopyableType(field->getASTContext());
    });
}

/// The base whose part would be copied otherwise; null: none.
CXXRecordDecl const* special_base(Hierarchy const& hierarchy, Kind kind) {
    for (Base const& base : hierarchy.bases()) {
        if (base.decision == BaseDecision::kept) continue;
        State const state = state_of(*base.record, kind);
        if (state == State::provided) return base.record;
        if (!is_move(kind) || state != State::absent) continue;
        Kind const fallback = kind == Kind::move ? Kind::copy : Kind::copy_assignment;
        if (state_of(*base.record, fallback) == State::provided || !moves_like_copies(*base.record))
            return base.record;
    }
    return nullptr;
}

/// The base that says of a function that the compiler makes whether it throws; null: none. That of
/// the target implied it.
CXXRecordDecl const* outspoken_base(Hierarchy const& hierarchy, Kind kind) {
    for (Base const& base : hierarchy.bases()) {
        CXXMethodDecl const* const method = declared(*base.record, kind);
        if (base.decision != BaseDecision::kept && method && !method->isUserProvided() &&
            method->getExceptionSpecSourceRange().isValid())
            return base.record;
    }
    return nullptr;
}

bool some_base_deletes(Hierarchy const& hierarchy, Kind kind) {
    return std::ranges::any_of(hierarchy.bases(), [&](Base const& base) {
        return base.decision != BaseDecision::kept &&
               state_of(*base.record, kind) == State::deleted;
    });
}

/// Whether some member forbids assignment; then nothing needs to be written for it.
bool cannot_be_assigned(Hierarchy const& hierarchy) {
    auto const fixed = [](clang::FieldDecl const* field) {
        return field->getType()->isReferenceType() || field->getType().isConstQualified();
    };
    return std::ranges::any_of(hierarchy.target().fields(), fixed) ||
           std::ranges::any_of(hierarchy.bases(), [&](Base const& base) {
               return std::ranges::any_of(base.record->fields(), fixed);
           });
}

std::string signature(CXXRecordDecl const& target, Kind kind) {
    std::string const name = target.getNameAsString();
    switch (kind) {
    case Kind::copy:
        return name + "(" + name +
               (target.implicitCopyConstructorHasConstParam() ? " const&)" : "&)");
    case Kind::move:
        return name + "(" + name + "&&)";
    case Kind::copy_assignment:
        return name + "& operator=(" + name + " const&)";
    case Kind::move_assignment:
        return name + "& operator=(" + name + "&&)";
    }
    return {};
}

CopyObstacle calls_base(rewrite::Unit const& unit, CXXRecordDecl const& target,
                        CXXRecordDecl const& base) {
    return {"C0411", unit.place(target.getLocation()),
            "`" + target.getQualifiedNameAsString() +
                "` is copied or moved by the compiler's own function, which calls that of `" +
                base.getQualifiedNameAsString() + "`",
            "write the copy or move function of the class, or delete it"};
}

/// Why the compiler's own function of the target cannot stay; none: it can, or there is none.
std::optional<CopyObstacle> obstacle(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                                     Kind kind) {
    CXXRecordDecl const& target = hierarchy.target();
    if (state_of(target, kind) != State::memberwise) return std::nullopt;
    if (CXXRecordDecl const* const special = special_base(hierarchy, kind))
        return calls_base(unit, target, *special);
    CXXMethodDecl const* const method = declared(target, kind);
    return copy_obstacle(unit, hierarchy, kind, method && is_nothrow(*method));
}

void refuse(CopyObstacle const& obstacle, rewrite::Diagnostics& diagnostics) {
    diagnostics.refuse(obstacle.code, obstacle.place, obstacle.message, obstacle.help);
}

} // namespace

std::string copy_and_move_members(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                                  bool destructor_is_written, rewrite::Diagnostics& diagnostics) {
    CXXRecordDecl const& target = hierarchy.target();
    std::map<Kind, bool> written; // whether it is deleted
    std::array const kinds{Kind::copy, Kind::move, Kind::copy_assignment, Kind::move_assignment};
    bool changed = destructor_is_written;
    for (Kind const kind : kinds) {
        CXXMethodDecl const* const method = declared(target, kind);
        State const state = state_of(target, kind);
        bool const is_own = method && !method->isImplicit();
        bool const is_used = method && (method->isUsed() || method->isReferenced());
        std::optional<CopyObstacle> const found = obstacle(unit, hierarchy, kind);
        if (found && (is_own || is_used)) refuse(*found, diagnostics);
        CXXRecordDecl const* const outspoken =
            state == State::memberwise ? outspoken_base(hierarchy, kind) : nullptr;
        if (outspoken) refuse(calls_base(unit, target, *outspoken), diagnostics);
        if (is_own || (is_assignment(kind) && cannot_be_assigned(hierarchy))) continue;
        bool const is_deleted =
            found || (state == State::deleted && some_base_deletes(hierarchy, kind));
        changed |= is_deleted;
        if (is_deleted || state == State::memberwise) written[kind] = is_deleted;
    }
    std::string text;
    if (changed)
        for (auto const& [kind, is_deleted] : written)
            text += signature(target, kind) + (is_deleted ? " = delete; " : " = default; ");
    return text;
}

} // namespace collapse
