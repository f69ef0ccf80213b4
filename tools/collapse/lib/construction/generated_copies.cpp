// SPDX-License-Identifier: BSD-2-Clause
// Lists the parts of an object in the order in which they were copied, and in that of the flat
// class: bases that are kept come first there, and virtual bases are assigned once.
#include "generated_copies.hpp"

#include "construction_order.hpp"
#include <collapse/lib/evaluation/destruction.hpp>
#include <collapse/lib/evaluation/evaluation.hpp>
#include <collapse/lib/evaluation/system_code.hpp>
#include <collapse/lib/evaluation/throwing.hpp>

#include <rewrite/syntax/clang.hpp>

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;

namespace {

/// A member, or a base that is kept as a whole.
struct Part {
    CXXRecordDecl const* stage = nullptr;
    clang::FieldDecl const* field = nullptr; ///< null: the stage itself, which is kept

    bool operator==(Part const&) const = default;

    clang::QualType type() const {
        return field ? field->getType() : stage->getASTContext().getRecordType(stage);
    }
    clang::NamedDecl const& declaration() const {
        return field ? static_cast<clang::NamedDecl const&>(*field) : *stage;
    }
};

using Parts = std::vector<Part>;

bool is_kept(Hierarchy const& hierarchy, CXXRecordDecl const& record) {
    Base const* const base = hierarchy.find(&record);
    return base && base->decision == BaseDecision::kept;
}

/// What a stage of construction copies itself.
Parts own_parts(CXXRecordDecl const& stage, Hierarchy const& hierarchy) {
    if (is_kept(hierarchy, stage)) return {{&stage, nullptr}};
    Parts parts;
    for (clang::FieldDecl const* field : stage.fields())
        if (!field->isUnnamedBitField()) parts.push_back({&stage, field});
    return parts;
}

Parts as_constructed(Hierarchy const& hierarchy) {
    Parts parts;
    for (CXXRecordDecl const* stage : hierarchy.construction_order())
        std::ranges::copy(own_parts(*stage, hierarchy), std::back_inserter(parts));
    return parts;
}

/// Each base assigns its own bases, so that a virtual one may be assigned several times.
void add_assigned(CXXRecordDecl const& record, Hierarchy const& hierarchy, Parts& parts) {
    if (!is_kept(hierarchy, record))
        for (clang::CXXBaseSpecifier const& base : record.bases())
            add_assigned(*base.getType()->getAsCXXRecordDecl()->getDefinition(), hierarchy, parts);
    std::ranges::copy(own_parts(record, hierarchy), std::back_inserter(parts));
}

Parts in_flat_class(Hierarchy const& hierarchy) {
    Parts const parts = as_constructed(hierarchy);
    auto const is_field = [](Part const& part) { return part.field != nullptr; };
    Parts result;
    std::ranges::remove_copy_if(parts, std::back_inserter(result), is_field);
    std::ranges::copy_if(parts, std::back_inserter(result), is_field);
    return result;
}

/// Whether somebody can tell when the part is copied, or that it is copied twice.
bool leaves_trace(Part const& part, CopyKind kind) {
    clang::QualType const type =
        part.type()->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
    CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (!record || type.isTriviallyCopyableType(record->getASTContext())) return false;
    return kind == CopyKind::move_assignment || !is_of_system(*record) ||
           !is_copied_without_trace(type);
}

bool may_throw(Part const& part, Hierarchy const& hierarchy, CopyKind kind) {
    return copy_may_throw(part.type(), is_move(kind), hierarchy);
}

/// A part of which somebody can tell that it has another place in the order; none: there is none.
std::optional<Part> displaced(Hierarchy const& hierarchy, CopyKind kind) {
    Parts before;
    if (is_assignment(kind))
        add_assigned(hierarchy.target(), hierarchy, before);
    else
        before = as_constructed(hierarchy);
    Parts after = in_flat_class(hierarchy);
    if (before == after) return std::nullopt;
    bool const is_seen =
        std::ranges::any_of(before, [&](Part const& part) { return leaves_trace(part, kind); });
    auto const is_of_no_account = [&](Part const& part) {
        return !leaves_trace(part, kind) && !(is_seen && may_throw(part, hierarchy, kind));
    };
    std::erase_if(before, is_of_no_account);
    std::erase_if(after, is_of_no_account);
    auto const [first, second] = std::ranges::mismatch(before, after);
    return first == before.end() ? std::nullopt : std::optional(*first);
}

/// A part that may throw when a base is complete whose destructor does something.
struct Risk {
    Part part;
    CXXRecordDecl const* base = nullptr;
};

std::optional<Risk> risk(Hierarchy const& hierarchy, CopyKind kind) {
    CXXRecordDecl const* guarded = nullptr;
    for (CXXRecordDecl const* stage : hierarchy.construction_order()) {
        for (Part const& part : own_parts(*stage, hierarchy))
            if (guarded && may_throw(part, hierarchy, kind)) return Risk{part, guarded};
        if (!guarded && hierarchy.is_flattened(stage) && runs_on_destruction(*stage))
            guarded = stage;
    }
    return std::nullopt;
}

std::string name(clang::NamedDecl const& declaration) {
    return "`" + declaration.getQualifiedNameAsString() + "`";
}

constexpr char const* way_out = "write the copy or move function of the class, or delete it";

} // namespace

bool is_move(CopyKind kind) {
    return kind == CopyKind::move || kind == CopyKind::move_assignment;
}

bool is_assignment(CopyKind kind) {
    return kind == CopyKind::copy_assignment || kind == CopyKind::move_assignment;
}

std::optional<CopyObstacle> copy_obstacle(rewrite::Unit const& unit, Hierarchy const& hierarchy,
                                          CopyKind kind, bool is_nothrow) {
    if (std::optional<Part> const part = displaced(hierarchy, kind))
        return CopyObstacle{"C0411", unit.place(part->declaration().getLocation()),
                            name(part->declaration()) + " would be copied or moved at another " +
                                "moment by the compiler's own function of " +
                                name(hierarchy.target()),
                            way_out};
    bool const has_exceptions = unit.context().getLangOpts().CXXExceptions;
    if (is_assignment(kind) || is_nothrow || !has_exceptions) return std::nullopt;
    if (std::optional<Risk> const found = risk(hierarchy, kind))
        return CopyObstacle{
            "C0408", unit.place(found->part.declaration().getLocation()),
            "an exception may leave the compiler's own copy of " + name(found->part.declaration()) +
                " after that of " + name(*found->base) + ", whose destructor would not run then",
            "declare what it calls `noexcept`, or write or delete the copy of the class"};
    return std::nullopt;
}

} // namespace collapse
