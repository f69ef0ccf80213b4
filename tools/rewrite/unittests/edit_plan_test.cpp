// SPDX-License-Identifier: BSD-2-Clause
// Edit plans: what is refused, what nests, and that every line keeps its number.
#include <rewrite/text/edit_plan.hpp>
#include <rewrite/text/line_markers.hpp>

#include <gtest/gtest.h>

namespace {

using namespace rewrite;

Range find(std::string const& text, std::string const& part) {
    auto const begin = static_cast<uint32_t>(text.find(part));
    EXPECT_NE(text.find(part), std::string::npos) << part;
    return {begin, begin + static_cast<uint32_t>(part.size())};
}

Moved moved(Range range, EditPlan edits = {}, bool own_lines = true) {
    return {range, std::make_shared<EditPlan const>(std::move(edits)), own_lines};
}

std::string rendered(std::string const& text, EditPlan const& plan) {
    auto const result = render(text, plan);
    EXPECT_TRUE(std::holds_alternative<Rendered>(result));
    auto const* done = std::get_if<Rendered>(&result);
    if (done == nullptr) return "refused";
    for (OriginMap::Piece const& piece : done->origins.pieces)
        EXPECT_EQ(done->text.substr(piece.begin, piece.length),
                  text.substr(piece.origin, piece.length));
    return done->text;
}

bool is_refused(std::string const& text, EditPlan const& plan) {
    return std::holds_alternative<Overlap>(render(text, plan));
}

/// The place that `part` of the rendered text is shown at.
std::string place(std::string const& text, std::string const& part) {
    LineMarkers const markers(text);
    SourceLine const line = markers.source_line(find(text, part).begin);
    return line.file + ":" + std::to_string(line.line);
}

TEST(edit_plan, an_empty_plan_changes_nothing) {
    std::string const text = "# 1 \"a.cc\"\n# 1 \"a.h\" 1\nint x;\n# 2 \"a.cc\" 2\nint y;";
    EXPECT_EQ(rendered(text, {}), text);
    EXPECT_EQ(rendered("", {}), "");
}

TEST(edit_plan, replaces_removes_and_inserts) {
    std::string const text = "one two three\n";
    EditPlan plan;
    plan.replace(find(text, "two"), "2");
    plan.remove(find(text, "one "));
    plan.insert(find(text, "three").begin, "a ");
    plan.insert(find(text, "three").begin, "b ");
    plan.insert(static_cast<uint32_t>(text.size()), "end\n");
    EXPECT_EQ(rendered(text, plan), "2 a b three\nend\n");
}

TEST(edit_plan, insertions_at_the_ends_of_a_replaced_range_stay) {
    std::string const text = "x(abc)y";
    EditPlan plan;
    plan.insert(5, ">");
    plan.replace({2, 5}, "-");
    plan.insert(2, "<");
    plan.insert(3, "lost");
    EXPECT_EQ(rendered(text, plan), "x(<->)y");
}

TEST(edit_plan, edits_inside_a_replaced_range_have_no_effect) {
    std::string const text = "aaa bbb ccc";
    EditPlan plan;
    plan.replace({4, 5}, "X");
    plan.replace({6, 7}, "Y");
    plan.replace({4, 7}, "Z");
    plan.replace({0, 11}, "all");
    EXPECT_EQ(rendered(text, plan), "all");
}

TEST(edit_plan, refuses_overlap_equal_ranges_and_ranges_outside_the_text) {
    std::string const text = "0123456789";
    EditPlan crossing;
    crossing.remove({2, 5});
    crossing.remove({4, 7});
    EXPECT_TRUE(is_refused(text, crossing));
    EditPlan equal;
    equal.replace({2, 5}, "a");
    equal.replace({2, 5}, "a");
    EXPECT_TRUE(is_refused(text, equal));
    EditPlan beyond;
    beyond.remove({8, 11});
    EXPECT_TRUE(is_refused(text, beyond));
    EditPlan touching;
    touching.remove({2, 5});
    touching.remove({5, 7});
    EXPECT_EQ(rendered(text, touching), "01789");
}

TEST(edit_plan, refuses_an_overlap_that_is_hidden_by_an_outer_range) {
    EditPlan plan;
    plan.remove({0, 9});
    plan.remove({2, 5});
    plan.remove({4, 7});
    EXPECT_TRUE(is_refused("0123456789", plan));
}

TEST(edit_plan, refuses_edits_that_cross_the_border_of_a_moved_range) {
    std::string const text = "0123456789";
    EditPlan across_begin;
    across_begin.remove({1, 4});
    EditPlan across_end;
    across_end.remove({5, 8});
    EditPlan around;
    around.replace({1, 9}, "lost");
    for (EditPlan const& inner : {across_begin, across_end}) {
        EditPlan plan;
        plan.insert(0, Fragment{moved({3, 6}, inner, false)});
        EXPECT_TRUE(is_refused(text, plan));
    }
    EditPlan plan;
    plan.insert(0, Fragment{moved({3, 6}, around, false)});
    EXPECT_EQ(rendered(text, plan), "3450123456789");
}

TEST(edit_plan, refuses_a_plan_that_moves_itself) {
    auto const plan = std::make_shared<EditPlan>();
    plan->insert(2, Fragment{Moved{{0, 4}, plan, false}});
    EditPlan outer;
    outer.insert(0, Fragment{Moved{{0, 4}, plan, false}});
    EXPECT_TRUE(is_refused("0123456789", outer));
    *plan = {};
}

TEST(edit_plan, moves_a_range_with_its_own_edits_and_moves_within_them) {
    std::string const text = "f(1) g(2) h(3)";
    EditPlan innermost;
    innermost.replace(find(text, "3"), "three");
    EditPlan inner;
    inner.replace(find(text, "2"), Fragment{"<", moved(find(text, "h(3)"), innermost, false), ">"});
    EditPlan plan;
    plan.replace(find(text, "1"), Fragment{moved(find(text, "g(2)"), inner, false)});
    plan.remove(find(text, " g(2) h(3)"));
    EXPECT_EQ(rendered(text, plan), "f(g(<h(three)>))");
}

TEST(edit_plan, a_moved_range_takes_the_insertions_at_both_its_ends) {
    std::string const text = "abc def";
    EditPlan inner;
    inner.insert(4, "<");
    inner.insert(7, ">");
    EditPlan plan;
    plan.insert(0, Fragment{moved({4, 7}, inner, false)});
    EXPECT_EQ(rendered(text, plan), "<def>abc def");
}

std::string const two_files = R"text(# 1 "main.cc"
# 1 "base.h" 1
struct Base {
    int first() { return 1; }
    int second() { return 2; }
};
# 2 "main.cc" 2
struct Top : Base { int last; };
int main() { return 0; }
)text";

