// SPDX-License-Identifier: BSD-2-Clause
// Collects where values go, source by source; questions walk the edges backwards.
#include "pointer_flow.hpp"

#include "value_sources.hpp"
#include "writing_functions.hpp"
#include <specialize/source/function_visitor.hpp>

#include <llvm/ADT/DenseSet.h>

namespace specialize {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;

namespace {

/// How far pointers in what is given away are followed.
constexpr unsigned most_steps = 3;

} // namespace

class FlowVisitor : public FunctionVisitor {
public:
    FlowVisitor(ProgramNames const& names, PointerFlow& flow)
        : FunctionVisitor(names), flow_(flow), sources_(names, flow.targets_) {}

    bool VisitVarDecl(clang::VarDecl* variable) override {
        if (!variable->getInit()) return true;
        note_initialiser(sources_.variable(*variable), variable->getType(), *variable->getInit());
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
        if (!operation->isAssignmentOp() || operation->getType()->isRecordType()) return true;
        for (std::string const& node : sources_.of_content(*operation->getLHS()))
            note(node, sources_.of_value(*operation->getRHS()));
        auto const* const member = dyn_cast<clang::MemberExpr>(operation->getLHS()->IgnoreParens());
        auto const* const field =
            member ? dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
        if (field) note_overlaid(*field, *operation->getRHS());
        return true;
    }

    /// An address in a union can be read as a number.
    void note_overlaid(clang::FieldDecl const& field, Expr const& value) {
        if (!field.getParent()->isUnion() || !value.getType()->isAnyPointerType()) return;
        note(ValueSources::numbers(), sources_.of_number(value));
    }

    /// An address that is a number may become one again anywhere.
    void note_number(clang::CastExpr const& cast) {
        if (cast.getCastKind() == clang::CK_PointerToIntegral)
            note(ValueSources::numbers(), sources_.of_number(*cast.getSubExpr()));
    }

    /// Pointers that pointers lead to are part of the memory, and so are numbers, which they may
    /// be.
    bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
        if (operation->getOpcode() == clang::UO_AddrOf) note_memory(*operation->getSubExpr());
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) note_memory(*cast->getSubExpr());
        note_number(*cast);
        return true;
    }

    bool VisitInitListExpr(clang::InitListExpr* list) override {
        clang::RecordDecl const* const record = list->getType()->getAsRecordDecl();
        if (!record) return true;
        if (record->isUnion()) {
            if (clang::FieldDecl const* field = list->getInitializedFieldInUnion())
                if (list->getNumInits() > 0) note_member(*field, *list->getInit(0));
            return true;
        }
        auto const* const derived = dyn_cast<clang::CXXRecordDecl>(record);
        unsigned next = derived ? derived->getNumBases() : 0;
        for (clang::FieldDecl const* field : record->fields()) {
            if (field->isUnnamedBitField()) continue;
            if (next < list->getNumInits()) note_member(*field, *list->getInit(next++));
        }
        return true;
    }

    bool VisitCXXConstructorDecl(clang::CXXConstructorDecl* constructor) override {
        for (clang::CXXCtorInitializer const* each : constructor->inits())
            if (each->getAnyMember() && each->getInit())
                note_member(*each->getAnyMember(), *each->getInit());
        return true;
    }

    bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
        for (clang::LambdaCapture const& each : lambda->captures())
            if (auto* const made = each.capturesVariable() && lambda->isInitCapture(&each)
                                       ? dyn_cast<clang::VarDecl>(each.getCapturedVar())
                                       : nullptr)
                VisitVarDecl(made);
        return true;
    }

    bool VisitReturnStmt(clang::ReturnStmt* statement) override {
        if (!function_ || !statement->getRetValue()) return true;
        note(ValueSources::result(names_.function(*function_)),
             sources_.of_argument(function_->getReturnType(), *statement->getRetValue()));
        return true;
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        clang::FunctionDecl const* const callee = call->getDirectCallee();
        if (callee) {
            note_arguments(names_.function(*callee), callee->getType(), *call);
            note_not_given(*callee, *call);
            return true;
        }
        QualType type = call->getCallee()->getType();
        if (type->isAnyPointerType()) type = type->getPointeeType();
        std::string const node = ValueSources::through(*call);
        flow_.pointer_calls_[node] = {sources_.of_callee(*call), type->isFunctionProtoType()
                                                                     ? names_.signature(type)
                                                                     : std::string()};
        note_arguments(node, type, *call);
        return true;
    }

    bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
        clang::CXXConstructorDecl const& constructor = *made->getConstructor();
        note_arguments(names_.function(constructor), constructor.getType(), *made);
        return true;
    }

