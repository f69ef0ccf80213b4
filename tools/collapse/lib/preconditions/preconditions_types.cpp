// SPDX-License-Identifier: BSD-2-Clause
// Templates, traits and overloads that tell the target from its merged bases: they will be one
// type.
#include "unit_visitor.hpp"
#include <collapse/lib/hierarchy/callables.hpp>
#include <collapse/lib/hierarchy/static_variables.hpp>

#include <clang/AST/ExprConcepts.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace collapse {

using clang::CXXRecordDecl;
using clang::FunctionDecl;
using clang::QualType;
using clang::SourceLocation;
using clang::TemplateArgument;

namespace {

/// Traits of a class, by the names of their builtins without `__` and of their templates, that a
/// flat class answers otherwise.
constexpr std::array changing_traits{std::string_view{"is_polymorphic"},
                                     std::string_view{"is_abstract"},
                                     std::string_view{"is_empty"},
                                     std::string_view{"is_final"},
                                     std::string_view{"is_standard_layout"},
                                     std::string_view{"is_trivial"},
                                     std::string_view{"is_trivially"},
                                     std::string_view{"is_pod"},
                                     std::string_view{"is_aggregate"},
                                     std::string_view{"is_literal"},
                                     std::string_view{"has_virtual"},
                                     std::string_view{"has_trivial"},
                                     std::string_view{"has_unique_object"},
                                     std::string_view{"is_layout_compatible"},
                                     std::string_view{"is_bitwise_cloneable"}};

bool may_change(llvm::StringRef trait) {
    return std::ranges::any_of(changing_traits, [&](std::string_view each) {
        return trait.starts_with(llvm::StringRef(each));
    });
}

/// Templates of the standard library that only point or refer to their argument.
bool only_refers(llvm::StringRef name) {
    constexpr std::array harmless{std::string_view{"unique_ptr"},
                                  std::string_view{"shared_ptr"},
                                  std::string_view{"weak_ptr"},
                                  std::string_view{"default_delete"},
                                  std::string_view{"reference_wrapper"},
                                  std::string_view{"move"},
                                  std::string_view{"forward"},
                                  std::string_view{"addressof"},
                                  std::string_view{"as_const"},
                                  std::string_view{"declval"},
                                  std::string_view{"ref"},
                                  std::string_view{"cref"},
                                  std::string_view{"static_pointer_cast"},
                                  std::string_view{"launder"},
                                  std::string_view{"derived_from"},
                                  std::string_view{"convertible_to"}};
    return std::ranges::find(harmless, std::string_view(name)) != harmless.end() ||
           name.starts_with("remove_") || name.starts_with("add_") ||
           name.starts_with("enable_if") || name.starts_with("is_base_of") ||
           name.starts_with("is_convertible");
}

/// Templates of the standard library that compare their argument with a type at run time.
bool compares_types(llvm::StringRef name) {
    return name.starts_with("any") || name == "get_deleter" || name == "target";
}

class TypeChecks : public UnitVisitor {
public:
    using UnitVisitor::UnitVisitor;

    /// What an assertion says of types is checked again by the compiler.
    bool TraverseStaticAssertDecl(clang::StaticAssertDecl*) override { return true; }

    bool VisitTypeTraitExpr(clang::TypeTraitExpr* trait) override {
        if (trait->isValueDependent()) return true;
        bool const is_pair = trait->getNumArgs() == 2;
        std::string const name = clang::getTraitSpelling(trait->getTrait());
        if (is_pair && relates(trait->getArg(0)->getType(), trait->getArg(1)->getType()) &&
            !trait->getValue())
            refuse_trait(trait->getBeginLoc(), name);
        for (clang::TypeSourceInfo const* each : trait->getArgs())
            if (asks_what_changes(llvm::StringRef(name).ltrim('_'), each->getType()))
                refuse_trait(trait->getBeginLoc(), name);
        return true;
    }

    bool VisitTemplateSpecializationTypeLoc(clang::TemplateSpecializationTypeLoc type) override {
        clang::TemplateDecl const* const pattern =
            type.getTypePtr()->getTemplateName().getAsTemplateDecl();
        if (pattern)
            check_system_template(*pattern, type.getTypePtr()->template_arguments(),
                                  type.getBeginLoc());
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
        if (auto const* const variable =
                llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(name->getDecl()))
            check_system_template(*variable->getSpecializedTemplate(),
                                  variable->getTemplateArgs().asArray(), name->getBeginLoc());
        auto const* const function = llvm::dyn_cast<FunctionDecl>(name->getDecl());
        if (function && function->getTemplateSpecializationArgs() && function->getPrimaryTemplate())
            check_system_template(*function->getPrimaryTemplate(),
                                  function->getTemplateSpecializationArgs()->asArray(),
                                  name->getBeginLoc());
        return true;
    }

    bool VisitMemberExpr(clang::MemberExpr* name) override {
        auto const* const function = llvm::dyn_cast<FunctionDecl>(name->getMemberDecl());
        if (function && function->getTemplateSpecializationArgs() && function->getPrimaryTemplate())
            check_system_template(*function->getPrimaryTemplate(),
                                  function->getTemplateSpecializationArgs()->asArray(),
                                  name->getMemberLoc());
        return true;
    }

