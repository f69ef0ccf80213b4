// SPDX-License-Identifier: BSD-2-Clause
// Visits what can change memory; each visit asks what the changed place has to do with targets.
#include "write_sites.hpp"

#include "value_sources.hpp"
#include "writing_functions.hpp"
#include <specialize/source/function_visitor.hpp>

#include <rewrite/syntax/byte_functions.hpp>

#include <algorithm>

namespace specialize {

using clang::Expr;
using clang::FunctionDecl;
using clang::QualType;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class WriteVisitor : public FunctionVisitor {
public:
    WriteVisitor(ProgramNames const& names, Targets const& targets, CallGraph const& calls,
                 PointerFlow const& flow)
        : FunctionVisitor(names), targets_(targets), calls_(calls), flow_(flow) {}

    std::vector<WriteSite> take() { return std::move(sites_); }

    bool TraverseDecl(clang::Decl* declaration) override {
        if (declaration && isa<FunctionDecl>(declaration) &&
            names_.unit().sources().isInSystemHeader(declaration->getLocation()))
            return true;
        return FunctionVisitor::TraverseDecl(declaration);
    }

    bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
        if (!operation->isAssignmentOp()) return true;
        Expr const* const value =
            operation->isCompoundAssignmentOp() ? nullptr : operation->getRHS();
        note_store(*operation, *operation->getLHS(), WriteKind::assignment, value);
        return true;
    }

    bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
        if (operation->isIncrementDecrementOp())
            note_store(*operation, *operation->getSubExpr(), WriteKind::increment, nullptr);
        return true;
    }

    bool VisitAtomicExpr(clang::AtomicExpr* operation) override {
        llvm::StringRef const name = operation->getOpAsString();
        if (!name.ends_with("load") && !name.ends_with("load_n"))
            note_pointer(*operation, *operation->getPtr(), WriteKind::assignment);
        return true;
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        FunctionDecl const* const callee = call->getDirectCallee();
        if (!callee) return true;
        if (note_object(*call, *callee)) return true;
        if (is_given(*callee) || passes_on(*callee)) return true;
        std::vector<Expr const*> const all = arguments_of(*call);
        for (size_t i = 0; i < all.size(); ++i)
            note_argument(*call, *callee, i, *all[i]);
        return true;
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        clang::CXXConstructorDecl const& constructor = *made->getConstructor();
        if (constructor.isCopyOrMoveConstructor()) note_new(*made, made->getType());
        if (is_given(constructor)) return true;
        for (size_t i = 0; i < made->getNumArgs(); ++i)
            note_argument(*made, constructor, i, *made->getArg(unsigned(i)));
        return true;
    }

    bool VisitCXXNewExpr(clang::CXXNewExpr* made) override {
        Keys const found = targets_.within(names_, made->getAllocatedType());
        bool const is_placed =
            made->getNumPlacementArgs() > 0 && made->getPlacementArg(0)->getType()->isPointerType();
        if (!is_placed) return true;
        if (!found.empty())
            add({.kind = WriteKind::aggregate,
                 .targets = found,
                 .code = made,
                 .root = made->getPlacementArg(0)->IgnoreParenCasts(),
                 .is_behind_pointer = true});
        else
            note_pointer(*made, *made->getPlacementArg(0), WriteKind::bytes);
        return true;
    }

    bool VisitInitListExpr(clang::InitListExpr* list) override {
        for (Expr const* each : list->inits())
            if (auto const* const inner = dyn_cast_or_null<clang::InitListExpr>(each))
                inner_lists_.insert(inner);
        if (!inner_lists_.contains(list)) note_new(*list, list->getType());
        return true;
    }

    bool VisitCXXConstructorDecl(clang::CXXConstructorDecl* constructor) override {
        if (!constructor->doesThisDeclarationHaveABody()) return true;
        for (clang::CXXCtorInitializer const* each : constructor->inits())
            if (each->isMemberInitializer() && each->isWritten())
                if (std::string key = names_.member(*each->getMember()); targets_.contains(key))
                    add({.kind = WriteKind::initialisation,
                         .targets = {key},
                         .function = constructor},
                        each->getSourceRange());
        return true;
    }

    bool VisitVarDecl(clang::VarDecl* variable) override {
        if (!variable->getInit() || isa<clang::ParmVarDecl>(variable)) return true;
        if (std::string key = names_.value(*variable); targets_.contains(key))
            add({.kind = WriteKind::initialisation, .targets = {key}, .value = variable->getInit()},
                variable->getSourceRange());
        return true;
    }

    bool VisitGCCAsmStmt(clang::GCCAsmStmt* code) override {
        for (unsigned i = 0; i < code->getNumOutputs(); ++i)
            note_store(*code, *code->getOutputExpr(i), WriteKind::assembly, nullptr);
        if (!clobbers_memory(*code)) return true;
        for (unsigned i = 0; i < code->getNumInputs(); ++i)
            note_operand(*code, *code->getInputExpr(i));
        return true;
    }

