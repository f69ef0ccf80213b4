// SPDX-License-Identifier: BSD-2-Clause
// Calls: followed into the function where its body is known, else left, with their effects.
#include "library_effects.hpp"
#include "machine.hpp"

#include <llvm/Analysis/ConstantFolding.h>

namespace specialize {

Context const* Machine::context_of(Context context) {
    bool const own_place = context.iterations.empty() &&
                           (context.parent == nullptr || context.parent->place == context.parent);
    Context const* const place =
        own_place ? nullptr : context_of({context.parent->place, context.call, {}, nullptr});
    auto& known = contexts_[{context.parent, context.call, context.iterations}];
    if (!known) {
        known = std::make_unique<Context>(std::move(context));
        known->place = own_place ? known.get() : place;
    }
    return known.get();
}

std::string const& Machine::obstacle_to(llvm::Function const& function) {
    auto const found = obstacles_.find(&function);
    if (found != obstacles_.end()) return found->second;
    return obstacles_[&function] = obstacle_in(function);
}

llvm::Function* Machine::callee_of(llvm::CallBase const& call) const {
    Abstract const callee = value_of(*call.getCalledOperand());
    if (!callee.is_constant()) return nullptr;
    auto* const target = callee.constant()->stripPointerCasts();
    if (auto* const alias = llvm::dyn_cast<llvm::GlobalAlias>(target))
        return alias->isInterposable() ? nullptr
                                       : llvm::dyn_cast<llvm::Function>(alias->getAliaseeObject());
    return llvm::dyn_cast<llvm::Function>(target);
}

namespace {

/// Whether the function gets what the call passes. C programs call functions of fixed parameters
/// through pointers to functions of any number of them, and may pass more than is taken.
bool accepts(llvm::Function const& callee, llvm::CallBase const& call) {
    if (callee.getCallingConv() != call.getCallingConv() ||
        callee.getReturnType() != call.getType())
        return false;
    if (callee.getFunctionType() == call.getFunctionType()) return true;
    if (callee.isVarArg() || !call.getFunctionType()->isVarArg() ||
        callee.arg_size() > call.arg_size())
        return false;
    return llvm::all_of(callee.args(), [&](llvm::Argument const& parameter) {
        unsigned const index = parameter.getArgNo();
        return parameter.getType() == call.getArgOperand(index)->getType() &&
               parameter.hasByValAttr() == call.isByValArgument(index) &&
               !parameter.hasStructRetAttr();
    });
}

} // namespace

std::string Machine::why_not_followed(llvm::CallBase const& call, llvm::Function const* callee) {
    if (call.isInlineAsm()) return "is assembly";
    if (callee == nullptr) return "calls through a pointer that is not known";
    std::string const name = "calls `" + callee->getName().str() + "`: ";
    if (!accepts(*callee, call)) return name + "it has another type than the call";
    if (std::string const& obstacle = obstacle_to(*callee); !obstacle.empty())
        return name + obstacle;
    if (!adopt_personality_of(*callee)) return name + "it unwinds in another way";
    if (spent()) return name + "the limit of followed instructions is reached";
    if (state_.frames.size() > limits_.depth) {
        meet(&Limits::depth, call);
        return name + "calls are nested too deeply";
    }
    auto const same = llvm::count_if(
        state_.frames, [&](Frame const& frame) { return &frame.facts->function() == callee; });
    if (static_cast<std::size_t>(same) <= limits_.recursion) return {};
    meet(&Limits::recursion, call);
    return name + "it calls itself too deeply";
}

Machine::Next Machine::call(llvm::CallBase const& call) {
    if (auto const* const known = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
        if (auto const next = intrinsic(*known)) return *next;
    if (llvm::isa<llvm::IntrinsicInst>(call) && call.doesNotAccessMemory()) return evaluate(call);
    llvm::Function* const callee = callee_of(call);
    std::string const reason = why_not_followed(call, callee);
    if (reason.empty()) return enter(call, *callee);
    return call_as_it_is(call, reason);
}

/// Intrinsics that mean something to the evaluator; none for those that are calls like others.
std::optional<Machine::Next> Machine::intrinsic(llvm::IntrinsicInst const& call) {
    using namespace llvm;
    Next const next = call.getNextNode();
    if (isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd() || call.isAssumeLikeIntrinsic())
        if (call.getType()->isVoidTy()) return next;
    if (auto const* const copy = dyn_cast<MemTransferInst>(&call)) return copy_memory(*copy);
    if (auto const* const fill = dyn_cast<MemSetInst>(&call)) return fill_memory(*fill);
    switch (call.getIntrinsicID()) {
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
        copy_value(call, *call.getArgOperand(0));
        return next;
    default:
        break;
    }
    Function* const callee = call.getCalledFunction();
    if (!canConstantFoldCallTo(&call, callee)) return std::nullopt;
    SmallVector<Constant*> operands;
    for (Value const* const operand : call.args()) {
        Abstract const value = value_of(*operand);
        if (!value.is_constant()) return std::nullopt;
        operands.push_back(value.constant());
    }
    Constant* const result = ConstantFoldCall(&call, callee, operands);
    if (result == nullptr || result->containsUndefOrPoisonElement()) return std::nullopt;
    know(call, objects_.value_of(result));
    return next;
}

void Machine::pass(llvm::CallBase const& call, unsigned index, Frame& frame) {
    llvm::Argument const& parameter = *frame.facts->function().getArg(index);
    llvm::Value const& operand = *call.getArgOperand(index);
    Abstract const value = value_of(operand);
    Context const& place = *frame.context->place;
    if (!parameter.hasByValAttr()) {
        if (!value.known()) {
            residual_.define(place, parameter, residual_of(operand));
            reasons_.left(parameter, {&operand, "is passed a value that is not known"});
        }
        set(frame, parameter, value);
        return;
    }
    auto* const type = parameter.getParamByValType();
    Object& copy = objects_.of(place, parameter, type, parameter.getParamAlign());
    uint64_t const size = objects_.layout().getTypeAllocSize(type);
    residual_.build().CreateMemCpy(residual_.base(copy), parameter.getParamAlign(),
                                   residual_of(operand), parameter.getParamAlign(), size);
    state_.memory.remove(copy);
    if (value.is_address()) {
        value.object()->touch(value.offset(), size);
        if (state_.memory.relies_on(*value.object(), value.offset(), size))
            value.object()->relied_on = true;
        state_.memory.copy(copy, 0, *value.object(), value.offset(), size);
    }
    set(frame, parameter, Abstract::address(&copy, 0));
}

Machine::Next Machine::enter(llvm::CallBase const& call, llvm::Function& callee) {
    Frame& caller = state_.top();
    Frame frame;
    frame.context = context_of({caller.context, &call, caller.iteration_numbers(), nullptr});
    frame.facts = &facts_of(callee);
    for (unsigned i = 0; i < callee.arg_size(); ++i)
        pass(call, i, frame);
    reasons_.known(call);
    if (call.getNextNode() != nullptr) caller.keep_live(*call.getNextNode());
    state_.frames.push_back(std::move(frame));
    arrive(callee.getEntryBlock().front(), limits_.versions);
    return nullptr;
}

void Machine::end_variables(Frame const& frame) {
    llvm::Function const& function = frame.facts->function();
    Context const& place = *frame.context->place;
    for (llvm::Argument const& parameter : function.args())
        if (parameter.hasByValAttr())
            state_.memory.remove(objects_.of(place, parameter, parameter.getParamByValType(),
                                             parameter.getParamAlign()));
    for (llvm::Instruction const& instruction : function.getEntryBlock()) {
        auto const* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        if (variable == nullptr) continue;
        Object const* const object = objects_.find(place, *variable);
        if (object != nullptr) state_.memory.remove(*object);
    }
}

Machine::Next Machine::finish(llvm::ReturnInst const& end) {
    llvm::Value const* const result = end.getReturnValue();
    reasons_.known(end);
    if (state_.frames.size() == 1) {
        if (result == nullptr)
            residual_.build().CreateRetVoid();
        else
            residual_.build().CreateRet(residual_of(*result));
        return nullptr;
    }
    Abstract const value = result != nullptr ? value_of(*result) : Abstract{};
    llvm::Value* const left = result != nullptr && !value.known() ? residual_of(*result) : nullptr;
    llvm::CallBase const& call = *state_.top().context->call;
    end_variables(state_.top());
    state_.frames.pop_back();
    if (result != nullptr) set(state_.top(), call, value);
    if (left != nullptr) {
        residual_.define(*state_.top().context->place, call, left);
        reasons_.left(call, {result, "returns a value that is not known"});
    }
    if (llvm::isa<llvm::InvokeInst>(call)) return after(call);
    arrive(*call.getNextNode(), limits_.versions);
    return nullptr;
}

Machine::Next Machine::call_as_it_is(llvm::CallBase const& call, std::string const& reason) {
    Abstract result;
    if (llvm::Value const* const same = call.getReturnedArgOperand())
        if (Abstract const value = value_of(*same); value.known()) result = value;
    llvm::Function const* const callee = callee_of(call);
    bool const throws = !call.doesNotThrow() && (callee == nullptr || !callee->doesNotThrow());
    auto const landing = landing_of(&call);
    if (landing && (throws || llvm::isa<llvm::InvokeInst>(call)))
        return invoke_as_it_is(call, *landing, result, {nullptr, reason});
    auto* const copy = llvm::cast<llvm::CallInst>(leave(call, result, {nullptr, reason}));
    copy->setTailCallKind(llvm::CallInst::TCK_None);
    effects_of(call, *copy);
    return call.getNextNode();
}

/// The object may be overwritten, and all that pointers in it lead to.
void Machine::overwrite_from(Abstract const& place, std::set<Object*>& seen) {
    if (place.elements() != nullptr)
        for (Abstract const& each : *place.elements())
            overwrite_from(each, seen);
    if (place.object() == nullptr || !seen.insert(place.object()).second) return;
    std::vector<Abstract> inside;
    state_.memory.each_cell(*place.object(),
                            [&](int64_t, Cell const& cell) { inside.push_back(cell.value); });
    for (Abstract const& each : inside)
        overwrite_from(each, seen);
}

void Machine::effects_of(llvm::CallBase const& original, llvm::CallBase const& copy) {
    held_.clear();
    llvm::MemoryEffects const effects = copy.getMemoryEffects();
    bool const writes = !effects.onlyReadsMemory() && !effects.onlyAccessesInaccessibleMem();
    llvm::Function const* const callee = copy.getCalledFunction();
    bool const plain = callee != nullptr && writes_only_arguments(*callee);
    bool const arguments_only =
        plain || effects.onlyAccessesArgPointees() || effects.onlyAccessesInaccessibleOrArgMem();
    std::set<Object*> hit;
    bool strays = false; // it writes through pointers that it is handed and that may lead anywhere
    for (unsigned i = 0; i < original.arg_size(); ++i) {
        llvm::Value const& operand = *original.getArgOperand(i);
        Abstract const value = value_of(operand);
        bool const pointer = operand.getType()->isPointerTy();
        if (value.object() != nullptr && !effects.doesNotAccessMemory())
            value.object()->anywhere = true;
        // What it reads there it may keep, and write through, whatever it does with the argument.
        if (value.object() != nullptr && !plain && !effects.onlyWritesMemory())
            state_.memory.escape_contents(*value.object());
        bool const kept = !plain && !copy.doesNotCapture(i) && !copy.isByValArgument(i);
        if (kept) state_.memory.escape(value);
        if (!writes || copy.isByValArgument(i) || (pointer && copy.onlyReadsMemory(i))) continue;
        overwrite_from(value, hit);
        if (pointer && value.object() == nullptr && !value.known()) strays = true;
    }
    for (Object* const object : hit) {
        lost_at_[object] = &original;
        object->written = true;
        bool const bounded = object->kind != Object::Kind::pointee || (plain && object->size != 0);
        if (!bounded) strays = true;
        state_.memory.forget(*object);
    }
    if (!strays && (!writes || arguments_only)) return;
    for (Object const& object : objects_.all())
        if (object.kind != Object::Kind::local && (strays || !object.used_alone))
            lost_at_[&object] = &original;
    if (strays)
        state_.memory.forget_reachable();
    else
        state_.memory.forget_shared();
}

} // namespace specialize