private:
    void note(std::string const& node, Keys const& from) {
        if (!from.empty()) flow_.edges_[node].insert(from.begin(), from.end());
    }

    void note_member(clang::FieldDecl const& field, Expr const& initialiser) {
        note_overlaid(field, initialiser);
        note_initialiser(sources_.variable(field), field.getType(), initialiser);
    }

    void note_initialiser(std::string const& node, QualType type, Expr const& initialiser) {
        if (type->isRecordType()) return;
        auto const* const list = dyn_cast<clang::InitListExpr>(initialiser.IgnoreImplicit());
        if (!list || !type->isArrayType())
            return note(node, sources_.of_argument(type, initialiser));
        for (Expr const* each : list->inits())
            note_initialiser(node, each->getType(), *each);
    }

    void note_memory(Expr const& place) {
        QualType const type(place.getType()->getBaseElementTypeUnsafe(), 0);
        if (!type->isAnyPointerType() && !type->isIntegerType()) return;
        for (std::string const& node : sources_.of_content(place)) {
            note(node, {ValueSources::memory()});
            note(ValueSources::memory(), {node});
        }
    }

    void note_arguments(std::string const& function, QualType type, Expr const& call) {
        auto const* const prototype = type->getAs<clang::FunctionProtoType>();
        std::vector<Expr const*> const all = arguments_of(call);
        size_t& count = flow_.parameters_[function];
        count = std::max(count, all.size());
        for (size_t i = 0; i < all.size(); ++i) {
            QualType const wanted = prototype && i < prototype->getNumParams()
                                        ? prototype->getParamType(unsigned(i))
                                        : all[i]->getType();
            Keys const from = sources_.of_argument(wanted, *all[i]);
            note(ValueSources::parameter(function, i), from);
            if (prototype && i >= prototype->getNumParams()) note(ValueSources::unnamed(), from);
        }
    }

    /// What a function without a body in the sources may do with what it is given.
    void note_not_given(clang::FunctionDecl const& callee, clang::CallExpr const& call) {
        std::string const key = names_.function(callee);
        if (flow_.calls_.is_defined(key) || !flow_.calls_.overriders(key).empty()) return;
        if (passes_on(callee)) return;
        Keys all;
        bool writes_pointers = false;
        for (Expr const* each : arguments_of(call)) {
            QualType const type = each->getType();
            Keys const from =
                each->isGLValue() ? sources_.of_address(*each) : sources_.of_value(*each);
            all.insert(from.begin(), from.end());
            QualType const pointee = type->isAnyPointerType() ? type->getPointeeType() : QualType();
            writes_pointers |= !pointee.isNull() && pointee->isAnyPointerType();
        }
        // A template of a system's header keeps nothing in secret: its instance would be seen.
        bool const keeps = !keeps_nothing(callee) && !callee.hasBody() &&
                           !callee.getTemplateInstantiationPattern();
        if (keeps) {
            note(ValueSources::outside(), all);
            for (Expr const* each : arguments_of(call))
                note_members_given(each->getType()->getPointeeType(), 0);
            all.insert(ValueSources::outside());
        }
        if (!callee.hasAttr<clang::RestrictAttr>()) note(ValueSources::result(key), all);
        if (writes_pointers || keeps) note(ValueSources::memory(), all);
    }

    /// Pointers in an object that is given away are, too; the receiver may change them.
    void note_members_given(QualType object, unsigned depth) {
        clang::RecordDecl const* record =
            object.isNull() ? nullptr : object->getBaseElementTypeUnsafe()->getAsRecordDecl();
        if (record) record = record->getDefinition();
        if (!record || depth > most_steps) return;
        for (clang::FieldDecl const* field : record->fields()) {
            QualType const type =
                field->getType()->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
            if (type->isAnyPointerType()) {
                std::string const node = sources_.variable(*field);
                note(ValueSources::outside(), {node});
                if (!object.isConstQualified()) note(node, {ValueSources::outside()});
                note_members_given(type->getPointeeType(), depth + 1);
            } else if (type->isRecordType()) {
                note_members_given(type, depth + 1);
            }
        }
    }

    PointerFlow& flow_;
    ValueSources sources_;
};

PointerFlow::PointerFlow(std::vector<ProgramNames> const& sources, Targets const& targets,
                         CallGraph const& calls, bool is_closed)
    : targets_(targets), calls_(calls), is_closed_(is_closed) {
    for (ProgramNames const& each : sources)
        FlowVisitor(each, *this).walk();
    for (auto const& [function, count] : std::map(parameters_))
        for (std::string const& each : calls.overriders(function))
            join(function, each);
    edges_[ValueSources::numbers()].insert(ValueSources::outside());
    while (join_pointer_calls(false)) {
    }
    while (join_pointer_calls(true)) {
    }
    join_handed_out(sources);
}

Keys PointerFlow::handed_out() const {
    Keys found;
    for (std::string const& each : functions_from({ValueSources::outside()}, "nothing"))
        if (calls_.is_defined(each)) found.insert(each);
    return found;
}

/// Functions that code which is not given may call get from it what it was given.
void PointerFlow::join_handed_out(std::vector<ProgramNames> const& sources) {
    for (std::string const& function : handed_out())
        for (size_t i = 0; i < sources.size(); ++i)
            if (clang::FunctionDecl const* found = calls_.definition(function, i))
                for (size_t k = 0; k < found->getNumParams(); ++k)
                    edges_[ValueSources::parameter(function, k)].insert(ValueSources::outside());
}

