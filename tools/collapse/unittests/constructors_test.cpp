// SPDX-License-Identifier: BSD-2-Clause
#include "parsing.hpp"

#include <collapse/lib/construction/constructors.hpp>
#include <collapse/lib/edits/name_adapter.hpp>
#include <rewrite/text/edit_plan.hpp>

namespace collapse {
namespace {

/// Merges the constructors of the class `T`.
class Merged {
public:
    explicit Merged(std::string const& text)
        : unit_(testing::parse(text)), hierarchy_(testing::class_named(*unit_, "T")),
          uses_(find_name_uses(*unit_)), adapter_(*unit_, hierarchy_, uses_, calls_, diagnostics_),
          merger_(*unit_, hierarchy_, adapter_, diagnostics_) {
        for (auto const* each : hierarchy_.target().ctors())
            if (!each->isImplicit()) {
                MergedConstructor const merged = merger_.merge(*each);
                initialisers = shown(merged.initialisers);
                prologue = shown(merged.prologue);
            }
        implicit = shown(merger_.implicit_members());
        members = shown(merger_.members());
        epilogue = shown(merger_.destructor_epilogue());
        for (rewrite::Diagnostic const& each : diagnostics_.all())
            codes.insert(each.code);
    }

    std::string initialisers, prologue, implicit, members, epilogue;
    std::set<std::string> codes;

private:
    std::string shown(rewrite::Fragment const& fragment) const {
        rewrite::EditPlan plan;
        plan.replace({0, static_cast<uint32_t>(unit_->text().size())}, fragment);
        auto const result = rewrite::render(unit_->text(), plan);
        return std::get<rewrite::Rendered>(result).text;
    }

    std::unique_ptr<rewrite::Unit> unit_;
    Hierarchy hierarchy_;
    NameUses uses_;
    PhaseCalls calls_;
    rewrite::Diagnostics diagnostics_;
    NameAdapter adapter_;
    ConstructorMerger merger_;
};

using Codes = std::set<std::string>;

TEST(Constructors, ArgumentsStandInThePlaceOfParameters) {
    Merged const merged("struct A { A(int x) : a(x + 1) {} int a; };"
                        "struct T : A { T(int n) : A(n), t(2) {} int t; };");
    EXPECT_EQ(merged.initialisers, "a(n + 1), t(2)");
    EXPECT_EQ(merged.codes, Codes{});
}

TEST(Constructors, TheMostDerivedClassInitialisesVirtualBases) {
    Merged const merged("struct V { V(int x) : v(x) {} int v; };"
                        "struct L : virtual V { L() : V(1), l(2) {} int l; };"
                        "struct T : L { T() : V(3) {} };");
    EXPECT_EQ(merged.initialisers, "v(3), l(2)");
}

TEST(Constructors, MembersHiddenByParametersAreNamedThroughThis) {
    Merged const merged("struct A { A(int x) : a(x), b(a) {} int a, b; };"
                        "struct T : A { T(int a) : A(a) {} };");
    EXPECT_EQ(merged.initialisers, "a(a), b(this->a)");
}

TEST(Constructors, BodiesBecomeFunctionsWithTheParametersThatTheyUse) {
    Merged const merged("int g(int); struct A { A(int x, int y) : a(x) { g(y); } ~A() { g(0); }"
                        " int a; }; struct T : A { T() : A(1, 2) {} };");
    EXPECT_EQ(merged.initialisers, "a(1)");
    EXPECT_EQ(merged.prologue, "A_construct(2); ");
    EXPECT_EQ(merged.epilogue, "A_destruct(); ");
    EXPECT_NE(merged.members.find("void A_construct(int y)"), std::string::npos) << merged.members;
    EXPECT_NE(merged.implicit.find("~T()"), std::string::npos) << merged.implicit;
}

TEST(Constructors, InitialisersThatCouldTellCallTheBodiesBeforeThem) {
    Merged const merged("int g(int); struct A { A(int x) noexcept { g(x); } };"
                        "struct B : A { B() : A(1), b(2) { g(3); } int b; };"
                        "struct T : B { T() : t(g(4)) {} int s = 5, t; long u = g(6); };");
    EXPECT_EQ(merged.codes, Codes{});
    EXPECT_EQ(merged.initialisers, "b(2), t((A_construct(1), B_construct(), g(4)))");
    EXPECT_EQ(merged.prologue, "");
}

TEST(Constructors, InheritedOnesAreWrittenWithTheirDefaultArguments) {
    Merged const merged("struct A { explicit A(int x, int y = 4) : a(x), b(y) {} int a, b; };"
                        "struct T : A { using A::A; int t = 3; };");
    EXPECT_NE(merged.implicit.find("explicit T(int x, int y = 4) : a(x), b(y) { }"),
              std::string::npos)
        << merged.implicit;
}

TEST(Constructors, DeletedCopiesStayDeleted) {
    Merged const merged("struct A { A() = default; A(A const&) = delete; };"
                        "struct T : A { int t; };");
    EXPECT_NE(merged.implicit.find("T(T const&) = delete;"), std::string::npos) << merged.implicit;
    EXPECT_NE(merged.implicit.find("T() = default;"), std::string::npos) << merged.implicit;
}

TEST(Constructors, ValueInitialisationStillZeroes) {
    Merged const merged("struct A { A() : a(1) {} int a; }; struct T : A { int t; };");
    EXPECT_NE(merged.implicit.find("a(1), t()"), std::string::npos) << merged.implicit;
}

TEST(Constructors, EffectsThatWouldChangePlacesAreRefused) {
    std::string const calls = "int g(); ";
    EXPECT_EQ(Merged(calls + "struct A { A(int x) : a(x), b(x) {} int a, b; };"
                             "struct T : A { T() : A(g()) {} };")
                  .codes,
              Codes{"C0404"});
    EXPECT_EQ(Merged(calls + "struct A { A() noexcept { g(); } };"
                             "struct T : A { T() : t{g(), g()} {} int t[2]; };")
                  .codes,
              Codes{"C0407"});
    EXPECT_EQ(Merged("struct M { ~M(); }; int g(); struct A { ~A() { g(); } };"
                     "struct T : A { M m; };")
                  .codes,
              Codes{"C0409"});
    EXPECT_EQ(Merged("struct A { A(); int a; }; struct T : A { T() {} };").codes, Codes{"C0405"});
}

TEST(Constructors, VirtualCallsOfAStageNameItsFunction) {
    auto const unit = testing::parse("struct A { virtual int f() { return 1; } A() { f(); } };"
                                     "struct T : A { int f() override { return 2; } };");
    Hierarchy const hierarchy(testing::class_named(*unit, "T"));
    rewrite::Diagnostics diagnostics;
    PhaseCalls const calls = find_phase_calls(*unit, hierarchy, diagnostics);
    ASSERT_EQ(calls.size(), 1U);
    EXPECT_EQ(calls.begin()->second, &testing::method_named(testing::class_named(*unit, "A"), "f"));
    EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Constructors, DetoursToAnotherStageAreRefused) {
    auto const unit = testing::parse(
        "struct A; void keep(A*); struct A { virtual int f() { return 1; } A() { keep(this); } };"
        "struct T : A { int f() override { return 2; } };");
    Hierarchy const hierarchy(testing::class_named(*unit, "T"));
    rewrite::Diagnostics diagnostics;
    find_phase_calls(*unit, hierarchy, diagnostics);
    ASSERT_EQ(diagnostics.all().size(), 1U);
    EXPECT_EQ(diagnostics.all()[0].code, "C0401");
}

} // namespace
} // namespace collapse
