// SPDX-License-Identifier: BSD-2-Clause
// Reads what clang made of the probing functions.
#include "placed_text.hpp"
#include "probe.hpp"
#include "scalar_leaves.hpp"
#include "tables.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <map>

namespace specialize {
namespace {

using clang::Expr;

std::string printed(Expr const& expression, clang::ASTContext const& context) {
    std::string text;
    llvm::raw_string_ostream out(text);
    expression.printPretty(out, nullptr, context.getPrintingPolicy());
    return text;
}

/// One spelling for all ways to write a path.
std::string canonical(Expr const& written, clang::ASTContext& context) {
    Expr const& expression = *written.IgnoreParenImpCasts();
    if (auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&expression)) {
        std::string const base = canonical(*member->getBase(), context);
        std::string const name = member->getMemberDecl()->getNameAsString();
        return (member->isArrow() ? "(*" + base + ")" : base) + (name.empty() ? "" : "." + name);
    }
    if (auto const* const index = llvm::dyn_cast<clang::ArraySubscriptExpr>(&expression))
        return canonical(*index->getBase(), context) + "[" + canonical(*index->getIdx(), context) +
               "]";
    if (auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(&expression))
        if (unary->getOpcode() == clang::UO_Deref)
            return "(*" + canonical(*unary->getSubExpr(), context) + ")";
    if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&expression))
        if (llvm::isa<clang::VarDecl>(name->getDecl())) return name->getDecl()->getNameAsString();
    if (auto const number = expression.getIntegerConstantExpr(context))
        return llvm::toString(*number, 10);
    return printed(expression, context);
}

bool is_address_of_place(Expr const& written) {
    Expr const& expression = *written.IgnoreParenCasts();
    auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(&expression);
    return unary != nullptr && unary->getOpcode() == clang::UO_AddrOf;
}

/// Where another pointer leads to: one object that is reached by two paths.
bool is_pointer_of_path(Expr const& written) {
    Expr const& expression = *written.IgnoreParenImpCasts();
    return expression.isLValue() && expression.getType()->isPointerType() &&
           !expression.getType().isVolatileQualified();
}

ProbedValue probed_value(Expr const& written, clang::ASTContext& context) {
    Expr const& expression = *written.IgnoreParens();
    Expr const& place = *expression.IgnoreParenImpCasts();
    bool const is_static_place =
        place.getType()->isArrayType() || place.getType()->isFunctionType();
    Expr::EvalResult result;
    bool const is_constant =
        expression.isConstantInitializer(context, /*ForRef=*/false) ||
        (is_static_place && place.EvaluateAsLValue(result, context)) ||
        (expression.EvaluateAsRValue(result, context) && !result.HasSideEffects);
    bool const is_fixed =
        (is_constant || is_address_of_place(expression) || is_pointer_of_path(expression)) &&
        !expression.HasSideEffects(context);
    return {canonical(expression, context), is_fixed};
}

/// The pointer that this step of a path goes through; null: it goes through none.
Expr const* pointer_of_step(Expr const& step) {
    if (auto const* const member = llvm::dyn_cast<clang::MemberExpr>(&step))
        return member->isArrow() ? member->getBase() : nullptr;
    if (auto const* const element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&step)) {
        Expr const& base = *element->getBase();
        return base.IgnoreParenImpCasts()->getType()->isArrayType() ? nullptr : &base;
    }
    auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(&step);
    return unary != nullptr && unary->getOpcode() == clang::UO_Deref ? unary->getSubExpr()
                                                                     : nullptr;
}

/// Whether this is one of perhaps many of its kind that a pointer leads to.
bool is_element(Expr const& path) {
    return !path.getType()->isRecordType() && pointer_of_step(path) != nullptr &&
           !llvm::isa<clang::MemberExpr>(path);
}

ProbedFact probed_path(Expr const& written, clang::ASTContext& context) {
    Expr const& expression = *written.IgnoreParenImpCasts();
    clang::QualType const type = expression.getType();
    ProbedFact fact;
    fact.canonical = canonical(expression, context);
    fact.is_place = expression.isLValue();
    fact.is_const = type.isConstQualified();
    fact.is_volatile = type.isVolatileQualified();
    fact.is_array = type->isArrayType();
    fact.is_bit_field = expression.refersToBitField();
    fact.is_whole_object =
        type->isRecordType() && llvm::isa<clang::UnaryOperator, clang::DeclRefExpr>(expression);
    fact.is_element = is_element(expression);
    fact.is_void = type->isVoidType() || (!type->isFunctionType() && type->isIncompleteType());
    if (auto const* const name = llvm::dyn_cast<clang::DeclRefExpr>(&expression))
        fact.is_parameter = llvm::isa<clang::ParmVarDecl>(name->getDecl()) &&
                            !name->getDecl()->getType()->isReferenceType();
    return fact;
}

/// The innermost pointer first.
void add_pointers(Expr const& path, clang::ASTContext const& context,
                  std::vector<std::string>& pointers) {
    Expr const& step = *path.IgnoreParenCasts();
    for (clang::Stmt const* const each : step.children())
        if (auto const* const inner = llvm::dyn_cast_or_null<Expr>(each))
            add_pointers(*inner, context, pointers);
    if (Expr const* const pointer = pointer_of_step(step))
        pointers.push_back(printed(*pointer->IgnoreParenImpCasts(), context));
}

bool needs_brackets_before_member(Expr const& expression) {
    Expr const& operand = *expression.IgnoreImplicit();
    return !llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr, clang::DeclRefExpr,
                      clang::ParenExpr, clang::CXXThisExpr, clang::CXXNamedCastExpr>(operand);
}