void PointerFlow::join(std::string const& caller, std::string const& callee) {
    for (size_t i = 0; i < parameters_[caller]; ++i)
        edges_[ValueSources::parameter(callee, i)].insert(ValueSources::parameter(caller, i));
    edges_[ValueSources::result(caller)].insert(ValueSources::result(callee));
}

/// One round; whether there was anything new. `also_unknown`: calls that nothing is known to reach
/// may reach all functions of their type.
bool PointerFlow::join_pointer_calls(bool also_unknown) {
    bool is_changed = false;
    for (auto const& [node, call] : pointer_calls_) {
        Keys found = functions_from(call.callees, call.signature);
        if (found.empty() && also_unknown) found = calls_.reached(call.signature);
        for (std::string const& each : found) {
            if (!reached_[node].insert(each).second) continue;
            is_changed = true;
            join(node, each);
        }
    }
    return is_changed;
}

bool PointerFlow::is_unknown(std::string const& node) const {
    if (node == ValueSources::unknown()) return true;
    llvm::StringRef name = node;
    if (name.consume_front("result "))
        return !name.starts_with("through ") && !calls_.is_defined(name.str()) &&
               calls_.overriders(name.str()).empty();
    if (is_closed_ || !name.consume_front("parameter ")) return false;
    name = name.split(' ').second;
    return !name.starts_with("through ") && !std::isdigit(static_cast<unsigned char>(name[0]));
}

Keys PointerFlow::functions_from(Keys const& nodes, std::string const& signature) const {
    Keys found;
    llvm::DenseSet<llvm::StringRef> seen; // names that edges_ and nodes own
    std::vector<std::string const*> open;
    bool leads_anywhere = false;
    auto const enter = [&](Keys const& names) {
        for (std::string const& name : names)
            if (!llvm::StringRef(name).starts_with(ValueSources::objects_of) &&
                seen.insert(name).second)
                open.push_back(&name);
    };
    enter(nodes);
    while (!open.empty()) {
        std::string const& node = *open.back();
        open.pop_back();
        if (node.starts_with('(')) found.insert(node.substr(1));
        leads_anywhere |= is_unknown(node);
        if (auto const at = edges_.find(node); at != edges_.end()) enter(at->second);
    }
    if (leads_anywhere) found.merge(calls_.reached(signature));
    return found;
}

Origins PointerFlow::reached_from(Keys const& nodes) const {
    Origins origins;
    for (std::string const& each : nodes) {
        Origins const& more = reached_from_one(each);
        origins.targets.insert(more.targets.begin(), more.targets.end());
        origins.records.insert(more.records.begin(), more.records.end());
    }
    return origins;
}

Origins const& PointerFlow::reached_from_one(std::string const& first) const {
    auto const [known, is_new] = known_.try_emplace(first);
    Origins& origins = known->second;
    if (!is_new) return origins;
    std::set<std::pair<std::string, bool>> seen;
    std::vector<std::pair<std::string, bool>> open;
    auto const enter = [&](std::string const& node, bool objects_only) {
        bool const is_marked = node.starts_with(ValueSources::objects_of);
        std::string name = is_marked ? node.substr(ValueSources::objects_of.size()) : node;
        std::pair next{std::move(name), objects_only || is_marked};
        if (seen.insert(next).second) open.push_back(std::move(next));
    };
    enter(first, false);
    while (!open.empty()) {
        auto const [node, objects_only] = open.back();
        open.pop_back();
        std::string const key = node.substr(1);
        if (node.starts_with('&') && (!objects_only || targets_.is_object(key)))
            origins.targets.insert(key);
        if (node.starts_with('*') && !objects_only) origins.records.insert(key);
        if (auto const at = edges_.find(node); at != edges_.end())
            for (std::string const& each : at->second)
                enter(each, objects_only);
    }
    return origins;
}

Origins PointerFlow::of_result(std::string const& function) const {
    return reached_from({ValueSources::result(function)});
}

Origins PointerFlow::of_members(ProgramNames const& names, clang::RecordDecl const& record) const {
    ValueSources const sources(names, targets_);
    std::set<clang::RecordDecl const*> seen;
    std::vector<clang::RecordDecl const*> open{&record};
    Keys nodes;
    while (!open.empty()) {
        clang::RecordDecl const* const next = open.back()->getDefinition();
        open.pop_back();
        if (!next || !seen.insert(next).second) continue;
        for (clang::FieldDecl const* field : next->fields()) {
            QualType const type(field->getType()->getBaseElementTypeUnsafe(), 0);
            bool const is_pointer = type->isAnyPointerType();
            if (is_pointer) nodes.insert(sources.variable(*field));
            QualType const inner = is_pointer ? type->getPointeeType() : type;
            if (auto const* const more = inner->getAsRecordDecl()) open.push_back(more);
        }
    }
    return reached_from(nodes);
}

Origins PointerFlow::of_value(ProgramNames const& names, Expr const& pointer) const {
    return reached_from(ValueSources(names, targets_).of_value(pointer));
}

Origins PointerFlow::of_address(ProgramNames const& names, Expr const& place) const {
    return reached_from(ValueSources(names, targets_).of_address(place));
}

} // namespace specialize
