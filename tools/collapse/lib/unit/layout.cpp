// SPDX-License-Identifier: BSD-2-Clause
// Writes the assertions into a member function: there the class is complete and its members
// accessible. One line, so that no line number changes.
#include "layout.hpp"

#include <collapse/lib/hierarchy/find_class.hpp>

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/member_chunks.hpp>

namespace collapse {

namespace {

std::string assertions(clang::ASTContext const& context, clang::CXXRecordDecl const& record) {
    std::string const name = record.getNameAsString();
    clang::ASTRecordLayout const& layout = context.getASTRecordLayout(&record);
    std::string text = "static_assert(sizeof(" + name +
                       ") == " + std::to_string(layout.getSize().getQuantity()) + ");";
    for (clang::FieldDecl const* field : record.fields()) {
        bool const has_offset =
            field->getIdentifier() && !field->isBitField() && !field->getType()->isReferenceType();
        if (!has_offset) continue;
        uint64_t const offset = layout.getFieldOffset(field->getFieldIndex()) / 8;
        text += " static_assert(__builtin_offsetof(" + name + ", " + field->getNameAsString() +
                ") == " + std::to_string(offset) + ");";
    }
    return text;
}

} // namespace

std::string pin_layout(rewrite::Unit const& unit, std::vector<std::string> const& classes) {
    std::map<uint32_t, std::string, std::greater<>> insertions;
    for (std::string const& name : classes)
        for (clang::CXXRecordDecl const* record : find_classes(unit.context(), "::" + name))
            if (std::optional<rewrite::ClassPlaces> const places = class_places(unit, *record))
                insertions[places->close_brace] =
                    "_Pragma(\"GCC diagnostic push\") "
                    "_Pragma(\"GCC diagnostic ignored \\\"-Winvalid-offsetof\\\"\") "
                    "[[maybe_unused]] static void collapse_layout() { " +
                    assertions(unit.context(), *record) + " } _Pragma(\"GCC diagnostic pop\") ";
    std::string text = unit.text();
    for (auto const& [place, assertion] : insertions)
        text.insert(place, assertion);
    return text;
}

} // namespace collapse