TEST(edit_plan, a_moved_member_stands_between_line_directives) {
    EditPlan plan;
    plan.insert(find(two_files, "int last").begin,
                Fragment{moved(find(two_files, "int first() { return 1; }")),
                         moved(find(two_files, "int second() { return 2; }")), "int added;\n"});
    std::string const text = rendered(two_files, plan);
    EXPECT_NE(text.find("struct Top : Base { \n"
                        "#line 2 \"base.h\"\n    int first() { return 1; }\n"
                        "#line 3 \"base.h\"\n    int second() { return 2; }\n"
                        "#line 2 \"main.cc\"\nint added;\n"
                        "#line 2 \"main.cc\"\nint last; };\n"),
              std::string::npos)
        << text;
    EXPECT_EQ(place(text, "int main"), "main.cc:3");
}

TEST(edit_plan, a_range_that_spans_files_is_moved_with_markers_that_need_no_nesting) {
    std::string const text = R"text(# 1 "main.cc"
class A {
# 1 "members.h" 1
    int one;
# 3 "main.cc" 2
    int two;
};
int end;
)text";
    EditPlan plan;
    plan.insert(find(text, "int end").begin,
                Fragment{moved({find(text, "class A").begin, find(text, "};").end})});
    plan.remove({find(text, "class A").begin, find(text, "int two").begin});
    std::string const out = rendered(text, plan);
    std::string const tail = out.substr(find(out, "class A").begin);
    EXPECT_EQ(place(out, "class A"), "main.cc:1");
    EXPECT_EQ(place(out, "int one"), "members.h:1");
    EXPECT_EQ(place(out, "int end"), "main.cc:5");
    EXPECT_NE(tail.find("# 1 \"members.h\"\n"), std::string::npos) << tail;
    EXPECT_NE(tail.find("# 3 \"main.cc\"\n"), std::string::npos) << tail;
}