bool has_call(clang::Stmt const& path) {
    return llvm::isa<clang::CallExpr>(path) ||
           std::ranges::any_of(path.children(), [](clang::Stmt const* each) {
               return each != nullptr && has_call(*each);
           });
}

CapturedPlace captured_place(Expr const& path, clang::ASTContext& context) {
    CapturedPlace place;
    place.shape = Shapes(context).of(path.getType());
    add_pointers(path, context, place.pointers);
    auto const* const unary = llvm::dyn_cast<clang::UnaryOperator>(path.IgnoreImplicit());
    place.is_dereferenced = unary != nullptr && unary->getOpcode() == clang::UO_Deref;
    place.needs_brackets =
        needs_brackets_before_member(place.is_dereferenced ? *unary->getSubExpr() : path);
    return place;
}

/// The expression of `(void)(…);`.
Expr const* mentioned(clang::Stmt const* statement) {
    auto const* expression = llvm::dyn_cast<Expr>(statement);
    if (expression == nullptr) return nullptr;
    auto const* const cast = llvm::dyn_cast<clang::CStyleCastExpr>(expression->IgnoreImplicit());
    return cast == nullptr ? nullptr : cast->getSubExprAsWritten()->IgnoreParens();
}

/// The statements of a probing function, fact by fact.
class Reader {
public:
    Reader(clang::ASTContext& context, clang::CompoundStmt const& body)
        : context_(context), next_(body.body_begin()) {}

    ProbedFact read(SpecFact const& fact, Entry const& entry) {
        if (fact.kind == FactKind::type) return read_type();
        Expr const& written = *mentioned(*next_++);
        ProbedFact probed = probed_path(written, context_);
        if (fact.is_captured) {
            probed.captured = captured_place(written, context_);
            probed.has_call = has_call(written) || written.HasSideEffects(context_);
        }
        probed.has_size = fact.kind == FactKind::dynamic && size_of(fact, entry) != nullptr;
        if (probed.has_size) probed.canonical = "(*" + probed.canonical + ")";
        if (fact.kind == FactKind::session && probed.is_place && !probed.is_void)
            probed.leaves = scalar_leaves_of(written.getType(), context_);
        if (fact.kind == FactKind::session || fact.kind == FactKind::session_object) return probed;
        for (size_t left = fact.values.size(); left > 0; --left)
            probed.values.push_back(probed_value(*mentioned(*next_++), context_));
        return probed;
    }

private:
    ProbedFact read_type() {
        auto const& cast = *llvm::cast<clang::CXXStaticCastExpr>(mentioned(*next_++));
        Expr const& path = *cast.getSubExprAsWritten();
        ProbedFact probed = probed_path(path, context_);
        clang::QualType const type = cast.getType()->getPointeeType();
        probed.values.push_back({type.getCanonicalType().getUnqualifiedType().getAsString(), true});
        auto const* const whole = type->getAsCXXRecordDecl();
        auto const* const part = path.getType()->getPointeeCXXRecordDecl();
        if (whole != nullptr && part != nullptr)
            probed.table = table_address(*whole, *part, context_);
        return probed;
    }

    clang::ASTContext& context_;
    clang::CompoundStmt::const_body_iterator next_;
};

using Found = std::map<std::string, clang::FunctionDecl const*>;

void find(clang::DeclContext const& scope, Found& found) {
    for (clang::Decl const* const declaration : scope.decls()) {
        if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration))
            find(*llvm::cast<clang::DeclContext>(declaration), found);
        auto const* const function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        if (function != nullptr && function->getIdentifier() != nullptr &&
            function->getName().starts_with("flatland_"))
            found[function->getNameAsString()] = function;
    }
}

void compare_parameters(BoundEntry const& bound, clang::FunctionDecl const& written,
                        clang::FunctionDecl const& probe, clang::ASTContext& context,
                        rewrite::Diagnostics& diagnostics) {
    size_t const shift = bound.function.class_name.empty() ? 0 : 1;
    for (unsigned i = 0; i < written.getNumParams(); ++i) {
        clang::QualType const type = written.getParamDecl(i)->getType();
        clang::QualType const wanted = probe.getParamDecl(unsigned(i + shift))->getType();
        if (context.hasSameUnqualifiedType(type, wanted)) continue;
        diagnostics.add(
            {rewrite::Severity::error,
             "S0131",
             "this parameter has the type `" + wanted.getAsString() + "`",
             bound.entry->written[i].place,
             {{"the function stands here", bound.function.place}},
             "write `" + bound.entry->name.text + shown_parameters(bound.function) + "`"});
    }
}

} // namespace

std::vector<ProbedEntry> read_probe(clang::ASTContext& context,
                                    std::vector<BoundEntry> const& entries, size_t source,
                                    rewrite::Diagnostics& diagnostics) {
    Found found;
    find(*context.getTranslationUnitDecl(), found);
    std::vector<ProbedEntry> probed(entries.size());
    for (size_t number = 0; number < entries.size(); ++number) {
        BoundEntry const& bound = entries[number];
        if (bound.source != source) continue;
        clang::FunctionDecl const& probe = *found.at("flatland_probe_" + std::to_string(number));
        compare_parameters(bound, *found.at("flatland_written_" + std::to_string(number)), probe,
                           context, diagnostics);
        Reader reader(context, *llvm::cast<clang::CompoundStmt>(probe.getBody()));
        for (SpecFact const& fact : bound.entry->facts)
            probed[number].push_back(reader.read(fact, *bound.entry));
    }
    return probed;
}

} // namespace specialize
