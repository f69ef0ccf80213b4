// SPDX-License-Identifier: BSD-2-Clause
#include "parsing.hpp"

#include <collapse/lib/hierarchy/scopes.hpp>
#include <rewrite/text/member_chunks.hpp>

namespace collapse {
namespace {

using testing::class_named;
using testing::parse;

std::vector<std::string> texts(std::string const& source) {
    auto const unit = parse(source);
    rewrite::Diagnostics diagnostics;
    std::vector<std::string> result;
    for (rewrite::MemberChunk const& each :
         member_chunks(*unit, class_named(*unit, "A"), diagnostics))
        result.push_back(unit->text().substr(each.range.begin, each.range.end - each.range.begin));
    EXPECT_FALSE(diagnostics.has_errors());
    return result;
}

using Texts = std::vector<std::string>;

TEST(MemberChunks, keep_declarators_of_one_declaration_together) {
    EXPECT_EQ(texts("struct A { int a, *b[3], (*f)(int); int c; };"),
              (Texts{"int a, *b[3], (*f)(int);", "int c;"}));
}

TEST(MemberChunks, begin_with_their_attributes) {
    EXPECT_EQ(texts("struct A { [[nodiscard]] virtual int f(); [[maybe_unused]] int x; };"),
              (Texts{"[[nodiscard]] virtual int f();", "[[maybe_unused]] int x;"}));
}

TEST(MemberChunks, leave_access_specifiers_out) {
    EXPECT_EQ(texts("class A { int a; public : int b; };"), (Texts{"int a;", "int b;"}));
}

TEST(MemberChunks, keep_anonymous_unions_and_their_members_together) {
    EXPECT_EQ(texts("struct A { union { int a; float b; }; struct { int c; } d; };"),
              (Texts{"union { int a; float b; };", "struct { int c; } d;"}));
}

TEST(MemberChunks, know_functions_without_a_template_head) {
    EXPECT_EQ(texts("struct A { int f(auto x) { return x; } int g(); };"),
              (Texts{"int f(auto x) { return x; }", "int g();"}));
}

TEST(ClassPlaces, find_the_base_clause_behind_final) {
    auto const unit = parse("struct B {}; struct A final : public B { int a; };");
    auto const places = class_places(*unit, class_named(*unit, "A"));
    ASSERT_TRUE(places);
    EXPECT_EQ(unit->text().substr(places->base_clause.begin, 10), ": public B");
    EXPECT_EQ(unit->text()[places->open_brace], '{');
    EXPECT_EQ(unit->text()[places->close_brace], '}');
}

TEST(Scopes, open_as_many_braces_as_the_text_has) {
    auto const unit = parse("namespace a::b { inline namespace c { namespace { struct A {}; } } }");
    Scope const scope = scope_of(*class_named(*unit, "A").getDeclContext());
    EXPECT_EQ(scope.open, "namespace a::b { inline namespace c { namespace  { ");
    EXPECT_EQ(scope.close, "}}}");
}

TEST(Scopes, declare_classes_in_their_namespaces) {
    auto const unit = parse("namespace a { struct B {}; class A {}; }");
    EXPECT_EQ(forward_declarations({&class_named(*unit, "A"), &class_named(*unit, "B")}),
              "namespace a { class A; }\nnamespace a { struct B; }\n");
}

TEST(FindClasses, match_by_the_end_of_the_qualified_name) {
    auto const unit = parse("namespace a { namespace { struct A {}; } } struct xA {};");
    EXPECT_EQ(find_classes(unit->context(), "A").size(), 1U);
    EXPECT_EQ(find_classes(unit->context(), "a::A").size(), 1U);
    EXPECT_EQ(find_classes(unit->context(), "::A").size(), 0U);
}

TEST(Mentions, look_for_whole_identifiers) {
    EXPECT_TRUE(rewrite::mentions("struct tcb_t;", "ns::tcb_t"));
    EXPECT_FALSE(rewrite::mentions("struct tcb_type; my_tcb_t", "tcb_t"));
}

} // namespace
} // namespace collapse
