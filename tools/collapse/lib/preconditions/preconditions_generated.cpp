// SPDX-License-Identifier: BSD-2-Clause
// What the compiler generates from the shape of a hierarchy: names of functions as text, and
// comparisons member by member.
#include "unit_visitor.hpp"

#include <set>

namespace collapse {

namespace {

class GeneratedChecks : public UnitVisitor {
public:
    using UnitVisitor::UnitVisitor;

    bool TraverseFunctionDecl(clang::FunctionDecl* function) override {
        return within(*function, [&] { return UnitVisitor::TraverseFunctionDecl(function); });
    }
    bool TraverseCXXMethodDecl(clang::CXXMethodDecl* method) override {
        return within(*method, [&] { return UnitVisitor::TraverseCXXMethodDecl(method); });
    }
    bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl* constructor) override {
        return within(*constructor,
                      [&] { return UnitVisitor::TraverseCXXConstructorDecl(constructor); });
    }
    bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl* destructor) override {
        return within(*destructor,
                      [&] { return UnitVisitor::TraverseCXXDestructorDecl(destructor); });
    }

    bool TraverseFieldDecl(clang::FieldDecl* field) override {
        field_ = field;
        bool const more = UnitVisitor::TraverseFieldDecl(field);
        field_ = nullptr;
        return more;
    }

    /// A failed assertion may tell another name before the program ends.
    bool VisitCallExpr(clang::CallExpr* call) override {
        clang::FunctionDecl const* const callee = call->getDirectCallee();
        if (!callee || !callee->isNoReturn()) return true;
        for (clang::Expr const* argument : call->arguments())
            for_assertions_.insert(argument->IgnoreParenImpCasts());
        return true;
    }

    bool VisitPredefinedExpr(clang::PredefinedExpr* name) override {
        if (!function_ || for_assertions_.contains(name)) return true;
        using Kind = clang::PredefinedIdentKind;
        bool const is_short =
            name->getIdentKind() == Kind::Func || name->getIdentKind() == Kind::Function;
        check_name(*function_, is_short, name->getLocation(),
                   clang::PredefinedExpr::getIdentKindName(name->getIdentKind()).str());
        return true;
    }

    /// Where it is written, and where it is the default of an argument.
    bool VisitSourceLocExpr(clang::SourceLocExpr* place) override {
        check_place(*place, place->getLocation());
        return true;
    }
    bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* argument) override {
        check_places_in(*argument->getExpr(), argument->getUsedLocation());
        return true;
    }
    bool VisitCXXDefaultInitExpr(clang::CXXDefaultInitExpr* initialiser) override {
        if (clang::Expr const* const by = initialiser->getExpr())
            check_places_in(*by, initialiser->getUsedLocation());
        return true;
    }

    bool VisitFunctionDecl(clang::FunctionDecl* function) override {
        if (!function->isDefaulted() || function->isImplicit() ||
            !function->isOverloadedOperator() || function->getNumParams() == 0)
            return true;
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
        bool const assigns =
            method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
        if (!assigns && context_.record_in(function->getParamDecl(0)->getType()))
            context_.refuse("C0309", function->getLocation(),
                            "the defaulted comparison will compare the members of the whole "
                            "hierarchy",
                            "write the comparison");
        return true;
    }

    // Names as the linker knows them.

    bool VisitNamedDecl(clang::NamedDecl* declaration) override {
        if (auto const* const label = declaration->getAttr<clang::AsmLabelAttr>())
            check_linked(label->getLabel(), declaration->getLocation());
        if (auto const* const alias = declaration->getAttr<clang::AliasAttr>())
            check_linked(alias->getAliasee(), declaration->getLocation());
        if (auto const* const alias = declaration->getAttr<clang::WeakRefAttr>())
            check_linked(alias->getAliasee(), declaration->getLocation());
        return true;
    }
    bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl* code) override {
        check_linked(code->getAsmString()->getString(), code->getLocation());
        return true;
    }
    bool VisitGCCAsmStmt(clang::GCCAsmStmt* code) override {
        check_linked(code->getAsmString()->getString(), code->getAsmLoc());
        return true;
    }

