// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever text and nested plan it is given, `render` refuses, or copies bytes
// from where it says, keeps new text in order and shows lines at their own numbers.
#include <rewrite/text/character.hpp>
#include <rewrite/text/edit_plan.hpp>
#include <rewrite/text/line_markers.hpp>

#include <cstdlib>

namespace {

using namespace rewrite;

/// The fuzzer's bytes as a stream of small decisions; zero when they have run out.
class Choices {
public:
    Choices(uint8_t const* data, size_t size) : data_(data), size_(size) {}

    uint8_t next() {
        if (size_ == 0) return 0;
        --size_;
        return *data_++;
    }

    bool empty() const { return size_ == 0; }
    uint32_t below(uint32_t bound) {
        uint32_t const high = next();
        return (high * 256 + next()) % bound;
    }

private:
    uint8_t const* data_;
    size_t size_;
};

/// A text, and the places where edits begin and end.
struct Subject {
    std::string text = "# 1 \"a.cc\"\n";
    std::vector<uint32_t> borders;

    void add(std::string_view piece) {
        borders.push_back(static_cast<uint32_t>(text.size()));
        text += piece;
    }
};

/// Whole tokens and directives, and edits between them: then line numbers can be checked.
Subject make_clean(Choices& choices) {
    constexpr std::string_view tokens[] = {
        "int a;", "\n",         " ",   "\n\n", "name", "\"x\"", " R\"(\n# 1 \"no\"\n)\"",
        "/*\n*/", "\\\nint b;", " 1'0"};
    constexpr std::string_view directives[] = {"# 7 \"a.h\" 1", "# 3 \"a.cc\" 2", "# 5 \"b\"",
                                               "#line 4",       "#include <x>",   "#pragma once"};
    Subject made;
    for (uint8_t left = choices.next() % 64; left > 0; --left) {
        uint8_t const choice = choices.next();
        if (choice % 4 != 0) {
            made.add(tokens[choice / 4 % std::size(tokens)]);
            continue;
        }
        made.add("\n");
        made.add(directives[choice / 4 % std::size(directives)]);
        made.add("\n");
    }
    made.add("\n");
    return made;
}

/// Halves of tokens, and edits anywhere.
Subject make_wild(Choices& choices) {
    constexpr std::string_view pieces[] = {"int a;",
                                           "\n",
                                           "\n\n",
                                           " ",
                                           "# 7 \"a.h\" 1\n",
                                           "# 3 \"a.cc\" 2\n",
                                           "\n# 5 \"b\"\n",
                                           "\"x\"",
                                           "R\"(",
                                           ")\"",
                                           "/*",
                                           "*/",
                                           "//",
                                           "\\\n",
                                           "'",
                                           "1'0",
                                           "#line 4\n",
                                           "\n#include <x>\n"};
    Subject made;
    for (uint8_t left = choices.next() % 64; left > 0; --left)
        made.text += pieces[choices.next() % std::size(pieces)];
    for (uint32_t border = 0; border <= made.text.size(); ++border)
        made.borders.push_back(border);
    return made;
}

Range make_range(Choices& choices, Subject const& subject) {
    auto const count = static_cast<uint32_t>(subject.borders.size());
    uint32_t const begin = choices.below(count);
    return {subject.borders[begin], subject.borders[begin + choices.below(count - begin)]};
}

EditPlan make_plan(Choices& choices, Subject const& subject, unsigned depth) {
    EditPlan plan;
    for (uint8_t left = choices.next() % 6; left > 0 && !choices.empty(); --left) {
        uint8_t const kind = choices.next();
        Range range = make_range(choices, subject);
        if (kind % 2 == 0) range.end = range.begin;
        Fragment fragment;
        if (kind & 2) fragment.emplace_back("new");
        if (kind & 4) fragment.emplace_back("\nnew line\n");
        if ((kind & 8) && depth > 0) {
            Range const source = make_range(choices, subject);
            auto inner = std::make_shared<EditPlan const>(make_plan(choices, subject, depth - 1));
            fragment.emplace_back(Moved{source, std::move(inner), (kind & 16) != 0});
        }
        plan.replace(range, std::move(fragment));
    }
    return plan;
}

void require(bool condition) {
    if (!condition) std::abort();
}

void check_origins(std::string const& text, Rendered const& rendered) {
    uint32_t end = 0;
    for (OriginMap::Piece const& piece : rendered.origins.pieces) {
        require(piece.begin >= end && piece.length > 0);
        end = piece.begin + piece.length;
        require(end <= rendered.text.size() && piece.origin + piece.length <= text.size());
        require(rendered.text.compare(piece.begin, piece.length, text, piece.origin,
                                      piece.length) == 0);
    }
}

/// A copied line that is whole and where a directive could stand before it has its own number.
void check_lines(std::string const& text, Rendered const& rendered) {
    LineMarkers const before(text);
    LineMarkers const after(rendered.text);
    for (OriginMap::Piece const& piece : rendered.origins.pieces)
        for (uint32_t at = piece.begin + 1; at < piece.begin + piece.length; ++at) {
            uint32_t const origin = piece.origin + (at - piece.begin);
            bool const starts_line = rendered.text[at - 1] == '\n';
            if (!starts_line || is_space(rendered.text[at]) || !before.may_break(origin) ||
                !after.may_break(at) || after.inside_directive(at) || rendered.text[at] == '#')
                continue;
            require(before.position(origin) == after.position(at));
        }
}

bool has_inline_piece(EditPlan const& plan) {
    for (EditPlan::Edit const& edit : plan.edits())
        for (auto const& piece : edit.fragment)
            if (auto const* moved = std::get_if<Moved>(&piece))
                if (!moved->own_lines || has_inline_piece(*moved->edits)) return true;
    return false;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* data, size_t size) {
    Choices choices(data, size);
    bool const clean = choices.next() % 4 != 0;
    Subject const subject = clean ? make_clean(choices) : make_wild(choices);
    EditPlan const plan = make_plan(choices, subject, 3);
    auto const result = render(subject.text, plan);
    if (auto const* rendered = std::get_if<Rendered>(&result)) {
        check_origins(subject.text, *rendered);
        if (clean && !has_inline_piece(plan)) check_lines(subject.text, *rendered);
    }
    return 0;
}
