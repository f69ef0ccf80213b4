// SPDX-License-Identifier: BSD-2-Clause
// Groups fields into items by what clang's layout says of them.
#include "shape.hpp"

#include <rewrite/syntax/clang.hpp>

#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace reorder {

using clang::CXXRecordDecl;
using clang::FieldDecl;
using clang::RecordDecl;

namespace {

uint64_t bits_of(FieldDecl const& field) {
    clang::ASTContext& context = field.getASTContext();
    if (field.isBitField()) return field.getBitWidthValue(context);
    if (field.getType()->isIncompleteArrayType()) return 0;
    return context.getTypeSize(field.getType());
}

uint64_t offset_bits(FieldDecl const& field) {
    return field.getASTContext().getFieldOffset(&field);
}

/// The named members inside, which an anonymous struct or union lends to the class around it.
void add_members(FieldDecl const& field, uint64_t base_bits, std::vector<Member>& members) {
    uint64_t const offset = base_bits + offset_bits(field);
    if (field.isAnonymousStructOrUnion()) {
        for (FieldDecl const* each : field.getType()->getAsRecordDecl()->fields())
            add_members(*each, offset, members);
    } else if (field.getIdentifier()) {
        members.push_back({field.getNameAsString(), offset, 0, bits_of(field), field.isBitField()});
    }
}

ItemKind kind_of(FieldDecl const& field) {
    if (field.isBitField()) return ItemKind::bit_fields;
    if (field.isAnonymousStructOrUnion()) return ItemKind::anonymous;
    return is_flexible_array(field) ? ItemKind::flexible_array : ItemKind::member;
}

/// As layouts need it: large arrays that are variables are aligned better, and `alignof` of a
/// reference is that of what it refers to.
uint64_t align_of(FieldDecl const& field) {
    bool const is_reference = field.getType()->isReferenceType();
    return field.getASTContext().getDeclAlign(&field, /*ForAlignof=*/!is_reference).getQuantity();
}

/// Where the unit of a bit-field may begin: `getDeclAlign` knows only where the field itself stands
/// now, which within a unit may be anywhere. One that is packed has no unit.
uint64_t unit_align(FieldDecl const& field) {
    if (field.hasAttr<clang::PackedAttr>() || field.getParent()->hasAttr<clang::PackedAttr>())
        return align_of(field);
    clang::ASTContext const& context = field.getASTContext();
    uint64_t const of_type = context.getTypeAlignInChars(field.getType()).getQuantity();
    return std::max<uint64_t>(of_type, field.getMaxAlignment() / context.getCharWidth());
}

void add_field(FieldDecl const& field, Item& item) {
    clang::ASTContext& context = field.getASTContext();
    bool const is_first = item.fields.empty();
    uint64_t const begin = offset_bits(field) / 8;
    uint64_t const end = (offset_bits(field) + bits_of(field) + 7) / 8;
    item.offset = is_first ? begin : std::min(item.offset, begin);
    item.size = std::max(is_first ? 0 : item.size, end - item.offset);
    uint64_t const align = field.isBitField() ? unit_align(field) : align_of(field);
    item.align = std::max(item.align, field.isZeroLengthBitField(context) ? 1 : align);
    item.fields.push_back(&field);
    add_members(field, 0, item.members);
}

/// Where bit-fields come to stand from an aligned beginning: each in one unit of its type.
void place_bit_fields(Item& item) {
    clang::ASTContext& context = item.fields.front()->getASTContext();
    uint64_t end = 0;
    size_t next = 0;
    for (FieldDecl const* field : item.fields) {
        uint64_t const width = bits_of(*field);
        uint64_t const unit = context.getTypeSize(field->getType());
        if (width == 0 || end % unit + width > unit) end = llvm::alignTo(end, unit);
        if (field->getIdentifier()) item.members[next++].within_bits = end;
        end += width;
    }
    item.size = (end + 7) / 8;
}

/// The first byte that is free for members.
uint64_t begin_of_members(RecordDecl const& record, clang::ASTRecordLayout const& layout) {
    auto const* const in_cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
    if (!in_cxx) return 0;
    clang::ASTContext& context = record.getASTContext();
    uint64_t begin = 0;
    if (layout.hasOwnVFPtr() || in_cxx->getNumVBases() > 0)
        begin = context.getTypeSizeInChars(context.VoidPtrTy).getQuantity();
    for (clang::CXXBaseSpecifier const& each : in_cxx->bases()) {
        CXXRecordDecl const* const base = each.getType()->getAsCXXRecordDecl();
        if (each.isVirtual() || base->isEmpty()) continue;
        uint64_t const offset = layout.getBaseClassOffset(base).getQuantity();
        uint64_t const size = context.getASTRecordLayout(base).getNonVirtualSize().getQuantity();
        begin = std::max(begin, offset + size);
    }
    return begin;
}

} // namespace

bool is_flexible_array(FieldDecl const& field) {
    RecordDecl const& record = *field.getParent();
    FieldDecl const* last = nullptr;
    for (FieldDecl const* each : record.fields())
        last = each;
    if (last != &field || record.isUnion()) return false;
    if (field.getType()->isIncompleteArrayType()) return true;
    auto const* const array = field.getASTContext().getAsConstantArrayType(field.getType());
    if (array) return array->getSize().ule(1);
    RecordDecl const* const inner = field.getType()->getAsRecordDecl();
    return inner && inner->hasFlexibleArrayMember();
}

Shape shape_of(RecordDecl const& record) {
    clang::ASTContext& context = record.getASTContext();
    clang::ASTRecordLayout const& layout = context.getASTRecordLayout(&record);
    Shape shape{&record,
                {},
                begin_of_members(record, layout),
                uint64_t(layout.getSize().getQuantity()),
                uint64_t(layout.getAlignment().getQuantity())};
    for (FieldDecl const* field : record.fields()) {
        ItemKind const kind = kind_of(*field);
        bool const goes_on = kind == ItemKind::bit_fields && !shape.items.empty() &&
                             shape.items.back().kind == ItemKind::bit_fields;
        if (!goes_on) shape.items.emplace_back().kind = kind;
        add_field(*field, shape.items.back());
    }
    for (Item& item : shape.items) {
        for (Member& member : item.members)
            member.within_bits = member.offset_bits - item.offset * 8;
        if (item.kind == ItemKind::bit_fields) place_bit_fields(item);
    }
    return shape;
}

} // namespace reorder
