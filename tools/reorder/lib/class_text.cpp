// SPDX-License-Identifier: BSD-2-Clause
// Each member is shown with its declaration's specifiers, and without the other declarators. Types
// that are defined by the way stay where they are in C++, where other members may name them; in C,
// where a struct holds nothing but members, they go with the first that needs them.
#include "class_text.hpp"

#include "member_texts.hpp"

#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/find_records.hpp>

#include <algorithm>

namespace reorder {

using clang::FieldDecl;
using rewrite::Range;

namespace {

char const* word_for(clang::AccessSpecifier access) {
    switch (access) {
    case clang::AS_public:
        return "public:";
    case clang::AS_protected:
        return "protected:";
    case clang::AS_private:
        return "private:";
    case clang::AS_none:
        break;
    }
    return "";
}

class Writer {
public:
    Writer(rewrite::Unit const& unit, Arrangement const& arrangement,
           std::vector<Declaration> declarations, Edits& edits)
        : unit_(unit), arrangement_(arrangement), declarations_(std::move(declarations)),
          edits_(edits), is_cxx_(unit.context().getLangOpts().CPlusPlus) {
        for (Declaration const& each : declarations_)
            for (size_t i = 0; i < each.fields.size(); ++i)
                places_[each.fields[i]] = {&each, i};
    }

    void write() {
        for (Declaration const& each : declarations_)
            note_tag(each);
        access_ = declarations_.back().fields.back()->getAccess();
        clang::AccessSpecifier const around = access_;
        if (is_cxx_) keep_definition(declarations_.back());
        for (Placed const& placed : arrangement_.order())
            write_item(placed);
        set_access(around);
        edits_.replace(declarations_.back().whole(), std::move(pieces_));
        for (size_t i = 0; i + 1 < declarations_.size(); ++i)
            take_out(declarations_[i]);
        for (Declaration const& each : declarations_)
            for (Range const& comments : each.above.apart)
                edits_.replace(comments, {});
    }

private:
    struct Place {
        Declaration const* declaration = nullptr;
        size_t index = 0;
    };

    /// A type without a name that several texts must name gets one.
    void note_tag(Declaration const& declaration) {
        if (!declaration.defined) return;
        std::string name = declaration.defined->getNameAsString();
        if (!declaration.defined->getIdentifier()) {
            std::string around = rewrite::record_name(arrangement_.record());
            std::ranges::replace(around, ':', '_');
            name = around + "_" + declaration.fields.front()->getNameAsString() + "_type";
        }
        tags_[&declaration] = name;
    }

    bool needs_tag(Declaration const& declaration) const {
        return !declaration.defined->getIdentifier() && (is_cxx_ || declaration.fields.size() > 1);
    }

    void take_out(Declaration const& declaration) {
        pieces_.clear();
        if (is_cxx_) keep_definition(declaration);
        edits_.replace(declaration.whole(), std::move(pieces_));
    }

    void keep_definition(Declaration const& declaration) {
        if (!declaration.defined) return;
        pieces_.emplace_back(
            Shown{declaration.definition, tag_edits(declaration), /*own_lines=*/true});
        pieces_.emplace_back(";");
    }

    /// Names the type where it is defined; the check of meanings knows it by its keyword.
    std::vector<rewrite::EditPlan::Edit> tag_edits(Declaration const& declaration) const {
        if (!needs_tag(declaration)) return {};
        uint32_t const keyword = *unit_.offset(declaration.defined->getLocation());
        std::string const word = declaration.defined->getKindName().str();
        std::string const name = tags_.at(&declaration);
        if (unit_.text().compare(keyword, word.size(), word) != 0)
            return {{{keyword, keyword}, {" " + name + " "}}};
        auto const end = keyword + static_cast<uint32_t>(word.size());
        return {{{keyword, end}, {word + " ", rewrite::Renamed{name, keyword}}}};
    }

    void write_item(Placed const& placed) {
        Item const& item = arrangement_.shape().items[placed.item];
        write_padding(placed.padding_before);
        if (item.kind == ItemKind::bit_fields) begin_bit_fields(item.align);
        for (FieldDecl const* field : item.fields) {
            set_access(field->getAccess());
            write_field(*field, placed.align);
        }
        is_bits_ = item.kind == ItemKind::bit_fields;
    }

