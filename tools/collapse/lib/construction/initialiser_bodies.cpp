// SPDX-License-Identifier: BSD-2-Clause
// Calls bodies of base constructors where they ran: within the next initialiser that could tell, as
// `member((Base_construct(), value))`.
#include "initialiser_walk.hpp"

#include <rewrite/syntax/clang.hpp>

namespace collapse {

using clang::Expr;
using rewrite::Fragment;

void InitialiserWalk::place_bodies() {
    std::vector<size_t> waiting;
    for (size_t at = 0; at < steps_.size(); ++at) {
        ConstructionStep& step = steps_[at];
        if (step.body) {
            waiting.push_back(at);
            continue;
        }
        if (waiting.empty() || step.kept_base || step.stability == Stability::stable) continue;
        Fragment value = value_of(step);
        if (value.empty()) continue;
        std::string calls;
        for (size_t each : waiting) {
            calls += body_call(*steps_[each].body) + ", ";
            steps_[each].placed_at = at;
        }
        waiting.clear();
        step.text = {context_.hierarchy.name_of(*step.member) + "((" + calls};
        step.text.insert(step.text.end(), value.begin(), value.end());
        step.text.emplace_back("))");
    }
}

/// What initialises a member, as one expression; empty if there is none.
Fragment InitialiserWalk::value_of(ConstructionStep const& step) const {
    clang::ValueDecl const& member = *step.member;
    auto const* const field = llvm::dyn_cast<clang::FieldDecl>(&member);
    if (member.getType()->isArrayType() || (field && field->isAnonymousStructOrUnion())) return {};
    std::string const type = "decltype(" + context_.hierarchy.target().getNameAsString() +
                             "::" + context_.hierarchy.name_of(member) + ")";
    bool const is_class = member.getType()->isRecordType();
    if (step.written) return written_value(*step.written, type, is_class);
    if (!step.copied.empty()) return {step.copied};
    if (field && field->hasInClassInitializer()) return in_class_value(*field, type);
    return is_class ? Fragment{type + "()"} : Fragment{};
}

/// `T(a, b)`, `T{a, b}`; for one that is no class, the `a` of `member(a)`.
Fragment InitialiserWalk::written_value(clang::CXXCtorInitializer const& initialiser,
                                        std::string const& type, bool is_class) const {
    auto const range =
        context_.unit.range({initialiser.getLParenLoc(), initialiser.getRParenLoc()});
    if (!range) return {};
    bool const braces = context_.unit.text()[range->begin] == '{';
    bool const is_reference = initialiser.getAnyMember()->getType()->isReferenceType();
    if (is_class || (braces && !is_reference)) return {type, moved(*range)};
    if (braces) return {};
    return {moved({range->begin + 1, range->end - 1})};
}

Fragment InitialiserWalk::in_class_value(clang::FieldDecl const& field,
                                         std::string const& type) const {
    Expr const* const by = field.getInClassInitializer();
    auto const range = by ? context_.unit.range(by->getSourceRange()) : std::nullopt;
    if (!range || range->begin == range->end) return {};
    if (is_bound_to_its_place(*by) && !is_written_once(context_.hierarchy.target())) return {};
    bool const braces = context_.unit.text()[range->begin] == '{';
    if (braces && field.getType()->isReferenceType()) return {};
    if (braces) return {type, moved(*range)};
    Expr const& spelled = *const_cast<Expr*>(by)->IgnoreUnlessSpelledInSource();
    bool const converts =
        field.getType()->isRecordType() &&
        !context_.unit.context().hasSameUnqualifiedType(spelled.getType(), field.getType());
    return converts ? Fragment{} : Fragment{moved(*range)};
}

/// `Base_construct(a, b)`, with the arguments that the body uses.
std::string InitialiserWalk::body_call(clang::CXXConstructorDecl const& body) const {
    std::string text = construct_name(context_.hierarchy, body) + "(";
    std::set<clang::ParmVarDecl const*> const used = named_parameters(*body.getBody());
    char const* separator = "";
    for (clang::ParmVarDecl const* parameter : body.parameters()) {
        if (!used.contains(parameter)) continue;
        auto const known = texts_.find(parameter);
        text += separator;
        text += known == texts_.end() ? parameter->getNameAsString() : known->second;
        separator = ", ";
    }
    return text + ")";
}

} // namespace collapse
