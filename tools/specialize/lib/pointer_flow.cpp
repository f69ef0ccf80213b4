// SPDX-License-Identifier: BSD-2-Clause
// Collects where values go, source by source; questions walk the edges backwards.
#include "pointer_flow.hpp"

#include "function_visitor.hpp"
#include "value_sources.hpp"

namespace specialize {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;

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
        return true;
    }

    /// Pointers that pointers lead to are part of the memory.
    bool VisitUnaryOperator(clang::UnaryOperator* operation) override {
        if (operation->getOpcode() == clang::UO_AddrOf) note_memory(*operation->getSubExpr());
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        if (cast->getCastKind() == clang::CK_ArrayToPointerDecay) note_memory(*cast->getSubExpr());
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
        if (!type->isAnyPointerType()) return;
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
            note(ValueSources::parameter(function, i), sources_.of_argument(wanted, *all[i]));
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
    while (join_pointer_calls(false)) {
    }
    while (join_pointer_calls(true)) {
    }
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
    Keys seen;
    std::vector<std::string> open(nodes.begin(), nodes.end());
    while (!open.empty()) {
        std::string node = open.back();
        open.pop_back();
        if (node.starts_with(ValueSources::objects_of)) continue;
        if (!seen.insert(node).second) continue;
        if (node.starts_with('(')) found.insert(node.substr(1));
        if (is_unknown(node)) found.merge(calls_.reached(signature));
        if (auto const at = edges_.find(node); at != edges_.end())
            open.insert(open.end(), at->second.begin(), at->second.end());
    }
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

Origins PointerFlow::of_value(ProgramNames const& names, Expr const& pointer) const {
    return reached_from(ValueSources(names, targets_).of_value(pointer));
}

Origins PointerFlow::of_address(ProgramNames const& names, Expr const& place) const {
    return reached_from(ValueSources(names, targets_).of_address(place));
}

} // namespace specialize
