// SPDX-License-Identifier: BSD-2-Clause
// Finds the address point of a base in the table of a class.
#include "tables.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/CXXInheritance.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/VTableBuilder.h>

namespace specialize {
namespace {

/// Where the only base of that class begins; nothing behind a virtual base.
std::optional<clang::CharUnits> offset_of(clang::CXXRecordDecl const& whole,
                                          clang::CXXRecordDecl const& part,
                                          clang::ASTContext& context) {
    clang::CharUnits offset = clang::CharUnits::Zero();
    if (whole.getCanonicalDecl() == part.getCanonicalDecl()) return offset;
    clang::CXXBasePaths paths;
    if (!whole.isDerivedFrom(&part, paths)) return std::nullopt;
    for (clang::CXXBasePathElement const& step : paths.front()) {
        if (step.Base->isVirtual()) return std::nullopt;
        offset += context.getASTRecordLayout(step.Class)
                      .getBaseClassOffset(step.Base->getType()->getAsCXXRecordDecl());
    }
    return offset;
}

} // namespace

std::optional<TableAddress> table_address(clang::CXXRecordDecl const& whole,
                                          clang::CXXRecordDecl const& part,
                                          clang::ASTContext& context) {
    if (!whole.hasDefinition() || !part.hasDefinition()) return std::nullopt;
    clang::CXXRecordDecl const& definition = *whole.getDefinition();
    clang::CXXRecordDecl const& base = *part.getDefinition();
    if (!base.isPolymorphic() || definition.isAbstract()) return std::nullopt;
    auto const offset = offset_of(definition, base, context);
    auto* const tables = llvm::dyn_cast<clang::ItaniumVTableContext>(context.getVTableContext());
    if (!offset || tables == nullptr) return std::nullopt;
    clang::VTableLayout const& layout = tables->getVTableLayout(&definition);
    auto const point = layout.getAddressPoint(clang::BaseSubobject(&base, *offset));

    std::unique_ptr<clang::ItaniumMangleContext> const mangler(
        clang::ItaniumMangleContext::create(context, context.getDiagnostics()));
    TableAddress result;
    llvm::raw_string_ostream out(result.symbol);
    mangler->mangleCXXVTable(&definition, out);
    result.word = layout.getVTableOffset(point.VTableIndex) + point.AddressPointIndex;
    return result;
}

} // namespace specialize