TEST(edit_plan, a_marker_that_returns_from_a_removed_entry_only_renames) {
    EditPlan plan;
    plan.remove({find(two_files, "# 1 \"base.h\" 1").begin, find(two_files, "int second").begin});
    std::string const text = rendered(two_files, plan);
    EXPECT_NE(text.find("# 2 \"main.cc\"\nstruct Top"), std::string::npos) << text;
    EXPECT_EQ(place(text, "int second"), "base.h:3");
    EXPECT_EQ(place(text, "struct Top"), "main.cc:2");
}

TEST(edit_plan, a_removed_newline_is_made_up_for_at_the_next_line) {
    std::string const text = "# 1 \"a.cc\"\nint a =\n  b +\n  c;\nint d;\n";
    EditPlan plan;
    plan.replace(find(text, "b +\n  c"), "e");
    std::string const out = rendered(text, plan);
    EXPECT_EQ(out, "# 1 \"a.cc\"\nint a =\n  e;\n#line 4 \"a.cc\"\nint d;\n");
}

TEST(edit_plan, an_added_newline_is_made_up_for) {
    std::string const text = "# 1 \"a.cc\"\nint a;\n\nint d;\n";
    EditPlan plan;
    plan.insert(find(text, "\n\nint d").begin, "\nint b;\nint c;");
    EXPECT_EQ(rendered(text, plan),
              "# 1 \"a.cc\"\nint a;\nint b;\nint c;\n\n#line 3 \"a.cc\"\nint d;\n");
}

TEST(edit_plan, no_token_is_cut_in_two_to_set_a_line_right) {
    std::string const text = "# 1 \"a.cc\"\nint A::\nB::name;\nint d;\n";
    EditPlan plan;
    plan.replace(find(text, "A::\nB::"), "A_");
    EXPECT_EQ(rendered(text, plan), "# 1 \"a.cc\"\nint A_name;\n#line 3 \"a.cc\"\nint d;\n");
}

TEST(edit_plan, the_rest_of_a_line_is_set_right_where_a_blank_allows_it) {
    std::string const text = "# 1 \"a.cc\"\nclass T : A,\n  B { int f(); };\n";
    EditPlan plan;
    plan.remove(find(text, ": A,\n  B"));
    EXPECT_EQ(rendered(text, plan), "# 1 \"a.cc\"\nclass T \n#line 2 \"a.cc\"\n { int f(); };\n");
}

TEST(edit_plan, inline_pieces_bring_neither_directives_nor_markers) {
    std::string const text = "# 1 \"a.cc\"\nint a = f(1,\n# 9 \"a.cc\"\n  2);\nint b = (3);\n";
    EditPlan plan;
    plan.replace(find(text, "3"),
                 Fragment{moved({find(text, "f(1").begin, find(text, "2)").end}, {}, false)});
    std::string const out = rendered(text, plan);
    EXPECT_NE(out.find("int b = (f(1,\n  2));\n"), std::string::npos) << out;
}

TEST(edit_plan, a_directive_never_starts_or_ends_in_a_line) {
    std::string const text =
        "# 1 \"a.cc\"\nint a;\n#include <vector>\nint b;\n# 9 \"a.cc\"\nint c;\n";
    EditPlan plan;
    plan.replace({find(text, ";\n#include").begin, find(text, "#include").begin}, ";");
    plan.replace({find(text, "\nint b").begin, find(text, "int b").begin}, "");
    plan.remove({find(text, ";\n# 9").begin, find(text, "# 9").begin});
    EXPECT_EQ(rendered(text, plan),
              "# 1 \"a.cc\"\nint a;\n#include <vector>\nint b\n# 9 \"a.cc\"\nint c;\n");
}