    /// A run shares no storage with what stands before it, and begins where its type may.
    void begin_bit_fields(uint64_t align) {
        std::string const type = align >= 8   ? "unsigned long long"
                                 : align == 4 ? "unsigned"
                                 : align == 2 ? "unsigned short"
                                              : "unsigned char";
        pieces_.emplace_back(" " + type + " : 0;");
    }

    /// Unnamed bit-fields take no part in initialisation.
    void write_padding(uint64_t bytes) {
        std::string text;
        if (bytes > 0 && is_bits_) text = " unsigned char : 0;";
        for (uint64_t i = 0; i < bytes; ++i)
            text += " unsigned char : 8;";
        if (!text.empty()) pieces_.emplace_back(text);
    }

    void set_access(clang::AccessSpecifier access) {
        if (!is_cxx_ || access == access_ || access == clang::AS_none) return;
        access_ = access;
        pieces_.emplace_back(std::string(" ") + word_for(access));
    }

    void write_field(FieldDecl const& field, uint64_t align) {
        Place const& place = places_.at(&field);
        Declaration const& declaration = *place.declaration;
        if (place.index == 0)
            for (Range const& comments : declaration.above.apart)
                pieces_.emplace_back(Shown{comments, {}, /*own_lines=*/true});
        Shown shown{text_with_comments(place), {}, /*own_lines=*/true};
        if (declaration.fields.size() > 1) leave_only(place, shown);
        if (declaration.defined) name_type(declaration, shown);
        if (align > 0) {
            uint32_t const end =
                end_of_declarator(unit_, field, declaration.declarators[place.index]);
            std::string const number = std::to_string(align);
            shown.own.push_back(
                {{end, end}, {" __attribute__((packed, aligned(" + number + ")))"}});
        }
        pieces_.emplace_back(std::move(shown));
    }

    /// What is written above a declaration goes with the first of its members.
    static Range text_with_comments(Place const& place) {
        Declaration const& declaration = *place.declaration;
        bool const is_last = place.index + 1 == declaration.fields.size();
        Range text = declaration.range;
        if (place.index == 0) text.begin = declaration.above.begin;
        if (is_last) text.end = declaration.comments.back().end;
        return text;
    }

    static void leave_only(Place const& place, Shown& shown) {
        Declaration const& declaration = *place.declaration;
        std::vector<Range> const& all = declaration.declarators;
        if (place.index > 0) shown.own.push_back({{all.front().begin, all[place.index].begin}, {}});
        if (place.index + 1 == all.size()) return;
        rewrite::Fragment end{";"};
        Range const comments = declaration.comments[place.index];
        if (comments.begin < comments.end)
            end.emplace_back(rewrite::Moved{comments, nullptr, /*own_lines=*/false});
        shown.own.push_back({{all[place.index].end, declaration.semicolon + 1}, std::move(end)});
    }

    /// `struct X` in place of its definition, where that stands elsewhere.
    void name_type(Declaration const& declaration, Shown& shown) {
        bool const is_here = !is_cxx_ && defined_.insert(&declaration).second;
        if (is_here) {
            for (rewrite::EditPlan::Edit& each : tag_edits(declaration))
                shown.own.push_back(std::move(each));
            return;
        }
        std::string const name =
            declaration.defined->getKindName().str() + " " + tags_.at(&declaration) + " ";
        shown.own.push_back({declaration.definition, {name}});
    }

    rewrite::Unit const& unit_;
    Arrangement const& arrangement_;
    std::vector<Declaration> declarations_;
    Edits& edits_;
    bool is_cxx_;
    std::map<FieldDecl const*, Place> places_;
    std::map<Declaration const*, std::string> tags_;
    std::set<Declaration const*> defined_;
    std::vector<Piece> pieces_;
    clang::AccessSpecifier access_ = clang::AS_none;
    bool is_bits_ = false;
};

} // namespace

bool write_members(rewrite::Unit const& unit, Arrangement const& arrangement, Edits& edits,
                   rewrite::Diagnostics& diagnostics) {
    if (arrangement.is_declared_order()) return true;
    auto declarations = find_declarations(unit, arrangement.record(), diagnostics);
    if (!declarations) return false;
    Writer(unit, arrangement, std::move(*declarations), edits).write();
    return true;
}

} // namespace reorder