private:
    static bool clobbers_memory(clang::GCCAsmStmt const& code) {
        for (unsigned i = 0; i < code.getNumClobbers(); ++i)
            if (code.getClobber(i) == "memory") return true;
        return false;
    }

    bool is_given(FunctionDecl const& function) const {
        return calls_.is_defined(names_.function(function));
    }

    void add(WriteSite site) { add(std::move(site), site.code->getSourceRange()); }

    void add(WriteSite site, clang::SourceRange range) {
        site.source = names_.number();
        if (!site.function) site.function = function_;
        site.place = names_.unit().place(range.getBegin());
        site.text = text_of(names_.unit(), range);
        sites_.push_back(std::move(site));
    }

    void note_new(Expr const& made, QualType type) {
        if (Keys const found = targets_.within(names_, type); !found.empty())
            add({.kind = WriteKind::initialisation, .targets = found, .code = &made});
    }

    void note_store(clang::Stmt const& code, Expr const& place, WriteKind kind, Expr const* value) {
        Touched const touched = targets_.touched(names_, place);
        if (!touched.targets.empty()) {
            if (touched.is_aggregate && kind != WriteKind::assembly) kind = WriteKind::aggregate;
            if (touched.is_overlap) kind = WriteKind::overlap;
            add({.kind = kind,
                 .targets = touched.targets,
                 .code = &code,
                 .root = touched.root,
                 .is_behind_pointer = touched.is_behind_pointer,
                 .value = touched.is_aggregate || touched.is_overlap ? nullptr : value});
        }
        Origins origins = flow_.of_address(names_, place);
        note_member_pointer(*touched.root, origins);
        std::erase_if(origins.targets, [&](auto& key) { return touched.targets.contains(key); });
        note_origins(code, origins, kind);
    }

    /// `h->*member = 1` may write any member of the class.
    void note_member_pointer(Expr const& root, Origins& origins) {
        auto const* const operation = dyn_cast<clang::BinaryOperator>(&root);
        if (!operation || !operation->isPtrMemOp()) return;
        auto const* const type = operation->getRHS()->getType()->getAs<clang::MemberPointerType>();
        if (type) origins.targets.merge(targets_.within(names_, QualType(type->getClass(), 0)));
    }

    void note_origins(clang::Stmt const& code, Origins const& origins, WriteKind kind) {
        bool const is_assembly = kind == WriteKind::assembly;
        if (!origins.targets.empty())
            add({.kind = is_assembly ? kind : WriteKind::through_pointer,
                 .targets = origins.targets,
                 .is_certain = false,
                 .code = &code});
        if (!origins.records.empty())
            add({.kind = is_assembly ? kind : WriteKind::bytes,
                 .targets = origins.records,
                 .is_certain = false,
                 .code = &code});
    }

    /// A write of what a pointer leads to. Named in the argument itself, it is certain.
    void note_pointer(Expr const& code, Expr const& pointer, WriteKind kind) {
        Expr const* const inner = pointer.IgnoreParenCasts();
        auto const* const address = dyn_cast<clang::UnaryOperator>(inner);
        bool const is_address = address && address->getOpcode() == clang::UO_AddrOf;
        bool const is_array = inner->getType()->isArrayType();
        QualType const pointee = inner->getType()->getPointeeType();
        Touched touched;
        if (is_address || is_array)
            touched = targets_.touched(names_, is_array ? *inner : *address->getSubExpr());
        else if (!pointee.isNull())
            touched = {.targets = targets_.within(names_, pointee),
                       .is_aggregate = true,
                       .root = inner,
                       .is_behind_pointer = true};
        if (!touched.targets.empty())
            add({.kind = kind,
                 .targets = touched.targets,
                 .code = &code,
                 .root = touched.root,
                 .is_behind_pointer = touched.is_behind_pointer});
        Origins origins = flow_.of_value(names_, pointer);
        for (std::string const& each : touched.targets) {
            origins.targets.erase(each);
            origins.records.erase(each);
        }
        note_origins(code, origins, kind);
    }

    /// Operators and member functions that change the object they are called on. True: the call
    /// needs no look at its arguments.
    bool note_object(clang::CallExpr const& call, FunctionDecl const& callee) {
        auto const* const method = dyn_cast<clang::CXXMethodDecl>(&callee);
        if (!method || method->isConst() || method->isStatic()) return false;
        Expr const* object = nullptr;
        if (auto const* const member = dyn_cast<clang::CXXMemberCallExpr>(&call))
            object = member->getImplicitObjectArgument();
        else if (isa<clang::CXXOperatorCallExpr>(call) && call.getNumArgs() > 0)
            object = call.getArg(0);
        if (!object) return false;
        bool const assigns =
            method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
        if (object->getType()->isPointerType()) return false;
        Touched const touched = targets_.touched(names_, *object);
        bool const is_seen = method->isUserProvided() && is_given(*method);
        bool const names_whole = touched.is_aggregate || touched.targets.empty();
        if (touched.targets.empty() || (names_whole && (is_seen || !assigns))) return false;
        add({.kind = assigns ? WriteKind::aggregate : WriteKind::reference,
             .targets = touched.targets,
             .code = &call,
             .root = touched.root,
             .is_behind_pointer = touched.is_behind_pointer});
        return true;
    }

    void note_argument(Expr const& call, FunctionDecl const& callee, size_t index,
                       Expr const& argument) {
        QualType const wanted = index < callee.getNumParams()
                                    ? callee.getParamDecl(unsigned(index))->getType()
                                    : argument.getType();
        ArgumentUse const use = use_of_argument(callee, index);
        note_members(call, callee, wanted->getPointeeType());
        if (use == ArgumentUse::kept) return;
        if (wanted->isReferenceType()) return note_referred(call, callee, use, argument);
        if (!wanted->isPointerType()) return;
        if (use == ArgumentUse::written) {
            note_pointer(call, argument, WriteKind::bytes);
            return note_long_fill(call, callee, argument);
        }
        Origins origins = flow_.of_value(names_, argument);
        origins.targets.merge(Keys(origins.records));
        note_escape(call, callee, std::move(origins.targets));
    }

    /// `const` protects what is given, not what pointers in it lead to: `readv`, `recvmsg`.
    void note_members(Expr const& call, FunctionDecl const& callee, QualType given) {
        clang::RecordDecl const* const record = given.isNull() ? nullptr : given->getAsRecordDecl();
        if (!record || keeps_nothing(callee)) return;
        Origins origins = flow_.of_members(names_, *record);
        origins.targets.merge(Keys(origins.records));
        note_escape(call, callee, std::move(origins.targets));
    }

    void note_escape(Expr const& call, FunctionDecl const& callee, Keys found) {
        if (found.empty()) return;
        add({.kind = WriteKind::escape,
             .targets = std::move(found),
             .is_certain = false,
             .code = &call,
             .to = callee.getNameAsString()});
    }

    void note_referred(Expr const& call, FunctionDecl const& callee, ArgumentUse use,
                       Expr const& argument) {
        Touched const touched = targets_.touched(names_, argument);
        bool const is_library = names_.unit().sources().isInSystemHeader(callee.getLocation()) ||
                                callee.getBuiltinID() != 0;
        if (use == ArgumentUse::written && is_library && !touched.targets.empty())
            return add({.kind = WriteKind::reference,
                        .targets = touched.targets,
                        .code = &call,
                        .root = touched.root,
                        .is_behind_pointer = touched.is_behind_pointer});
        Origins origins = flow_.of_address(names_, argument);
        origins.targets.merge(Keys(origins.records));
        if (use == ArgumentUse::written && !origins.targets.empty())
            return add({.kind = WriteKind::through_pointer,
                        .targets = origins.targets,
                        .is_certain = false,
                        .code = &call});
        note_escape(call, callee, std::move(origins.targets));
    }

    /// `memset(&h->a, 0, more than h->a)` goes on to the members after it.
    void note_long_fill(Expr const& call, FunctionDecl const& callee, Expr const& argument) {
        auto const* const address = dyn_cast<clang::UnaryOperator>(argument.IgnoreParenCasts());
        if (!address || address->getOpcode() != clang::UO_AddrOf) return;
        auto const* const member =
            dyn_cast<clang::MemberExpr>(address->getSubExpr()->IgnoreParens());
        std::vector<Expr const*> const all = arguments_of(call);
        if (!member || all.size() < 3 || !rewrite::is_byte_function(callee)) return;
        clang::ASTContext& context = names_.unit().context();
        Expr::EvalResult size;
        QualType const type = member->getType();
        if (type->isIncompleteType() || !all[2]->EvaluateAsInt(size, context)) return;
        auto const bytes = uint64_t(context.getTypeSizeInChars(type).getQuantity());
        auto const* const field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
        if (!field || size.Val.getInt().getZExtValue() <= bytes) return;
        Keys const found = targets_.within(names_, context.getRecordType(field->getParent()));
        if (!found.empty()) add({.kind = WriteKind::bytes, .targets = found, .code = &call});
    }

    void note_operand(clang::GCCAsmStmt const& code, Expr const& operand) {
        Origins origins = operand.isGLValue() ? flow_.of_address(names_, operand)
                                              : flow_.of_value(names_, operand);
        QualType const pointee = operand.IgnoreParenCasts()->getType()->getPointeeType();
        origins.targets.merge(targets_.within(names_, pointee));
        note_origins(code, origins, WriteKind::assembly);
    }

    Targets const& targets_;
    CallGraph const& calls_;
    PointerFlow const& flow_;
    std::set<Expr const*> inner_lists_;
    std::vector<WriteSite> sites_;
};

} // namespace

std::string text_of(rewrite::Unit const& unit, clang::SourceRange range) {
    std::string const text =
        clang::Lexer::getSourceText(unit.sources().getExpansionRange(range), unit.sources(),
                                    unit.context().getLangOpts())
            .str();
    std::string joined;
    for (char const each : text) {
        bool const is_space = std::isspace(static_cast<unsigned char>(each));
        if (!is_space) joined += each;
        if (is_space && !joined.empty() && joined.back() != ' ') joined += ' ';
    }
    return joined;
}

std::vector<WriteSite> find_write_sites(std::vector<ProgramNames> const& sources,
                                        Targets const& targets, CallGraph const& calls,
                                        PointerFlow const& flow) {
    std::vector<WriteSite> all;
    for (ProgramNames const& each : sources) {
        WriteVisitor visitor(each, targets, calls, flow);
        visitor.walk();
        std::vector<WriteSite> found = visitor.take();
        std::ranges::sort(found, {}, [](WriteSite const& site) {
            return std::tuple(site.place.file, site.place.line, site.place.column, site.kind,
                              site.text, site.to);
        });
        std::ranges::move(found, std::back_inserter(all));
    }
    return all;
}

} // namespace specialize
