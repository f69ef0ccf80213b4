// SPDX-License-Identifier: BSD-2-Clause
// Reads types of clang's syntax tree.
#include "shapes.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecordLayout.h>

#include <set>

namespace specialize {
namespace {

using clang::QualType;

std::string canonical_of(QualType type, clang::ASTContext const& context) {
    QualType const canonical = context.getCanonicalType(type).getUnqualifiedType();
    return canonical.getAsString(context.getPrintingPolicy());
}

/// As a cast can name it: in C++ with its namespaces, which only the canonical type has for sure.
std::string spelled(QualType type, clang::ASTContext const& context) {
    if (context.getLangOpts().CPlusPlus) return canonical_of(type, context);
    return type.getUnqualifiedType().getAsString(context.getPrintingPolicy());
}

/// Only numbers that fit into the eight bytes that are recorded.
bool is_small(QualType type, clang::ASTContext const& context) {
    return context.getTypeSize(type) <= 64;
}

/// Names that a derived class declares itself, and so hides in its bases.
std::set<std::string> own_names(Shape const& shape) {
    std::set<std::string> names;
    for (ShapeMember const& each : shape.members) {
        if (!each.name.empty()) names.insert(each.name);
        if (each.name.empty()) names.merge(own_names(*each.shape));
    }
    return names;
}

/// The same shape without the members that have these names.
ShapePointer hiding(ShapePointer const& base, std::set<std::string> const& names) {
    auto result = std::make_shared<Shape>(*base);
    for (ShapeMember& each : result->members) {
        each.is_hidden |= names.contains(each.name);
        if (each.name.empty()) each.shape = hiding(each.shape, names);
    }
    return result;
}

} // namespace

ShapePointer Shapes::of(QualType type) {
    void const* const key = type.getUnqualifiedType().getAsOpaquePtr();
    auto const found = known_.find(key);
    return found != known_.end() ? found->second : known_[key] = made(type);
}

ShapePointer Shapes::made(QualType type) {
    auto shape = std::make_shared<Shape>();
    shape->type = spelled(type, context_);
    shape->canonical = canonical_of(type, context_);
    bool const is_sized = !type->isIncompleteType() && !type->isDependentType() &&
                          !type->isFunctionType() && !type->isReferenceType();
    if (!is_sized) return shape;
    shape->size_bytes = uint64_t(context_.getTypeSizeInChars(type).getQuantity());
    if (!type->isAtomicType()) describe(type, *shape);
    return shape;
}

void Shapes::describe(QualType type, Shape& shape) {
    if (type->isPointerType()) return describe_pointer(type, shape);
    if (auto const* const array = context_.getAsConstantArrayType(type)) {
        shape.kind = ShapeKind::array;
        shape.element = of(array->getElementType());
        shape.element_count = array->getSize().getLimitedValue();
        return;
    }
    if (type->isRecordType()) return describe_structure(type, shape);
    if (type->isBooleanType()) {
        shape.kind = ShapeKind::boolean;
    } else if (type->isRealFloatingType()) {
        bool const has_literal = type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
                                 type->isSpecificBuiltinType(clang::BuiltinType::Double);
        if (has_literal) shape.kind = ShapeKind::floating;
    } else if (type->isIntegralOrEnumerationType() && is_small(type, context_)) {
        shape.kind = ShapeKind::integer;
        shape.is_signed = type->isSignedIntegerOrEnumerationType();
        if (type->isEnumeralType()) describe_enumeration(type, shape);
    }
}

void Shapes::describe_pointer(QualType type, Shape& shape) {
    QualType const pointee = type->getPointeeType();
    if (!is_small(type, context_)) return;
    shape.kind = ShapeKind::pointer;
    shape.pointee = canonical_of(pointee, context_);
    shape.leads_to_function = pointee->isFunctionType();
    shape.leads_to_constant = pointee.isConstQualified();
}

void Shapes::describe_enumeration(QualType type, Shape& shape) {
    clang::EnumDecl const& declaration = *type->castAs<clang::EnumType>()->getDecl();
    bool const is_named = declaration.getIdentifier() || declaration.getTypedefNameForAnonDecl();
    shape.enumeration = is_named ? spelled(type, context_) : "";
    for (clang::EnumConstantDecl const* const each : declaration.enumerators())
        shape.enumerators.emplace(each->getInitVal().getExtValue(),
                                  context_.getLangOpts().CPlusPlus
                                      ? each->getQualifiedNameAsString()
                                      : each->getNameAsString());
}

void Shapes::describe_structure(QualType type, Shape& shape) {
    clang::RecordDecl const& record = *type->castAs<clang::RecordType>()->getDecl();
    if (record.isUnion() || record.isInvalidDecl()) return;
    shape.kind = ShapeKind::structure;
    clang::ASTRecordLayout const& layout = context_.getASTRecordLayout(&record);
    for (clang::FieldDecl const* const field : record.fields()) {
        if (field->isUnnamedBitField()) continue;
        QualType const of_field = field->getType();
        ShapeMember member;
        member.name = field->getNameAsString();
        member.offset_bytes = layout.getFieldOffset(field->getFieldIndex()) / 8;
        member.shape = of(of_field);
        member.is_bit_field = field->isBitField();
        member.has_no_fact =
            of_field.isVolatileQualified() || (field->isBitField() && of_field.isConstQualified());
        shape.members.push_back(std::move(member));
    }
    add_bases(type, shape);
}

/// After the own members; a virtual base lies elsewhere in each class and is left out.
void Shapes::add_bases(QualType type, Shape& shape) {
    clang::CXXRecordDecl const* const record = type->getAsCXXRecordDecl();
    if (record == nullptr) return;
    clang::ASTRecordLayout const& layout = context_.getASTRecordLayout(record);
    std::set<std::string> const names = own_names(shape);
    for (clang::CXXBaseSpecifier const& base : record->bases()) {
        if (base.isVirtual()) continue;
        ShapeMember member;
        member.offset_bytes =
            uint64_t(layout.getBaseClassOffset(base.getType()->getAsCXXRecordDecl()).getQuantity());
        member.shape = hiding(of(base.getType()), names);
        shape.members.push_back(std::move(member));
    }
}

} // namespace specialize