    bool VisitConceptSpecializationExpr(clang::ConceptSpecializationExpr* expression) override {
        if (expression->isValueDependent()) return true;
        clang::ConceptDecl const& named = *expression->getNamedConcept();
        for (TemplateArgument const& each : expression->getTemplateArguments())
            check_argument(named, each, expression->getBeginLoc());
        return true;
    }

    bool VisitClassTemplateDecl(clang::ClassTemplateDecl* pattern) override {
        if (pattern->isThisDeclarationADefinition())
            check_instances(*pattern, [](auto const&) { return true; });
        llvm::SmallVector<clang::ClassTemplatePartialSpecializationDecl*, 4> partial;
        pattern->getPartialSpecializations(partial);
        for (auto const* each : partial)
            for (TemplateArgument const& argument : each->getTemplateArgs().asArray())
                if (argument.getKind() == TemplateArgument::Type &&
                    names_merged(argument.getAsType()))
                    refuse_specialisation(each->getLocation());
        return true;
    }

    bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* pattern) override {
        check_functions(*pattern);
        return true;
    }

    /// The templates of generic ones are no declarations of their own.
    bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
        if (lambda->isGenericLambda())
            check_functions(*lambda->getCallOperator()->getDescribedFunctionTemplate());
        return true;
    }

    bool VisitVarTemplateDecl(clang::VarTemplateDecl* pattern) override {
        if (pattern->isThisDeclarationADefinition())
            check_instances(*pattern, [](auto const&) { return true; });
        return true;
    }

    bool VisitFunctionDecl(FunctionDecl* function) override {
        if (function->isImplicit() || function->getPreviousDecl() ||
            function->getTemplateInstantiationPattern() || !function->getDeclName())
            return true;
        for (clang::NamedDecl const* each :
             function->getDeclContext()->lookup(function->getDeclName())) {
            auto const* const other = llvm::dyn_cast<FunctionDecl>(each);
            if (other && other->getLocation() < function->getLocation() &&
                will_clash(*function, *other))
                context_.refuse("C0316", function->getLocation(),
                                "overloads of `" + function->getNameAsString() +
                                    "` differ only in classes of one hierarchy",
                                "give them different names");
        }
        return true;
    }

