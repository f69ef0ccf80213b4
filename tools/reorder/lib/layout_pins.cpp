// SPDX-License-Identifier: BSD-2-Clause
// In C++ the assertions stand in a member function, where the class is complete and its members
// accessible; in C after the declaration. On one line, so that no line number changes.
#include "layout_pins.hpp"

#include "shape.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/find_records.hpp>
#include <rewrite/text/member_chunks.hpp>

#include <algorithm>

namespace reorder {

using clang::RecordDecl;

namespace {

/// How the text may name the class from where the assertions stand.
std::string name_in_text(RecordDecl const& record) {
    if (record.getASTContext().getLangOpts().CPlusPlus) return record.getNameAsString();
    if (clang::TypedefNameDecl const* const alias = record.getTypedefNameForAnonDecl())
        return alias->getNameAsString();
    return record.getKindName().str() + " " + record.getNameAsString();
}

bool has_reference(RecordDecl const& record, std::string const& name) {
    return std::ranges::any_of(record.fields(), [&](clang::FieldDecl const* each) {
        return each->getType()->isReferenceType() && each->getNameAsString() == name;
    });
}

std::string assertions(RecordDecl const& record, std::string const& assertion) {
    Shape const shape = shape_of(record);
    std::string const name = name_in_text(record);
    auto const assert_equal = [&](std::string const& value, uint64_t expected) {
        return assertion + "(" + value + " == " + std::to_string(expected) +
               ", \"reorder: " + name + "\"); ";
    };
    std::string text = assert_equal("sizeof(" + name + ")", shape.size);
    for (Item const& item : shape.items)
        for (Member const& member : item.members)
            if (!member.is_bit_field && !has_reference(record, member.name))
                text += assert_equal("__builtin_offsetof(" + name + ", " + member.name + ")",
                                     member.offset_bits / 8);
    return text;
}

std::string in_cxx(RecordDecl const& record) {
    return "_Pragma(\"GCC diagnostic push\") "
           "_Pragma(\"GCC diagnostic ignored \\\"-Winvalid-offsetof\\\"\") "
           "__attribute__((unused)) static void reorder_layout() { " +
           assertions(record, "static_assert") + "} _Pragma(\"GCC diagnostic pop\") ";
}

/// After the `;` of the declaration around a struct of C.
std::optional<uint32_t> end_of_declaration(rewrite::Unit const& unit, RecordDecl const& record) {
    RecordDecl const* outer = &record;
    while (auto const* const around = llvm::dyn_cast<RecordDecl>(outer->getLexicalDeclContext()))
        outer = around;
    std::optional<uint32_t> const close = unit.offset(outer->getBraceRange().getEnd());
    if (!close) return std::nullopt;
    int depth = 0;
    auto const end = static_cast<uint32_t>(unit.text().size());
    // What follows a struct may be an initialiser of any length.
    for (rewrite::RawToken const& token : raw_tokens(unit, {*close + 1, end})) {
        if (token.text == "{" || token.text == "(") ++depth;
        if (token.text == "}" || token.text == ")") --depth;
        if (token.text == ";" && depth == 0) return token.range.end;
        if (depth < 0) break; // The struct of a parameter.
    }
    return std::nullopt;
}

void refuse(rewrite::Unit const& unit, RecordDecl const& record, std::string message,
            rewrite::Diagnostics& diagnostics) {
    diagnostics.refuse("R0205", unit.place(record.getLocation()), std::move(message),
                       "the plan was made for another target, or computed wrongly: make it anew "
                       "from `reorder describe`");
}

void compare(rewrite::Unit const& unit, Shape const& shape, PlannedClass const& planned,
             rewrite::Diagnostics& diagnostics) {
    std::string const name = "`" + planned.name + "`";
    if (shape.size != planned.size_bytes)
        refuse(unit, *shape.record,
               name + " would have " + std::to_string(shape.size) + " bytes, and the plan says " +
                   std::to_string(planned.size_bytes),
               diagnostics);
    for (Item const& item : shape.items)
        for (Member const& member : item.members) {
            auto const expected =
                std::ranges::find(planned.members, member.name, &PlannedMember::name);
            bool const fits =
                expected != planned.members.end() && expected->offset == member.offset_bits / 8;
            if (fits) continue;
            refuse(unit, *shape.record,
                   "`" + member.name + "` of " + name + " would stand at " +
                       std::to_string(member.offset_bits / 8) + ", and the plan says " +
                       (expected == planned.members.end() ? "nothing"
                                                          : std::to_string(expected->offset)),
                   diagnostics);
            return;
        }
}

} // namespace

void check_layout(rewrite::Unit const& unit, PlannedClass const& planned,
                  rewrite::Diagnostics& diagnostics) {
    for (RecordDecl const* record : rewrite::find_records(unit.context(), planned.name))
        compare(unit, shape_of(*record), planned, diagnostics);
}

std::string pin_layouts(rewrite::Unit const& unit, std::vector<PlannedClass> const& classes) {
    bool const is_cxx = unit.context().getLangOpts().CPlusPlus;
    std::map<uint32_t, std::string, std::greater<>> insertions;
    for (PlannedClass const& planned : classes)
        for (RecordDecl const* record : rewrite::find_records(unit.context(), planned.name)) {
            std::optional<uint32_t> const place =
                is_cxx ? unit.offset(record->getBraceRange().getEnd())
                       : end_of_declaration(unit, *record);
            if (place)
                insertions[*place] +=
                    is_cxx ? in_cxx(*record)
                           : " " + assertions(*record, "__extension__ _Static_assert");
        }
    std::string text = unit.text();
    for (auto const& [place, assertion] : insertions)
        text.insert(place, assertion);
    return text;
}

} // namespace reorder
