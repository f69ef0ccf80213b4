// SPDX-License-Identifier: BSD-2-Clause
// Which hierarchies can be flattened at all.
#include "unit_visitor.hpp"

#include <algorithm>

namespace collapse {

using clang::CXXRecordDecl;

namespace {

bool has_content(CXXRecordDecl const& record) {
    bool const own = !record.field_empty() || record.isPolymorphic();
    return own || std::ranges::any_of(record.bases(), [](clang::CXXBaseSpecifier const& base) {
               return has_content(*base.getType()->getAsCXXRecordDecl()->getDefinition());
           });
}

bool is_of_template(CXXRecordDecl const& record) {
    return record.isDependentContext() || record.getDescribedClassTemplate() ||
           llvm::isa<clang::ClassTemplateSpecializationDecl>(record) ||
           record.getTemplateInstantiationPattern();
}

/// Within a class only what stands beside it can name the target before it is defined.
bool is_beside_its_bases(Hierarchy const& hierarchy) {
    clang::DeclContext const* const home = hierarchy.target().getDeclContext()->getRedeclContext();
    if (home->isFileContext()) return true;
    return home->isRecord() && std::ranges::all_of(hierarchy.bases(), [&](Base const& base) {
               return base.record->getDeclContext()->getRedeclContext() == home;
           });
}

void check_target(CheckContext const& context) {
    CXXRecordDecl const& target = context.hierarchy.target();
    if (is_of_template(target))
        context.refuse("C0203", target.getLocation(),
                       quoted(target) + " is a template or an instance of one",
                       "only ordinary classes can be flattened");
    if (!is_beside_its_bases(context.hierarchy))
        context.refuse("C0204", target.getLocation(),
                       quoted(target) + " is declared within a class or function",
                       "declare it in a namespace, or in the class that its bases are declared in");
    if (target.isUnion() || !target.getIdentifier())
        context.refuse("C0204", target.getLocation(), "the class is a union or has no name",
                       "only named classes can be flattened");
    if (target.isAbstract())
        context.refuse("C0212", target.getLocation(),
                       quoted(target) + " is abstract: there are no objects of it",
                       "flatten the most derived class");
    for (clang::CXXBaseSpecifier const& base : target.bases())
        if (base.getType()->isDependentType() || !base.getType()->getAsCXXRecordDecl())
            context.refuse("C0203", base.getBeginLoc(), "a base depends on a template's parameters",
                           "only ordinary classes can be flattened");
}

void check_base(CheckContext const& context, Base const& base) {
    CXXRecordDecl const& record = *base.record;
    if (base.decision == BaseDecision::kept) return;
    if (is_in_system_header(record) || !context.unit.offset(record.getLocation()))
        return context.refuse("C0201", context.hierarchy.target().getLocation(),
                              "the base " + quoted(record) + " is defined in a system header",
                              "keep it as a base");
    if (is_of_template(record))
        context.refuse("C0203", record.getLocation(),
                       "the base " + quoted(record) + " is an instance of a template",
                       "make the mix-in an ordinary class");
    if (base.subobjects > 1 && has_content(record))
        context.refuse("C0206", record.getLocation(),
                       quoted(context.hierarchy.target()) + " contains " +
                           std::to_string(base.subobjects) + " objects of its base " +
                           quoted(record),
                       "derive virtually from it");
    if (record.hasAttr<clang::AlignedAttr>())
        context.refuse("C0207", record.getLocation(),
                       "the alignment of the base " + quoted(record) + " would be lost",
                       "align a member of it instead");
    bool const is_local = record.getParentFunctionOrMethod() != nullptr;
    if (is_local)
        context.refuse("C0204", record.getLocation(),
                       "the base " + quoted(record) + " is declared within a function",
                       "declare it in a namespace");
    for (clang::FieldDecl const* field : record.fields())
        if (field->getType()->isIncompleteArrayType())
            context.refuse("C0209", field->getLocation(),
                           "a base ends with an array without a size",
                           "move the array into the most derived class");
}

/// `packed` and `#pragma pack` hold for a whole class; in a flat one they would hold for all.
void check_packing(CheckContext const& context) {
    auto const packing = [](CXXRecordDecl const& record) {
        auto const* const most = record.getAttr<clang::MaxFieldAlignmentAttr>();
        return std::pair(record.hasAttr<clang::PackedAttr>(), most ? most->getAlignment() : 0);
    };
    CXXRecordDecl const& target = context.hierarchy.target();
    for (Base const& base : context.hierarchy.bases())
        if (base.decision != BaseDecision::kept && packing(*base.record) != packing(target) &&
            (!base.record->field_empty() || !target.field_empty()))
            context.refuse("C0207", base.record->getLocation(),
                           quoted(*base.record) + " and " + quoted(target) +
                               " are packed differently",
                           "pack both or none");
}

/// Other classes that derive from the hierarchy, and statics that a copy would double.
class ShapeChecks : public UnitVisitor {
public:
    using UnitVisitor::UnitVisitor;

    bool VisitCXXRecordDecl(CXXRecordDecl* record) override {
        bool const is_definition = record->isThisDeclarationADefinition();
        if (!is_definition || context_.hierarchy.contains(record)) return true;
        for (clang::CXXBaseSpecifier const& base : record->bases())
            check_other_derived(*record, base);
        return true;
    }

    bool VisitVarDecl(clang::VarDecl* variable) override {
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(
            llvm::cast<clang::Decl>(variable->getDeclContext()));
        if (!method || !variable->isStaticLocal()) return true;
        Base const* const base = context_.hierarchy.find(method->getParent());
        if (base && base->decision == BaseDecision::copied)
            context_.refuse("C0208", variable->getLocation(),
                            "the static variable `" + variable->getNameAsString() +
                                "` would exist twice: in the copy of " + quoted(*base->record) +
                                " too",
                            "make it a static member of the class");
        return true;
    }

private:
    void check_other_derived(CXXRecordDecl const& record, clang::CXXBaseSpecifier const& base) {
        CXXRecordDecl const* const from = base.getType()->getAsCXXRecordDecl();
        if (!from || !context_.hierarchy.contains(from)) return;
        Base const* const known = context_.hierarchy.find(from);
        if (!known)
            context_.refuse("C0205", base.getBeginLoc(),
                            quoted(record) + " derives from " + quoted(context_.hierarchy.target()),
                            "flatten the most derived class");
        else if (known->decision == BaseDecision::merged)
            context_.refuse("C0205", base.getBeginLoc(),
                            quoted(record) + " derives from " + quoted(*from) + " too",
                            "let the base be copied or kept instead of merged");
    }
};

} // namespace

void check_shape(CheckContext const& context) {
    check_target(context);
    for (Base const& base : context.hierarchy.bases())
        check_base(context, base);
    check_packing(context);
    ShapeChecks(context).walk();
}

} // namespace collapse
