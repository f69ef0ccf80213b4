// SPDX-License-Identifier: BSD-2-Clause
// Tests in which order hooks see nodes, what they leave out, and how a walk ends.
#include <rewrite/syntax/code_visitor.hpp>
#include <rewrite/text/unit.hpp>

#include "parsed.hpp"

#include <gtest/gtest.h>

namespace rewrite {
namespace {

/// Notes a letter for each node that it sees.
template<class Visitor>
class Letters : public Visitor {
public:
    std::string seen;
    bool with_instances = false;
    std::string until;

    bool shouldVisitTemplateInstantiations() const override { return with_instances; }
    bool VisitNamedDecl(clang::NamedDecl*) override { return note('n'); }
    bool VisitVarDecl(clang::VarDecl*) override { return note('v'); }
    bool VisitFunctionDecl(clang::FunctionDecl*) override { return note('f'); }
    bool VisitExpr(clang::Expr*) override { return note('e'); }
    bool VisitCallExpr(clang::CallExpr*) override { return note('c'); }
    bool VisitDeclRefExpr(clang::DeclRefExpr*) override { return note('r'); }
    bool VisitDesignatedInitExpr(clang::DesignatedInitExpr*) override { return note('d'); }
    bool VisitCXXConstructExpr(clang::CXXConstructExpr*) override { return note('m'); }

private:
    bool note(char letter) {
        seen += letter;
        return until.empty() || !seen.ends_with(until);
    }
};

template<class Visitor = SyntaxVisitor>
std::string letters(std::string const& text, bool with_instances = false,
                    std::string const& until = {}) {
    auto const unit = parsed(text);
    Letters<Visitor> walk;
    walk.with_instances = with_instances;
    walk.until = until;
    bool is_whole = true;
    for (clang::Decl* each : unit->context().getTranslationUnitDecl()->decls())
        if (unit->offset(each->getLocation())) is_whole = is_whole && walk.TraverseDecl(each);
    EXPECT_EQ(is_whole, until.empty());
    return walk.seen;
}

TEST(SyntaxVisitor, sees_a_node_as_all_that_it_is_and_then_its_parts) {
    EXPECT_EQ(letters("int f(int a) { return a; }"), "nfnveer");
    EXPECT_EQ(letters("int f(); int g() { return f(); }"), "nfnfeceer");
}

TEST(SyntaxVisitor, ends_the_whole_walk_where_a_hook_says_so) {
    EXPECT_EQ(letters("int f(); int g() { return f() + f(); }", false, "c"), "nfnfeec");
}

TEST(SyntaxVisitor, sees_instances_of_templates_on_demand) {
    std::string const text = "template<class T> int f() { T a{}; return 0; }\nint b = f<int>();";
    EXPECT_EQ(std::ranges::count(letters(text), 'f'), 1);
    EXPECT_EQ(std::ranges::count(letters(text, true), 'f'), 2);
}

TEST(SyntaxVisitor, of_code_sees_both_forms_of_a_list) {
    std::string const text = "struct C { C(int); };\nstruct A { C c; };\nA a = {.c = 1};";
    EXPECT_EQ(letters(text).find('m'), std::string::npos);
    EXPECT_NE(letters<CodeVisitor>(text).find('m'), std::string::npos);
    EXPECT_EQ(std::ranges::count(letters(text), 'd'), 1);
    EXPECT_EQ(std::ranges::count(letters<CodeVisitor>(text), 'd'), 1);
}

/// Counts names outside of calls.
class Names : public SyntaxVisitor {
public:
    unsigned count = 0;

    bool dataTraverseStmtPre(clang::Stmt* code) override {
        return !llvm::isa<clang::CallExpr>(code);
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr*) override {
        ++count;
        return true;
    }
};

unsigned names_in(std::string const& text) {
    auto const unit = parsed(text);
    Names names;
    EXPECT_TRUE(names.TraverseAST(unit->context()));
    return names.count;
}

TEST(SyntaxVisitor, leaves_out_a_statement_with_its_parts_and_goes_on) {
    EXPECT_EQ(names_in("int f(int); int g(int a) { return a + f(a) + a; }"), 2U);
}

TEST(SyntaxVisitor, needs_no_deep_stack_for_deep_code) {
    std::string sum = "a";
    for (unsigned i = 1; i < 20'000; ++i)
        sum += " + a";
    EXPECT_EQ(names_in("void f(unsigned a) { a = " + sum + "; }"), 20'001U);
}

} // namespace
} // namespace rewrite