TEST(edit_plan, nothing_is_put_into_a_raw_string) {
    std::string const text = "# 1 \"a.cc\"\nint a;\nchar const* s = R\"x(\n# 7 \"no\"\nint b;)\""
                             "\n)x\"; int c;\nint d;\n";
    EditPlan plan;
    plan.insert(find(text, "char").begin, "int new_line;\n");
    plan.insert(find(text, "R\"x").begin, "\n");
    std::string const out = rendered(text, plan);
    EXPECT_NE(out.find("R\"x(\n# 7 \"no\"\nint b;)\"\n)x\"; int c;\n"), std::string::npos) << out;
    EXPECT_EQ(place(out, "int d"), "a.cc:6");
    EXPECT_EQ(place(text, "int d"), "a.cc:6");
}

TEST(edit_plan, a_moved_raw_string_is_copied_as_it_is) {
    std::string const text = "# 1 \"a.cc\"\nvoid f() { g(R\"(\n#line 3\n)\"); }\nint x;\n";
    EditPlan plan;
    plan.insert(static_cast<uint32_t>(text.size()),
                Fragment{moved({find(text, "void f").begin, find(text, "); }").end})});
    std::string const out = rendered(text, plan);
    EXPECT_EQ(out, text + "#line 1 \"a.cc\"\nvoid f() { g(R\"(\n#line 3\n)\"); }\n");
}

TEST(edit_plan, file_names_are_escaped_as_the_markers_had_them) {
    std::string const text = "# 1 \"a \\\"b\\\" \\\\ \\303\\244.cc\"\nint a;\nint b;\n";
    EditPlan plan;
    plan.insert(find(text, "int b").begin, "int c;\n");
    std::string const out = rendered(text, plan);
    EXPECT_NE(out.find("#line 2 \"a \\\"b\\\" \\\\ \303\244.cc\"\nint b;"), std::string::npos)
        << out;
    EXPECT_EQ(place(out, "int b"), "a \"b\" \\ \303\244.cc:2");
}

TEST(edit_plan, text_moved_from_a_system_header_stays_one) {
    std::string const text = "# 1 \"s.h\" 1 3 4\nint s;\n# 5 \"a.cc\" 2\nint a;\nint b;\n";
    EditPlan plan;
    plan.insert(find(text, "int b").begin, Fragment{moved(find(text, "int s;"))});
    std::string const out = rendered(text, plan);
    EXPECT_NE(out.find("# 1 \"s.h\" 3 4\nint s;\n# 6 \"a.cc\"\nint b;"), std::string::npos) << out;
}

TEST(edit_plan, digit_separators_and_apostrophes_do_not_hide_markers) {
    std::string const text =
        "# 1 \"a.cc\"\nint a = 1'000;\nchar c = '\"';\nchar const* s = \"\\\"\""
        ";\n#error it's\n# 20 \"a.cc\"\nint b;\n";
    EXPECT_EQ(place(text, "int b"), "a.cc:20");
}

TEST(edit_plan, new_text_with_its_own_line_directive_is_followed) {
    std::string const text = "# 1 \"a.cc\"\nint a;\nint b;\n";
    EditPlan plan;
    plan.insert(find(text, "int b").begin, "#line 70 \"made\"\nint c;\n");
    std::string const out = rendered(text, plan);
    EXPECT_EQ(place(out, "int c"), "made:70");
    EXPECT_EQ(place(out, "int b"), "a.cc:2");
}

TEST(edit_plan, origins_tell_old_bytes_from_new_ones) {
    std::string const text = "abcdef";
    EditPlan plan;
    plan.replace({2, 4}, "XYZ");
    auto const result = render(text, plan);
    OriginMap const& origins = std::get<Rendered>(result).origins;
    EXPECT_EQ(origins.origin_of(1), 1U);
    EXPECT_EQ(origins.origin_of(2), std::nullopt);
    EXPECT_EQ(origins.origin_of(4), std::nullopt);
    EXPECT_EQ(origins.origin_of(5), 4U);
    EXPECT_EQ(origins.origin_of(7), std::nullopt);
}

} // namespace
