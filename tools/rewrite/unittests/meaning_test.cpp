// SPDX-License-Identifier: BSD-2-Clause
// The check of meanings: nothing to say about a text that is as it was, and a refusal for each
// fault that is put into one.
#include <rewrite/meaning/meaning.hpp>
#include <rewrite/syntax/clang.hpp>
#include <rewrite/text/unit.hpp>

#include "parsed.hpp"

#include <gtest/gtest.h>

namespace rewrite {
namespace {

/// One edit: the first occurrence of `old` becomes `now`. What both end and begin with stays as it
/// is, and is known to have stayed.
struct Change {
    std::string old;
    std::string now;
};

void add_change(Change change, uint32_t begin, EditPlan& plan) {
    while (!change.old.empty() && !change.now.empty() && change.old.back() == change.now.back()) {
        change.old.pop_back();
        change.now.pop_back();
    }
    while (!change.old.empty() && !change.now.empty() && change.old.front() == change.now.front()) {
        change.old.erase(0, 1);
        change.now.erase(0, 1);
        ++begin;
    }
    plan.replace({begin, begin + static_cast<uint32_t>(change.old.size())}, change.now);
}

/// What the check says when `before` is changed so.
Diagnostics checked(std::string const& before, std::vector<Change> const& changes,
                    Images const& images = {}) {
    EditPlan plan;
    for (Change const& change : changes) {
        size_t const begin = before.find(change.old);
        if (begin == before.npos) ADD_FAILURE() << "no " << change.old;
        add_change(change, static_cast<uint32_t>(begin), plan);
    }
    auto const result = render(before, plan);
    Rendered const& rendered = std::get<Rendered>(result);
    auto const old_unit = parsed(before);
    auto const new_unit = parsed(rendered.text);
    Diagnostics diagnostics;
    if (old_unit && new_unit)
        compare_meaning(old_unit->context(), new_unit->context(), rendered.origins, images,
                        diagnostics);
    return diagnostics;
}

std::string messages(Diagnostics const& diagnostics) {
    std::string all;
    for (Diagnostic const& each : diagnostics.all())
        all += each.code + ": " + each.message + "\n";
    return all;
}

struct Fault {
    char const* name;
    char const* source;
    std::vector<Change> changes;
    char const* said; ///< a part of the messages
};

std::ostream& operator<<(std::ostream& out, Fault const& fault) {
    return out << fault.name;
}

class Faults : public testing::TestWithParam<Fault> {};

TEST_P(Faults, are_refused) {
    Fault const& fault = GetParam();
    Diagnostics const diagnostics = checked(fault.source, fault.changes);
    EXPECT_TRUE(diagnostics.has_errors());
    EXPECT_NE(messages(diagnostics).find(fault.said), std::string::npos) << messages(diagnostics);
    for (Diagnostic const& each : diagnostics.all())
        EXPECT_EQ(each.code, "C0601");
}

TEST_P(Faults, are_not_in_the_text_before) {
    EXPECT_EQ(messages(checked(GetParam().source, {})), "");
}

Fault const faults[] = {
    {"capture_by_a_member",
     "void log();\nstruct T { void f() { log(); } };\n",
     {{"void f()", "void log(); void f()"}},
     "`log` would now mean `T::log`, not `::log`"},
    {"capture_by_an_inner_namespace",
     "int limit;\nnamespace n { int f() { return limit; } }\n",
     {{"int f()", "int limit; int f()"}},
     "`limit` would now mean `n::limit`, not `::limit`"},
    {"capture_by_a_local",
     "int size;\nint f(int n) { n = 2; return size + n; }\n",
     {{"n = 2;", "int size = n;"}},
     "`size` would now mean `size`, not `::size`"},
    {"capture_by_a_parameter",
     "int size;\nint f(int) { return size; }\n",
     {{"f(int)", "f(int size)"}},
     "`size` would now mean"},
    {"other_overload_by_a_better_match",
     "void g(long);\nvoid f() { g(1); }\n",
     {{"void f", "void g(int); void f"}},
     "`g` would now mean `::g`, of type `void (int)`, not `::g`, of type `void (long)`"},
    {"other_overload_by_argument_dependent_lookup",
     "namespace n { struct A {}; }\ntemplate<class T> void g(T) {}\nvoid f(n::A a) { g(a); }\n",
     {{"struct A {};", "struct A {}; void g(A);"}},
     "`g` would now mean `n::g`"},
    {"other_overload_within_an_instantiation",
     "void g(long);\ntemplate<class T> void h(T t) { g(t); }\nvoid f() { h(1); }\n",
     {{"template", "void g(int); template"}},
     "`g` would now mean"},
    {"other_operator",
     "struct A {};\nvoid operator+(A, long);\nvoid f(A a) { a + 1; }\n",
     {{"void f", "void operator+(A, int); void f"}},
     "`+` would now mean"},
    {"operator_in_place_of_a_built_in_one",
     "enum E { one };\nint f(E e) { return e < one; }\n",
     {{"int f", "bool operator<(E, E); int f"}},
     "`<` would now mean"},
    {"other_constructor",
     "struct A { A(long); };\nA f() { A a(1); return a; }\n",
     {{"A(long)", "A(int); A(long)"}},
     "(constructor)"},
    {"copy_in_place_of_a_move",
     "struct A { A(); A(A const&); A(A&&); };\nvoid g(A&& a) { A b(static_cast<A&&>(a)); }\n",
     {{"A(A&&);", ""}},
     "`b` would now mean `A::A"},
    {"default_argument_of_another_declaration",
     "int g(int x);\nint f() { int g(int x = 1); return g(); }\n",
     {{"int f", "int g(int = 2, char = 'c'); int f"}, {"int g(int x = 1);", ""}},
     "`g` would now mean"},
    {"default_argument_of_another_function",
     "struct A { int g(int x = 1); };\nstruct B : A { int h() { return g(); } };\n",
     {{"int h()", "int g(int x = 2); int h()"}},
     "`g` would now mean `B::g`, not `A::g`"},
    {"other_conversion_function",
     "struct A { operator int() const; };\nvoid g(long);\nvoid f(A a) { g(a); }\n",
     {{"operator int() const;", "operator int() const; operator int();"}},
     "`a` would now mean"},
    {"other_numeric_conversion",
     "void g(long);\nvoid f(int i) { g(i); }\n",
     {{"void g(long)", "void g(double)"}},
     "(conversion of DeclRefExpr)"},
    {"conversion_that_is_no_longer_there",
     "void g(long);\nvoid f(char i) { g(i); }\n",
     {{"char i", "long i"}},
     "(conversion of DeclRefExpr)"},
    {"other_type",
     "struct A {};\nnamespace n { A* f(); }\n",
     {{"A* f", "struct A {}; A* f"}},
     "`A` would now mean `struct n::A`, not `struct A` (type)"},
    {"other_type_behind_a_typedef",
     "typedef int word;\nword w;\n",
     {{"int word", "long word"}},
     "`word` would now mean"},
    {"other_deduced_type", "int g();\nauto x = g();\n", {{"int g", "long g"}}, "(declared type)"},
    {"other_template",
     "template<class T> struct A {};\nnamespace n { A<int>* p; }\n",
     {{"A<int>* p", "template<class T> struct A {}; A<int>* p"}},
     "`A` would now mean"},
    {"other_partial_specialization",
     "template<class T> struct A { static int v(); };\nint x = A<int*>::v();\n",
     {{"int x", "template<class T> struct A<T*> { static int v(); }; int x"}},
     "`v` would now mean"},
    {"other_qualifier",
     "namespace a { int v; }\nnamespace n { int f() { return a::v; } }\n",
     {{"int f", "namespace a { extern int v; } int f"}},
     "(qualifier)"},
    {"other_enumerator",
     "enum { one = 1 };\nstruct S { int f() { return one; } };\n",
     {{"int f", "enum { one = 2 }; int f"}},
     "`one` would now mean"},
    {"other_enumerator_value",
     "enum { one = 1 };\nint x = one;\n",
     {{"one = 1", "one = 2"}},
     "(value)"},
    {"other_array_bound",
     "int a[3];\nint f() { return a[0]; }\n",
     {{"a[3]", "a[4]"}},
     "(declared type)"},
    {"other_capture_of_a_lambda",
     "int f(int x) { return [=] { return x; }(); }\n",
     {{"[=] {", "[&] {"}},
     "`x`"},
    {"generic_lambda_that_calls_something_else",
     "void g(long);\nvoid f() { [](auto a) { g(a); }(1); }\n",
     {{"void f", "void g(int); void f"}},
     "`g` would now mean"},
    {"other_begin_of_a_range",
     "struct R { int* begin(); int* end(); };\nint f(R r) { int s = 0; for (int i : r) s += i; "
     "return s; }\n",
     {{"int* begin();", "int* begin(int = 0);"}, {"R r", "R& r"}},
     "(declared type)"},
    {"range_functions_in_place_of_members",
     "struct R { int* first(); };\nint* begin(R&); int* end(R&);\nint f(R& r) { int s = 0; for "
     "(int "
     "i : r) s += i; return s; }\n",
     {{"int* first();", "int* first(); int* begin(); int* end();"}},
     "`:` would now mean `R::begin`"},
    {"other_field_of_a_designator",
     "struct A { int x; };\nstruct C : A {};\nA a{.x = 1};\n",
     {{"int x;", "long x;"}},
     "(declared type)"},
    {"allocation_function_of_the_class",
     "struct A {};\nA* f() { return new A; }\n",
     {{"struct A {", "struct A { void* operator new(unsigned long);"}},
     "(allocation)"},
    {"deallocation_function_of_the_class",
     "struct A {};\nvoid f(A* a) { delete a; }\n",
     {{"struct A {", "struct A { void operator delete(void*);"}},
     "(deallocation)"},
    {"other_using_declaration",
     "namespace a { void g(long); }\nnamespace b { void g(long); }\nusing a::g;\nvoid f() { g(1L); "
     "}\n",
     {{"using a::g", "using b::g"}},
     "`g` would now mean `b::g`, not `a::g`"},
    {"friend_of_another_namespace",
     "void g();\nstruct A { friend void g(); };\n",
     {{"struct A {", "namespace n { struct A {"}, {"friend void g(); };", "friend void g(); }; }"}},
     "(scope)"},
    {"rewritten_comparison_in_place_of_a_written_one",
     "struct A { int v; bool operator==(A const&) const; };\nbool f(A a, A b) { return a != b; }\n",
     {{"bool operator==", "bool operator!=(A const&) const; bool operator=="}},
     "`!=`"},
    {"template_name_that_a_member_captures",
     "template<class T> void log(T);\ntemplate<class T> struct A { void f(T t) { log(t); } };\n",
     {{"void f(T", "void log(int); void f(T"}},
     "`log`"},
    {"concept_that_is_another_one",
     "template<class T> concept C = true;\nnamespace n { template<C T> void f(T); }\n",
     {{"template<C T>", "template<class T> concept C = true; template<C T>"}},
     "`C` would now mean"},
    {"this_of_another_class",
     "struct A { struct C { void* f() { return this; } }; };\nvoid* x;\n",
     {{"struct C {", "struct D { struct C {"}, {"} }; };", "} }; }; };"}},
     "(scope)"},
    {"offset_of_another_member",
     "struct A { int v; };\nstruct B { int w; int v; };\nint x = __builtin_offsetof(A, v);\n",
     {{"__builtin_offsetof(A", "__builtin_offsetof(B"}},
     "`v` would now mean `B::v`, not `A::v`"},
};

INSTANTIATE_TEST_SUITE_P(Meaning, Faults, testing::ValuesIn(faults),
                         [](auto const& fault) { return std::string(fault.param.name); });

std::string const rich = R"cpp(
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
namespace n {
struct B { virtual int f(int x = 3) { return x; } virtual ~B(); int v; };
B::~B() {}
void log(B&);
}
struct T : n::B {
    int f(int x = 4) override { return x + v; }
    template<class U> U g(U u) { log(*this); return u + v; }
    union { int i; char c; };
    friend bool operator==(T const& l, T const& r) { return l.v == r.v; }
};
template<class A, int N> struct Arr {
    A a[N];
    A& operator[](int i) { return a[i]; }
    auto begin() { return a; }
    auto end() { return a + N; }
    struct In { A z; };
    enum E { one, two };
    static int st;
};
template<class A, int N> int Arr<A, N>::st = sizeof(A) + __builtin_offsetof(In, z);
template<class... P> auto sum(P... p) { return (p + ...); }
template<class C> concept Has = requires(C c) { c.f(); };
template<Has C> int call(C& c) { return c.f(); }
struct P { int a, b; auto operator<=>(P const&) const = default; };
enum class Col { r, g };
int main() {
    T t;
    n::B* b = &t;
    b->f(), t.n::B::f(), t.g(2), t.g('c'), t.i = 1;
    Arr<int, 3> q{};
    for (auto& e : q) e = Arr<int, 3>::st;
    std::vector<T*> v{&t};
    std::map<std::string, int> m{{"a", 1}};
    for (auto& [k, w] : m) w += k.size();
    auto l = [&, c = t.v](auto z) { return z + c + t.v + b->v; };
    l(1), l(2.0);
    std::sort(v.begin(), v.end(), [](T* x, T* y) { return x->v < y->v; });
    P p{.a = 1, .b = 2};
    bool z = p < P{1, 3} && t != t;
    auto [x, y] = p;
    using std::swap;
    swap(x, y);
    int T::*pm = &T::v;
    t.*pm = 4;
    std::unique_ptr<n::B> owned = std::make_unique<T>();
    std::function<int(int)> fn = [&t](int i) { return t.f(i); };
    return sum(1, 2, 'c') + z + (int)Col::g + fn(2) + call(t);
}
)cpp";

TEST(Meaning, a_rich_program_means_what_it_means) {
    EXPECT_EQ(messages(checked(rich, {})), "");
}

TEST(Meaning, a_rich_program_keeps_its_meanings_behind_new_text) {
    EXPECT_EQ(messages(checked(rich, {{"namespace n {", "struct Added {}; namespace n {"},
                                      {"int main() {", "int main() { Added added;"}})),
              "");
}

Range find(std::string const& text, std::string const& part) {
    auto const begin = static_cast<uint32_t>(text.find(part));
    return {begin, begin + static_cast<uint32_t>(part.size())};
}

Diagnostics compared(std::string const& source, EditPlan const& plan, Images const& images) {
    auto const result = render(source, plan);
    Rendered const& rendered = std::get<Rendered>(result);
    auto const before = parsed(source);
    auto const after = parsed(rendered.text);
    Diagnostics diagnostics;
    if (before && after)
        compare_meaning(before->context(), after->context(), rendered.origins, images, diagnostics);
    return diagnostics;
}

TEST(Meaning, a_class_may_stand_for_another_that_has_it_as_image) {
    std::string const source = "struct B { int v; void f(B const&); };\nstruct T : B { int w; };\n"
                               "template<class X> int k(X& x) { return x.v; }\n"
                               "int g(B& b) { b.f(b); return b.v + k(b); }\n"
                               "int h(T& t) { T u(t); t = u; return g(t) + k(t) + t.w; }\n";
    EditPlan plan;
    plan.replace(find(source, "struct B { int v; void f(B const&); }"), "struct T; using B = T");
    plan.replace(find(source, ": B {"),
                 Fragment{"{ ", Moved{find(source, "int v; void f(B const&);"), nullptr, false}});
    EXPECT_TRUE(compared(source, plan, {}).has_errors());
    Images images;
    images.add(key_at(find(source, "B").begin), key_at(find(source, "T :").begin));
    EXPECT_EQ(messages(compared(source, plan, images)), "");
}

TEST(Meaning, a_use_may_be_told_what_it_means) {
    std::string const source = "void one();\nvoid two();\nvoid f() { one(); }\n";
    EditPlan plan;
    auto const use = static_cast<uint32_t>(source.rfind("one"));
    plan.replace({use, use + 3}, Fragment{Renamed{"two", use}});
    EXPECT_NE(
        messages(compared(source, plan, {})).find("`one` would now mean `::two`, not `::one`"),
        std::string::npos);
    Images images;
    images.add_at(use, key_at(find(source, "two").begin));
    EXPECT_EQ(messages(compared(source, plan, images)), "");
}

TEST(Meaning, a_refusal_names_both_declarations_with_their_places) {
    Diagnostics const found =
        checked("# 1 \"user.cc\"\nvoid log();\nstruct T { void f() { log(); log(); } };\n",
                {{"void f()", "void log(); void f()"}});
    ASSERT_EQ(found.all().size(), 2U);
    Diagnostic const& first = found.all().front();
    EXPECT_EQ(first.place.file, "user.cc");
    EXPECT_EQ(first.place.line, 2U);
    ASSERT_EQ(first.notes.size(), 2U);
    EXPECT_EQ(first.notes[0].place.line, 1U);
    EXPECT_EQ(first.notes[1].place.line, 2U);
}

} // namespace
} // namespace rewrite
