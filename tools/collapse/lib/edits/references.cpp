// SPDX-License-Identifier: BSD-2-Clause
// Edits the template argument of a member's declared type.
#include "references.hpp"

#include "name_adapter.hpp"
#include <collapse/lib/hierarchy/find_class.hpp>
#include <collapse/lib/hierarchy/hierarchy.hpp>
#include <collapse/lib/hierarchy/static_variables.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

namespace collapse {

using clang::CXXRecordDecl;

namespace {

clang::FieldDecl const* field_of(CXXRecordDecl const& record, std::string const& name) {
    for (clang::FieldDecl const* field : record.fields())
        if (field->getName() == name) return field;
    return nullptr;
}

/// The first template argument of `Wrapper<Interface>` as written.
std::optional<clang::TypeLoc> wrapped_type(clang::FieldDecl const& field) {
    if (!field.getTypeSourceInfo()) return std::nullopt;
    clang::TypeLoc type = field.getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
    if (auto const elaborated = type.getAs<clang::ElaboratedTypeLoc>())
        type = elaborated.getNamedTypeLoc();
    auto const special = type.getAs<clang::TemplateSpecializationTypeLoc>();
    if (!special || special.getNumArgs() == 0) return std::nullopt;
    clang::TypeSourceInfo const* const argument = special.getArgLoc(0).getTypeSourceInfo();
    return argument ? std::optional(argument->getTypeLoc()) : std::nullopt;
}

} // namespace

References::References(rewrite::Unit const& unit, rewrite::Diagnostics& diagnostics,
                       rewrite::EditPlan& plan, rewrite::Images& images)
    : unit_(unit), diagnostics_(diagnostics), plan_(plan), images_(images) {}

/// A template that keeps something for the field's type, or the wrapper itself; null: none.
clang::NamedDecl const* References::told_apart_by(clang::FieldDecl const& field) const {
    CXXRecordDecl const* const wrapper = field.getType()->getAsCXXRecordDecl();
    if (wrapper && has_static_variable(*wrapper)) return wrapper;
    return template_with_variables(unit_, field.getType());
}

void References::retype(PlannedReference const& reference) {
    std::vector<CXXRecordDecl const*> const owners =
        find_classes(unit_.context(), "::" + reference.owner);
    std::vector<CXXRecordDecl const*> const concrete =
        find_classes(unit_.context(), "::" + reference.concrete);
    if (owners.empty() || concrete.empty()) return;
    clang::FieldDecl const* const field = field_of(*owners.front(), reference.member);
    if (!field) {
        diagnostics_.refuse("C0702", unit_.place(owners.front()->getLocation()),
                            "`" + reference.owner + "` has no member `" + reference.member +
                                "`, which the plan names",
                            "make the plan again from these sources");
        return;
    }
    std::optional<clang::TypeLoc> const wrapped = wrapped_type(*field);
    CXXRecordDecl const* const interface =
        wrapped ? wrapped->getType()->getAsCXXRecordDecl() : nullptr;
    if (!interface || !concrete.front()->isDerivedFrom(interface)) {
        diagnostics_.refuse("C0703", unit_.place(field->getLocation()),
                            "`" + reference.member + "` is no reference to a base of `" +
                                reference.concrete + "`",
                            "only members like `Wrapper<Base>` can be retyped");
        return;
    }
    if (clang::NamedDecl const* const apart = told_apart_by(*field)) {
        diagnostics_.refuse(
            "C0703", unit_.place(field->getLocation()),
            "`" + reference.member + "` would be of another type than others, and `" +
                apart->getQualifiedNameAsString() + "` has static variables for each type",
            "let the variables belong to no template");
        return;
    }
    std::optional<rewrite::Range> const range = unit_.range(wrapped->getSourceRange());
    if (!range) return;
    plan_.replace(*range, qualified_name(*concrete.front()));
    to_declare_.insert(concrete.front());
    add_concrete_images(unit_, *interface->getDefinition(), *concrete.front(), images_);
    summary_.push_back(reference.owner + "::" + reference.member + ": " + reference.concrete +
                       " stands behind it");
}

void add_concrete_images(rewrite::Unit const& unit, CXXRecordDecl const& interface,
                         CXXRecordDecl const& concrete, rewrite::Images& images) {
    clang::ASTContext& context = unit.context();
    auto const add = [&](clang::Decl const& before, clang::Decl const& after) {
        std::string const key = rewrite::key_of(context, before);
        images.add(key, key);
        images.add(key, rewrite::key_of(context, after));
    };
    Hierarchy const hierarchy(concrete);
    auto const add_class = [&](CXXRecordDecl const& record) {
        add(record, concrete);
        for (clang::CXXMethodDecl const* method : record.methods())
            if (method->isVirtual()) add(*method, *hierarchy.final_overrider(*method));
    };
    add_class(interface);
    Hierarchy const above(interface);
    for (Base const& base : above.bases())
        add_class(*base.record);
}

void References::seal(std::string const& class_name) {
    for (CXXRecordDecl const* record : find_classes(unit_.context(), "::" + class_name)) {
        if (record->hasAttr<clang::FinalAttr>()) continue;
        std::optional<rewrite::ClassPlaces> const places = class_places(unit_, *record);
        if (!places) {
            diagnostics_.refuse("C0704", unit_.place(record->getLocation()),
                                "`" + class_name +
                                    "` cannot become final: its text cannot be edited",
                                "leave it out of the plan's `sealed`");
            continue;
        }
        plan_.insert(places->after_name, std::string(" final"));
        summary_.push_back(class_name + ": final");
    }
}

} // namespace collapse
