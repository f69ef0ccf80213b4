// SPDX-License-Identifier: BSD-2-Clause
// Classes whose layout is not ours to choose.
#include "checks.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/find_records.hpp>

namespace reorder {

using clang::RecordDecl;

namespace {

struct Refusal {
    std::string code;
    std::string message;
    std::string help;
};

bool is_template(RecordDecl const& record) {
    auto const* const in_cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
    return record.isDependentContext() ||
           llvm::isa<clang::ClassTemplateSpecializationDecl>(record) ||
           (in_cxx && in_cxx->getTemplateSpecializationKind() != clang::TSK_Undeclared);
}

bool is_packed(RecordDecl const& record) {
    return record.hasAttr<clang::PackedAttr>() || record.hasAttr<clang::MaxFieldAlignmentAttr>() ||
           record.hasAttr<clang::MSStructAttr>();
}

clang::FieldDecl const* volatile_member(RecordDecl const& record) {
    for (clang::FieldDecl const* field : record.fields())
        if (record.getASTContext().getBaseElementType(field->getType()).isVolatileQualified())
            return field;
    return nullptr;
}

std::optional<Refusal> refusal_of(rewrite::Unit const& unit, RecordDecl const& record) {
    std::string const name = "`" + rewrite::record_name(record) + "`";
    if (!unit.offset(record.getLocation()) || !unit.offset(record.getBraceRange().getEnd()))
        return Refusal{"R0301", name + " belongs to a system header",
                       "only classes of the program itself can be laid out"};
    if (is_template(record))
        return Refusal{"R0302", name + " is a class template or an instance of one",
                       "lay out a class without template parameters"};
    if (is_packed(record))
        return Refusal{"R0303", name + " is packed: its layout is known elsewhere",
                       "leave the class out of the plan"};
    if (record.isUnion())
        return Refusal{"R0305", name + " is a union: its members share one place",
                       "leave the union out of the plan"};
    return std::nullopt;
}

} // namespace

bool check_record(rewrite::Unit const& unit, RecordDecl const& record,
                  rewrite::Diagnostics& diagnostics) {
    if (std::optional<Refusal> refusal = refusal_of(unit, record)) {
        diagnostics.refuse(refusal->code, unit.place(record.getLocation()), refusal->message,
                           refusal->help);
        return false;
    }
    clang::FieldDecl const* const member = volatile_member(record);
    if (!member) return true;
    diagnostics.refuse("R0304", unit.place(member->getLocation()),
                       "`" + member->getQualifiedNameAsString() +
                           "` is volatile: hardware may know its place",
                       "leave the class out of the plan");
    return false;
}

} // namespace reorder
