// SPDX-License-Identifier: BSD-2-Clause
// A guard is an insertion: `write` becomes `write, guard` where its value is dropped, and a
// statement expression (of both compilers) where it is used.
#include "write_guards.hpp"

#include <rewrite/syntax/clang.hpp>

#include <clang/AST/ParentMapContext.h>

#include <algorithm>
#include <tuple>

namespace specialize {

using clang::Expr;
using clang::Stmt;
using llvm::dyn_cast;
using llvm::isa;

namespace {

Stmt const* parent_of(clang::ASTContext& context, Stmt const& code) {
    clang::DynTypedNodeList const parents = context.getParents(code);
    return parents.empty() ? nullptr : parents.begin()->get<Stmt>();
}

bool is_transparent(Stmt const& code) {
    return isa<clang::ParenExpr, clang::FullExpr>(code);
}

/// Whether a part of a statement is one whose value is dropped.
bool drops(Stmt const& parent, Stmt const& part) {
    if (auto const* const loop = dyn_cast<clang::ForStmt>(&parent))
        return &part == loop->getInit() || &part == loop->getInc() || &part == loop->getBody();
    if (auto const* const choice = dyn_cast<clang::IfStmt>(&parent))
        return &part == choice->getThen() || &part == choice->getElse();
    if (auto const* const loop = dyn_cast<clang::WhileStmt>(&parent))
        return &part == loop->getBody();
    if (auto const* const loop = dyn_cast<clang::DoStmt>(&parent)) return &part == loop->getBody();
    if (auto const* const loop = dyn_cast<clang::CXXForRangeStmt>(&parent))
        return &part == loop->getBody();
    if (auto const* const choice = dyn_cast<clang::SwitchCase>(&parent))
        return &part == choice->getSubStmt();
    if (auto const* const cast = dyn_cast<clang::CastExpr>(&parent))
        return cast->getCastKind() == clang::CK_ToVoid;
    return isa<clang::LabelStmt, clang::SwitchStmt>(parent);
}

} // namespace

std::optional<rewrite::Range> WriteGuards::exact_range(Stmt const& code) const {
    clang::CharSourceRange const range = clang::Lexer::makeFileCharRange(
        clang::CharSourceRange::getTokenRange(code.getSourceRange()), unit_.sources(),
        unit_.context().getLangOpts());
    if (range.isInvalid()) return std::nullopt;
    std::optional<uint32_t> const begin = unit_.offset(range.getBegin());
    std::optional<uint32_t> const end = unit_.offset(range.getEnd());
    if (!begin || !end) return std::nullopt;
    return rewrite::Range{*begin, *end};
}

bool WriteGuards::is_value_used(Stmt const& code) const {
    clang::ASTContext& context = unit_.context();
    Stmt const* at = &code;
    while (Stmt const* const parent = parent_of(context, *at)) {
        auto const* const operation = dyn_cast<clang::BinaryOperator>(parent);
        bool const is_comma = operation && operation->isCommaOp();
        if (is_comma && operation->getLHS() == at) return false;
        if (auto const* const block = dyn_cast<clang::CompoundStmt>(parent)) {
            Stmt const* const outer = parent_of(context, *block);
            bool const is_result = outer && isa<clang::StmtExpr>(outer);
            return is_result && block->body_back() == at;
        }
        if (drops(*parent, *at)) return false;
        if (!is_comma && !is_transparent(*parent)) return true;
        at = parent;
    }
    return true;
}

/// In C++ the result of an assignment is the place, which a guard cannot hand on.
bool WriteGuards::is_read_as_value(Expr const& expression) const {
    if (!expression.isGLValue()) return true;
    Stmt const* at = &expression;
    while (Stmt const* const parent = parent_of(unit_.context(), *at)) {
        auto const* const cast = dyn_cast<clang::CastExpr>(parent);
        if (cast) return cast->getCastKind() == clang::CK_LValueToRValue;
        if (!is_transparent(*parent)) return false;
        at = parent;
    }
    return false;
}

std::optional<std::string> WriteGuards::obstacle(Stmt const& write,
                                                 clang::FunctionDecl const* function) const {
    if (!exact_range(write))
        return write.getBeginLoc().isMacroID() ? "it stands within a macro"
                                               : "it stands outside of the text";
    if (!function) return "it stands in the initialiser of a variable";
    auto const* const method = dyn_cast<clang::CXXMethodDecl>(function);
    bool const is_of_lambda = method && method->getParent()->isLambda();
    if (function->isConstexpr() && !is_of_lambda) return "the compiler may run it";
    auto const* const expression = dyn_cast<Expr>(&write);
    if (!expression) return "it is assembly";
    if (is_value_used(write) && !expression->getType()->isVoidType() &&
        !is_read_as_value(*expression))
        return "its result is used as a place";
    return std::nullopt;
}

/// In `void(write)` a comma would part two arguments.
bool WriteGuards::is_cast_away(Stmt const& code) const {
    Stmt const* const parent = parent_of(unit_.context(), code);
    return parent && isa<clang::CastExpr>(parent);
}

WriteGuards::Form WriteGuards::form_of(Stmt const& write) const {
    if (is_value_used(write)) return Form::around;
    return write.getBeginLoc().isMacroID() || write.getEndLoc().isMacroID() || is_cast_away(write)
               ? Form::after_in_parentheses
               : Form::after;
}

void WriteGuards::add_after(Stmt const& write, std::string const& invariant) {
    std::optional<rewrite::Range> range = exact_range(write);
    auto const* const expression = dyn_cast<Expr>(&write);
    Guard& guard = guards_[{*range, form_of(write)}];
    guard.has_value = expression && !expression->getType()->isVoidType();
    guard.invariants.insert(invariant);
}

bool WriteGuards::add_at_start(clang::FunctionDecl const& function, std::string const& invariant) {
    Stmt const* body = function.getBody();
    if (auto const* const attempt = dyn_cast_or_null<clang::CXXTryStmt>(body))
        body = attempt->getTryBlock();
    auto const* const block = dyn_cast_or_null<clang::CompoundStmt>(body);
    if (!block || block->getLBracLoc().isMacroID()) return false;
    std::optional<uint32_t> const brace = unit_.offset(block->getLBracLoc());
    if (!brace) return false;
    guards_[{{*brace + 1, *brace + 1}, Form::start}].invariants.insert(invariant);
    return true;
}

bool WriteGuards::add_before(Expr const& call, std::string const& invariant) {
    std::optional<rewrite::Range> const range = exact_range(call);
    if (!range) return false;
    guards_[{*range, Form::before}].invariants.insert(invariant);
    return true;
}

std::string WriteGuards::calls(std::set<std::string> const& invariants,
                               std::string_view between) const {
    std::string const scope = unit_.context().getLangOpts().CPlusPlus ? "::" : "";
    std::string text;
    for (std::string const& each : invariants) {
        if (!text.empty()) text += between;
        text += scope + "flatland_invariant_fell(&" + scope + "flatland_invariant_" + each + ")";
    }
    return text;
}

std::string WriteGuards::declarations() const {
    std::set<std::string> all;
    for (auto const& [place, guard] : guards_)
        all.insert(guard.invariants.begin(), guard.invariants.end());
    bool const is_cxx = unit_.context().getLangOpts().CPlusPlus;
    std::string text = is_cxx ? "extern \"C\" { " : "";
    text += "struct FlatlandInvariant; "
            "void flatland_invariant_fell(struct FlatlandInvariant const *);";
    for (std::string const& each : all)
        text += " extern struct FlatlandInvariant flatland_invariant_" + each + ";";
    return text + (is_cxx ? " }\n" : "\n");
}

rewrite::EditPlan WriteGuards::plan() const {
    rewrite::EditPlan plan;
    if (guards_.empty()) return plan;
    /// At one place: what ends first, the inner before the outer; then what begins, the outer
    /// before the inner.
    std::vector<std::tuple<uint32_t, bool, uint32_t, std::string>> insertions;
    auto const insert = [&](rewrite::Range range, std::string before, std::string after) {
        if (!before.empty()) insertions.emplace_back(range.begin, true, ~range.end, before);
        if (!after.empty()) insertions.emplace_back(range.end, false, ~range.begin, after);
    };
    for (auto const& [place, guard] : guards_) {
        auto const& [range, form] = place;
        std::string const list = calls(guard.invariants, ", ");
        std::string const lines = calls(guard.invariants, "; ") + ";";
        char const* const keyword =
            unit_.context().getLangOpts().CPlusPlus ? "auto" : "__auto_type";
        std::string const value = "flatland_value_" + std::to_string(range.begin);
        switch (form) {
        case Form::after:
            insert(range, "", ", " + list);
            break;
        case Form::after_in_parentheses:
            insert(range, "(", ", " + list + ")");
            break;
        case Form::around:
            if (guard.has_value)
                insert(range, std::string("__extension__ ({ ") + keyword + " " + value + " = (",
                       "); " + lines + " " + value + "; })");
            else
                insert(range, "__extension__ ({ ", "; " + lines + " })");
            break;
        case Form::before:
            insert(range, "(" + list + ", ", ")");
            break;
        case Form::start:
            insert(range, "", " " + lines);
            break;
        }
    }
    std::ranges::sort(insertions);
    plan.insert(0, declarations());
    for (auto& [place, begins, order, text] : insertions)
        plan.insert(place, std::move(text));
    return plan;
}

} // namespace specialize