private:
    /// The base's name is part of its members' names.
    void check_linked(llvm::StringRef text, clang::SourceLocation location) {
        for (Base const& base : context_.hierarchy.bases()) {
            std::string const name = base.record->getNameAsString();
            if (base.decision == BaseDecision::kept ||
                !text.contains(std::to_string(name.size()) + name))
                continue;
            context_.refuse("C0322", location,
                            "a name for the linker may be that of a member of " +
                                quoted(*base.record) + ", which will have another",
                            "name the member of the most derived class");
        }
    }

    void check_places_in(clang::Stmt const& code, clang::SourceLocation location) {
        if (auto const* const place = llvm::dyn_cast<clang::SourceLocExpr>(&code))
            check_place(*place, location);
        if (auto const* const argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&code))
            check_places_in(*argument->getExpr(), location);
        for (clang::Stmt const* each : code.children())
            if (each) check_places_in(*each, location);
    }

    void check_place(clang::SourceLocExpr const& place, clang::SourceLocation location) {
        using Kind = clang::SourceLocIdentKind;
        if (field_ && place.getIdentKind() != Kind::File && place.getIdentKind() != Kind::FileName)
            return check_initialiser(location, place.getBuiltinStr().str());
        bool const names_function = place.getIdentKind() == Kind::Function ||
                                    place.getIdentKind() == Kind::FuncSig ||
                                    place.getIdentKind() == Kind::SourceLocStruct;
        if (function_ && names_function)
            check_name(*function_, place.getIdentKind() == Kind::Function, location,
                       place.getBuiltinStr().str());
    }

    /// A default initialiser tells the place of the constructor, which may be written anew.
    void check_initialiser(clang::SourceLocation location, std::string const& what) {
        auto const* const record = llvm::dyn_cast<clang::CXXRecordDecl>(field_->getParent());
        if (record && context_.hierarchy.contains(record->getDefinition()))
            context_.refuse("C0308", location,
                            "`" + what + "` may tell another constructor in the flat class",
                            "initialise the member in the constructor");
    }

    /// `is_short`: without class, parameters and template arguments.
    void check_name(clang::FunctionDecl const& function, bool is_short,
                    clang::SourceLocation location, std::string const& what) {
        auto const* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
        bool const changes = (method && is_renamed(*method)) ||
                             (!is_short && (stands_in_base(function) || has_base_for(function) ||
                                            (method && loses_virtual(*method))));
        if (changes)
            context_.refuse("C0308", location,
                            "`" + what + "` will be another name in the flat class",
                            "write the name as a string");
    }

    /// A base's method that may get its class's name in front.
    bool is_renamed(clang::CXXMethodDecl const& method) const {
        Hierarchy const& hierarchy = context_.hierarchy;
        if (!hierarchy.is_flattened(method.getParent())) return false;
        return !method.getDeclName().isIdentifier() ||
               (method.isVirtual() &&
                hierarchy.final_overrider(method) != method.getCanonicalDecl());
    }

    bool loses_virtual(clang::CXXMethodDecl const& method) const {
        return method.isVirtual() && method.getParent()->getCanonicalDecl() ==
                                         context_.hierarchy.target().getCanonicalDecl();
    }

    bool stands_in_base(clang::FunctionDecl const& function) const {
        for (clang::DeclContext const* around = function.getDeclContext(); around;
             around = around->getParent()) {
            auto const* const record = llvm::dyn_cast<clang::CXXRecordDecl>(around);
            if (record && context_.hierarchy.is_flattened(record->getDefinition())) return true;
        }
        return false;
    }

    /// Whether it, or a class around it, is an instance for a base.
    bool has_base_for(clang::FunctionDecl const& function) const {
        auto const changes = [&](llvm::ArrayRef<clang::TemplateArgument> arguments) {
            FutureTypes::Arguments const both = context_.types.of(arguments);
            return both.present != both.future;
        };
        if (auto const* const own = function.getTemplateSpecializationArgs())
            if (changes(own->asArray())) return true;
        for (clang::DeclContext const* around = function.getDeclContext(); around;
             around = around->getParent()) {
            auto const* const special =
                llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(around);
            if (special && changes(special->getTemplateArgs().asArray())) return true;
            auto const* const outer = llvm::dyn_cast<clang::FunctionDecl>(around);
            if (outer) return stands_in_base(*outer) || has_base_for(*outer);
        }
        return false;
    }

    template<class Walk>
    bool within(clang::FunctionDecl const& function, Walk walk) {
        clang::FunctionDecl const* const around = function_;
        function_ = &function;
        bool const more = walk();
        function_ = around;
        return more;
    }

    clang::FunctionDecl const* function_ = nullptr;
    clang::FieldDecl const* field_ = nullptr;
    std::set<clang::Expr const*> for_assertions_;
};

} // namespace

void check_generated(CheckContext const& context) {
    GeneratedChecks(context).walk();
}

} // namespace collapse
