// SPDX-License-Identifier: BSD-2-Clause
#include "parsing.hpp"

#include <collapse/lib/preconditions/preconditions.hpp>

namespace collapse {
namespace {

/// The codes of all refusals for the class `T` with merged bases; those of `copied` are copied.
std::set<std::string> refusals(std::string const& text, std::string const& copied = {}) {
    auto const unit = testing::parse(text);
    Hierarchy hierarchy(testing::class_named(*unit, "T"));
    for (Base& base : hierarchy.bases())
        if (base.record->getNameAsString() == copied) base.decision = BaseDecision::copied;
    rewrite::Diagnostics diagnostics;
    FutureTypes types(*unit, {&hierarchy});
    check_preconditions(*unit, hierarchy, types, diagnostics);
    std::set<std::string> codes;
    for (rewrite::Diagnostic const& each : diagnostics.all())
        codes.insert(each.code);
    return codes;
}

using Codes = std::set<std::string>;

std::string const classes = "struct B { virtual int f() { return 1; } int b = 1; };"
                            "struct T : B { int f() override { return 2; } int t = 2; };";

TEST(Preconditions, OrdinaryUsesPass) {
    EXPECT_EQ(refusals(classes + "int use(B& b, T* t) { B* p = t; return b.f() + p->f(); }"
                                 "void* narrow(T& t) { return static_cast<B*>(&t); }"
                                 "T* widen(void* p) { return static_cast<T*>(p); }"
                                 "static_assert(sizeof(T) >= 8 && __is_base_of(B, T));"),
              Codes{});
}

TEST(Preconditions, QuestionsAboutTheDynamicTypeAreRefused) {
    EXPECT_EQ(refusals(classes + "T* down(B* b) { return dynamic_cast<T*>(b); }"), Codes{"C0301"});
    EXPECT_EQ(refusals("#include <typeinfo>\n" + classes +
                       "bool same(B& b) { return typeid(b) == typeid(T); }"),
              Codes{"C0302"});
    EXPECT_EQ(refusals(classes + "int f() { try { } catch (B&) { } return 0; }"), Codes{"C0303"});
}

TEST(Preconditions, ObjectsOfBasesAreRefused) {
    EXPECT_TRUE(refusals(classes + "B alone;").contains("C0304"));
    EXPECT_TRUE(refusals(classes + "B* make() { return new B; }").contains("C0304"));
    EXPECT_TRUE(refusals(classes + "int size() { return sizeof(B); }").contains("C0305"));
    EXPECT_TRUE(refusals(classes + "void slice(T& t, B& b) { b = t; }").contains("C0306"));
}

TEST(Preconditions, BytesAreRefused) {
    std::string const copy = "extern \"C\" void* memcpy(void*, void const*, unsigned long);";
    EXPECT_EQ(refusals(classes + copy + "void f(T& t, void* p) { memcpy(p, &t, 8); }"),
              Codes{"C0310"});
    EXPECT_EQ(refusals(classes + "int hash(void const*, int);"
                                 "int f(T& t) { return hash(&t, sizeof t); }"),
              Codes{"C0310"});
    EXPECT_EQ(refusals(classes + "char* f(T& t) { return reinterpret_cast<char*>(&t); }"),
              Codes{"C0311"});
    EXPECT_EQ(refusals(classes + "T* f(unsigned long n) { return reinterpret_cast<T*>(n); }"),
              Codes{});
}

TEST(Preconditions, TypesThatBecomeOneAreRefused) {
    EXPECT_EQ(refusals(classes + "int f(B*); int f(T*);"), Codes{"C0316"});
    EXPECT_EQ(refusals(classes + "template<class X> struct Count { static int n; };"
                                 "template<class X> int Count<X>::n = 0;"
                                 "int f() { return Count<B>::n + Count<T>::n; }"),
              Codes{"C0317"});
    EXPECT_EQ(refusals(classes + "bool f() { return __is_polymorphic(T); }"), Codes{"C0307"});
}

TEST(Preconditions, ShapesThatCannotBeFlatAreRefused) {
    EXPECT_EQ(refusals(classes + "struct Other : B {};"), Codes{"C0205"});
    EXPECT_EQ(refusals(classes + "struct Other : B {};", "B"), Codes{});
    EXPECT_EQ(refusals(classes + "struct Other : T {};"), Codes{"C0205"});
    EXPECT_EQ(
        refusals("struct A { int a; }; struct L : A {}; struct R : A {}; struct T : L, R {};"),
        Codes{"C0206"});
}

TEST(Preconditions, CopiedBasesMustNotBeConvertedTo) {
    EXPECT_EQ(refusals(classes + "struct O : B {}; B* f(T* t) { return t; }", "B"), Codes{"C0320"});
    EXPECT_EQ(refusals(classes + "struct O : B {}; int f(T* t) { return t->b; }", "B"), Codes{});
}

TEST(Preconditions, UsesOfABaseAreNamedWithTheirPlaces) {
    auto const unit = testing::parse(classes + "\nB* up(T* t) { return t; }");
    Hierarchy const hierarchy(testing::class_named(*unit, "T"));
    auto const uses = base_uses(*unit, hierarchy, testing::class_named(*unit, "B"));
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].place.line, 2U);
}

} // namespace
} // namespace collapse
