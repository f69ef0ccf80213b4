// SPDX-License-Identifier: BSD-2-Clause
// Declarations of the text are named by the offset of their first name, those of system headers by
// file and offset, implicit members by their class, instantiations by pattern and arguments.
#include "signature.hpp"

namespace rewrite {

using clang::CXXRecordDecl;
using clang::Decl;
using clang::FunctionDecl;
using clang::NamedDecl;
using llvm::dyn_cast;
using llvm::isa;

std::string Signature::text() const {
    if (parts.empty()) return head;
    std::string written = head + "(";
    for (Signature const* part : parts)
        written += part->text() + ",";
    written.back() = ')';
    return written;
}

namespace {

/// An instance that was named but never needed complete is named as if it had been: whether it was
/// may follow from functions of system headers that are left out of a parse.
Decl const* pattern_of_record(CXXRecordDecl const& record) {
    auto const* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (special != nullptr && special->getSpecializationKind() == clang::TSK_Undeclared)
        return special->getSpecializedTemplate()->getTemplatedDecl();
    return record.getTemplateInstantiationPattern();
}

} // namespace

Decl const& pattern_of(Decl const& declaration) {
    Decl const* pattern = nullptr;
    if (auto const* function = dyn_cast<FunctionDecl>(&declaration))
        pattern = function->getTemplateInstantiationPattern(/*ForDefinition=*/false);
    else if (auto const* record = dyn_cast<CXXRecordDecl>(&declaration))
        pattern = pattern_of_record(*record);
    else if (auto const* variable = dyn_cast<clang::VarDecl>(&declaration))
        pattern = variable->getTemplateInstantiationPattern();
    else if (auto const* enumeration = dyn_cast<clang::EnumDecl>(&declaration))
        pattern = enumeration->getTemplateInstantiationPattern();
    else if (auto const* made_from = dyn_cast<clang::RedeclarableTemplateDecl>(&declaration))
        pattern = made_from->getInstantiatedFromMemberTemplate();
    return pattern == nullptr || pattern == &declaration ? declaration : pattern_of(*pattern);
}

namespace {

/// What a declaration of the same thing is written as: templates as what they are templates of.
Decl const& written_form(Decl const& declaration) {
    if (auto const* record = dyn_cast<CXXRecordDecl>(&declaration))
        if (record->isInjectedClassName()) return *llvm::cast<Decl>(record->getDeclContext());
    if (auto const* made_from = dyn_cast<clang::TemplateDecl>(&declaration))
        if (made_from->getTemplatedDecl() != nullptr) return *made_from->getTemplatedDecl();
    if (auto const* alias = dyn_cast<clang::NamespaceAliasDecl>(&declaration))
        return *alias->getNamespace();
    if (auto const* shadow = dyn_cast<clang::UsingShadowDecl>(&declaration))
        return written_form(*shadow->getTargetDecl());
    if (auto const* indirect = dyn_cast<clang::IndirectFieldDecl>(&declaration))
        return *indirect->getAnonField();
    return declaration;
}

bool is_explicit(clang::TemplateSpecializationKind kind) {
    return kind == clang::TSK_ExplicitSpecialization;
}

bool is_local(Decl const& declaration) {
    auto const* variable = dyn_cast<clang::VarDecl>(&declaration);
    return isa<clang::BindingDecl>(declaration) ||
           (variable != nullptr && variable->isLocalVarDeclOrParm());
}

std::string implicit_name(NamedDecl const& declaration) {
    if (auto const* constructor = dyn_cast<clang::CXXConstructorDecl>(&declaration)) {
        if (constructor->isCopyConstructor()) return "copy constructor";
        return constructor->isMoveConstructor() ? "move constructor" : "constructor";
    }
    if (isa<clang::CXXDestructorDecl>(declaration)) return "destructor";
    if (auto const* method = dyn_cast<clang::CXXMethodDecl>(&declaration)) {
        if (method->isCopyAssignmentOperator()) return "copy assignment";
        if (method->isMoveAssignmentOperator()) return "move assignment";
    }
    if (isa<clang::CXXDeductionGuideDecl>(declaration)) return "deduction guide";
    return declaration.getDeclName().isIdentifier() ? declaration.getNameAsString()
                                                    : declaration.getDeclName().getAsString();
}

/// How heads of declarations begin that the second text adds.
constexpr std::string_view new_text = "new ";

/// One that the compiler makes if the text has none, so that the two may stand for each other.
bool is_special_member(NamedDecl const& declaration) {
    auto const* method = dyn_cast<clang::CXXMethodDecl>(&declaration);
    return isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(declaration) ||
           (method != nullptr &&
            (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()));
}

/// One that the compiler declares where it is first used: that may be another place in each parse.
bool is_builtin(NamedDecl const& declaration) {
    auto const* function = dyn_cast<FunctionDecl>(declaration.getCanonicalDecl());
    return function != nullptr && function->isImplicit() && function->getBuiltinID() != 0;
}

/// Whether it has no name of its own in the text: made by the compiler for its class.
bool is_made_for_class(NamedDecl const& declaration) {
    if (isa<clang::CXXDeductionGuideDecl>(declaration)) return declaration.isImplicit();
    auto const* parent = dyn_cast<CXXRecordDecl>(declaration.getDeclContext());
    if (parent == nullptr || isa<clang::TagDecl>(declaration)) return false;
    auto const* method = dyn_cast<clang::CXXMethodDecl>(&declaration);
    return declaration.isImplicit() || (method != nullptr && parent->isLambda());
}

FirstNames const no_names;

} // namespace

Signatures::Signatures(clang::ASTContext const& context, OriginOf origin_of,
                       FirstNames const& first_names)
    : context_(context), origin_of_(std::move(origin_of)), first_names_(first_names) {}

Signatures::Signatures(clang::ASTContext const& context)
    : Signatures(context, [](uint32_t offset) { return std::optional(offset); }, no_names) {}

Signature const* Signatures::make(std::string head, std::vector<Signature const*> parts) {
    std::pair key{std::move(head), std::move(parts)};
    auto const found = made_.find(key);
    if (found != made_.end()) return found->second;
    Signature const* made = &all_.emplace_back(Signature{key.first, key.second});
    made_.emplace(std::move(key), made);
    return made;
}

std::optional<uint32_t> Signatures::offset(clang::SourceLocation location) const {
    if (location.isInvalid()) return std::nullopt;
    clang::SourceManager const& sources = context_.getSourceManager();
    auto const [file, offset] = sources.getDecomposedExpansionLoc(location);
    if (file != sources.getMainFileID()) return std::nullopt;
    return offset;
}

Signature const* Signatures::of(Decl const& declaration) {
    Signature const*& known = declarations_[&declaration];
    if (known != nullptr) return known;
    Decl const& written = written_form(declaration);
    Signature const* made = &written == &declaration ? make_declaration(declaration) : of(written);
    return declarations_[&declaration] = made;
}

Signature const* Signatures::make_declaration(Decl const& declaration) {
    auto const* named = dyn_cast<NamedDecl>(&declaration);
    if (named == nullptr) return make(declaration.getDeclKindName());
    if (auto const* space = dyn_cast<clang::NamespaceDecl>(named))
        return make("namespace " + space->getQualifiedNameAsString());
    if (auto const* parameter = dyn_cast<clang::NonTypeTemplateParmDecl>(named))
        return make("template value " + std::to_string(parameter->getDepth()) + "-" +
                    std::to_string(parameter->getIndex()));
    if (auto const* parameter = dyn_cast<clang::TemplateTypeParmDecl>(named))
        return of(clang::QualType(parameter->getTypeForDecl(), 0));
    if (is_made_for_class(*named)) return make_implicit(*named);
    if (is_builtin(*named)) return make("builtin " + named->getNameAsString());
    std::string head = head_of(pattern_of(*named));
    if (head.starts_with(new_text) && is_special_member(*named)) return make_implicit(*named);
    std::vector<Signature const*> parts;
    if (!is_local(*named)) parts = instantiation(*named);
    return make(std::move(head), std::move(parts));
}

Signature const* Signatures::make_implicit(NamedDecl const& declaration) {
    if (auto const* guide = dyn_cast<clang::CXXDeductionGuideDecl>(&declaration))
        return make("deduction guide", {of(*guide->getDeducedTemplate())});
    auto const& parent = *llvm::cast<Decl>(declaration.getDeclContext());
    std::vector<Signature const*> parts{of(parent)};
    auto const* function = declaration.getAsFunction();
    if (function != nullptr)
        if (auto const* arguments = function->getTemplateSpecializationArgs())
            parts.push_back(of_arguments(arguments->asArray()));
    if (auto const* constructor = dyn_cast_or_null<clang::CXXConstructorDecl>(function))
        for (clang::ParmVarDecl const* parameter : constructor->parameters())
            parts.push_back(of(parameter->getType()));
    return make("implicit " + implicit_name(declaration), std::move(parts));
}

std::vector<Signature const*> Signatures::instantiation(Decl const& declaration) {
    std::vector<Signature const*> found;
    for (Decl const* each = &declaration; each != nullptr;) {
        if (auto const* function = dyn_cast<FunctionDecl>(each)) {
            auto const* arguments = function->getTemplateSpecializationArgs();
            if (arguments != nullptr && !is_explicit(function->getTemplateSpecializationKind()))
                found.push_back(of_arguments(arguments->asArray()));
        } else if (auto const* record = dyn_cast<clang::ClassTemplateSpecializationDecl>(each)) {
            if (!is_explicit(record->getSpecializationKind()))
                found.push_back(of_arguments(record->getTemplateArgs().asArray()));
        } else if (auto const* value = dyn_cast<clang::VarTemplateSpecializationDecl>(each)) {
            if (!is_explicit(value->getSpecializationKind()))
                found.push_back(of_arguments(value->getTemplateArgs().asArray()));
        }
        clang::DeclContext const* around = each->getDeclContext();
        each = around == nullptr ? nullptr : dyn_cast<Decl>(around);
    }
    return found;
}

/// "@offset" of the first name in the analysed text. In the second text: of a declaration of it
/// that was there before.
std::optional<std::string> Signatures::text_key(Decl const& declaration) const {
    std::optional<uint32_t> const place = offset(declaration.getLocation());
    if (!place) return std::nullopt;
    std::optional<uint32_t> const origin = origin_of_(*place);
    if (!origin) return std::nullopt;
    auto const first = first_names_.find(*origin);
    std::string key = key_at(first == first_names_.end() ? *origin : first->second);
    auto const* named = dyn_cast<NamedDecl>(&declaration);
    if (named != nullptr && declaration.getLocation().isMacroID())
        key += ":" + named->getDeclName().getAsString();
    return key;
}

std::string Signatures::head_of(Decl const& declaration) {
    auto const& named = llvm::cast<NamedDecl>(declaration);
    Decl const* first = declaration.getCanonicalDecl();
    if (first->getLocation().isValid() && !offset(first->getLocation()))
        return system_key(llvm::cast<NamedDecl>(*first));
    if (std::optional<std::string> const key = text_key(*first)) return *key;
    for (Decl const* each : declaration.redecls())
        if (std::optional<std::string> const key = text_key(*each)) return *key;
    return std::string(new_text) + named.getQualifiedNameAsString();
}

std::string Signatures::file_and_offset(clang::SourceLocation location) const {
    clang::SourceManager const& sources = context_.getSourceManager();
    auto const [file, offset] = sources.getDecomposedExpansionLoc(location);
    clang::OptionalFileEntryRef const entry = sources.getFileEntryRefForID(file);
    return (entry ? entry->getName().str() : std::string()) + ":" + std::to_string(offset);
}

std::string Signatures::system_key(NamedDecl const& declaration) const {
    return "system " + file_and_offset(declaration.getLocation()) + ":" +
           declaration.getDeclName().getAsString();
}

DeclKey key_at(uint32_t offset) {
    return "@" + std::to_string(offset);
}

DeclKey key_of(clang::ASTContext const& context, Decl const& declaration) {
    Signatures signatures(context);
    return signatures.of(declaration)->text();
}

} // namespace rewrite