private:
    void check_functions(clang::FunctionTemplateDecl const& pattern) {
        bool const has_variables = has_static_variable(pattern);
        check_instances(
            pattern, [&](FunctionDecl const& each) { return has_variables || tells_apart(each); });
    }

    /// Whether both are classes of the hierarchy that will be one, and are not yet.
    bool relates(QualType a, QualType b) const {
        if (a->isDependentType() || b->isDependentType()) return false;
        a = a.getNonReferenceType();
        b = b.getNonReferenceType();
        while (a->isPointerType() && b->isPointerType()) {
            a = a->getPointeeType();
            b = b->getPointeeType();
        }
        a = a.getCanonicalType().getUnqualifiedType();
        b = b.getCanonicalType().getUnqualifiedType();
        return a != b && context_.types.will_be_same(a, b);
    }

    bool asks_what_changes(llvm::StringRef trait, QualType type) const {
        return !type->isDependentType() && !type->isReferenceType() && may_change(trait) &&
               context_.record_in(type);
    }

    void refuse_trait(SourceLocation location, std::string const& name) {
        context_.refuse("C0307", location,
                        "`" + name + "` will have another value for a class of the hierarchy",
                        "do not let the program depend on it");
    }

    bool names_merged(QualType type) const {
        while (type->isPointerType() || type->isReferenceType())
            type = type->getPointeeType();
        return context_.merged_in(type) != nullptr;
    }

    void refuse_specialisation(SourceLocation location) {
        context_.refuse("C0317", location,
                        "a template is specialised for a base that will be another name of " +
                            quoted(context_.hierarchy.target()),
                        "use a function of the class instead");
    }

    template<class Pattern>
    void check_system_template(Pattern const& pattern, llvm::ArrayRef<TemplateArgument> arguments,
                               SourceLocation location) {
        if (!is_in_system_header(pattern) || !context_.unit.offset(location)) return;
        check_relation(pattern, arguments, location);
        for (TemplateArgument const& each : arguments)
            check_argument(pattern, each, location);
    }

    /// Traits of two classes that are true of one class and itself, and were not of these two.
    void check_relation(clang::NamedDecl const& pattern, llvm::ArrayRef<TemplateArgument> arguments,
                        SourceLocation location) {
        if (arguments.size() < 2 || arguments[0].getKind() != TemplateArgument::Type ||
            arguments[1].getKind() != TemplateArgument::Type || !pattern.getIdentifier())
            return;
        QualType const first = arguments[0].getAsType();
        QualType const second = arguments[1].getAsType();
        if (!relates(first, second)) return;
        llvm::StringRef const name = pattern.getName();
        bool const holds = (name.starts_with("is_base_of") && derives(second, first, false)) ||
                           (name.starts_with("is_convertible") && derives(first, second, true)) ||
                           !(name.starts_with("is_base_of") || name.starts_with("is_convertible"));
        if (!holds) refuse_trait(location, name.str());
    }

    static bool derives(QualType derived, QualType base, bool publicly) {
        while (!derived->getPointeeType().isNull() && !base->getPointeeType().isNull()) {
            derived = derived->getPointeeType();
            base = base->getPointeeType();
        }
        CXXRecordDecl const* const from = derived->getAsCXXRecordDecl();
        CXXRecordDecl const* const to = base->getAsCXXRecordDecl();
        return from && to && derives(*from, *to, publicly);
    }

    static bool derives(CXXRecordDecl const& derived, CXXRecordDecl const& base, bool publicly) {
        return std::ranges::any_of(derived.bases(), [&](clang::CXXBaseSpecifier const& each) {
            CXXRecordDecl const& next = *each.getType()->getAsCXXRecordDecl();
            if (publicly && each.getAccessSpecifier() != clang::AS_public) return false;
            return next.getCanonicalDecl() == base.getCanonicalDecl() ||
                   derives(*next.getDefinition(), base, publicly);
        });
    }

    void check_argument(clang::NamedDecl const& pattern, TemplateArgument const& argument,
                        SourceLocation location) {
        if (argument.getKind() == TemplateArgument::Pack)
            for (TemplateArgument const& each : argument.pack_elements())
                check_argument(pattern, each, location);
        if (argument.getKind() != TemplateArgument::Type) return;
        QualType const type = argument.getAsType();
        if (type->isDependentType() || !pattern.getDeclName().isIdentifier()) return;
        if (asks_what_changes(pattern.getName(), type))
            return refuse_trait(location, pattern.getNameAsString());
        if (compares_types(pattern.getName()) && context_.types.changes(type))
            return refuse_specialisation(location);
        bool const by_name = !type->isReferenceType() && context_.merged_in(type);
        if (by_name && !only_refers(pattern.getName()))
            context_.refuse("C0317", location,
                            "`" + pattern.getNameAsString() + "` is used for the base " +
                                quoted(*context_.merged_in(type)) +
                                ", which will be another name of " +
                                quoted(context_.hierarchy.target()),
                            "use it for the most derived class, or for pointers");
    }

    /// Instances of one template that will be one instance.
    template<class Pattern, class Matters>
    void check_instances(Pattern const& pattern, Matters matters) {
        using Instance = std::remove_reference_t<
            decltype(**const_cast<Pattern&>(pattern).specializations().begin())>;
        struct Known {
            rewrite::Signature const* present;
            Instance const* instance;
        };
        std::map<rewrite::Signature const*, std::vector<Known>> by_future;
        for (Instance const* each : const_cast<Pattern&>(pattern).specializations()) {
            FutureTypes::Arguments const arguments = context_.types.of(arguments_of(*each));
            std::vector<Known>& alike = by_future[arguments.future];
            bool const clashes = std::ranges::any_of(alike, [&](Known const& other) {
                return other.present != arguments.present &&
                       (matters(*each) || matters(*other.instance));
            });
            if (clashes) return refuse_instances(pattern);
            alike.push_back({arguments.present, each});
        }
    }

    void refuse_instances(clang::NamedDecl const& pattern) {
        context_.refuse("C0317", pattern.getLocation(),
                        "two instances of the template `" + pattern.getNameAsString() +
                            "` will be one, with one address and one set of static variables",
                        "use it for one class of the hierarchy only");
    }

    static llvm::ArrayRef<TemplateArgument> arguments_of(FunctionDecl const& function) {
        return function.getTemplateSpecializationArgs()->asArray();
    }
    template<class Specialisation>
    static llvm::ArrayRef<TemplateArgument> arguments_of(Specialisation const& specialisation) {
        return specialisation.getTemplateArgs().asArray();
    }

    /// Whether one can tell instances of a function apart without static variables.
    bool tells_apart(FunctionDecl const& function) {
        if (function.getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization)
            return true;
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        if (method && method->getParent()->isLambda()) return false;
        if (!callables_) callables_ = find_callables(context_.unit);
        return callables_->indirect.contains(function.getCanonicalDecl());
    }

    bool will_clash(FunctionDecl const& a, FunctionDecl const& b) const {
        auto const* const first = a.getType()->getAs<clang::FunctionProtoType>();
        auto const* const second = b.getType()->getAs<clang::FunctionProtoType>();
        if (!first || !second || first->getMethodQuals() != second->getMethodQuals() ||
            first->getRefQualifier() != second->getRefQualifier())
            return false;
        bool const differ = !std::ranges::equal(
            first->param_types(), second->param_types(),
            [](QualType x, QualType y) { return x.getCanonicalType() == y.getCanonicalType(); });
        return differ && std::ranges::equal(first->param_types(), second->param_types(),
                                            [&](QualType x, QualType y) {
                                                return context_.types.will_be_same(x, y);
                                            });
    }

    std::optional<Callables> callables_; ///< found when first asked for
};

} // namespace

void check_types(CheckContext const& context) {
    TypeChecks(context).walk();
}

} // namespace collapse
