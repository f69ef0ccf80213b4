// SPDX-License-Identifier: BSD-2-Clause
// Values: evaluated where all they depend on is known, else copied into the version.
#include "machine.hpp"

#include "holes.hpp"

namespace specialize {

FunctionFacts const& Machine::facts_of(llvm::Function const& function) {
    auto& facts = functions_[&function];
    if (!facts) facts = std::make_unique<FunctionFacts>(const_cast<llvm::Function&>(function));
    return *facts;
}

std::set<llvm::Function const*> Machine::followed() const {
    std::set<llvm::Function const*> functions;
    for (auto const& [function, facts] : functions_)
        functions.insert(function);
    return functions;
}

void Machine::run(State initial) {
    llvm::BasicBlock* const first = residual_.add_block("entry");
    residual_.start_at(*first);
    llvm::Function const& entry = initial.top().facts->function();
    adopt_personality_of(entry);
    residual_.begin(*first);
    for (llvm::Argument const& parameter : entry.args()) {
        reasons_.left(parameter, {nullptr, "is a parameter, whose value nothing states"});
        if (initial.top().known.contains(initial.top().facts->number(parameter))) continue;
        residual_.define(*entry_context(), parameter,
                         residual_.version().getArg(parameter.getArgNo()));
    }
    jobs_.push_back({std::move(initial), &entry.getEntryBlock().front(), first});
    while (!jobs_.empty()) {
        Job job = std::move(jobs_.back());
        jobs_.pop_back();
        state_ = std::move(job.state);
        residual_.begin(*job.block);
        held_.clear();
        for (Next next = job.start; next != nullptr;)
            next = step(*next);
    }
}

void Machine::meet(Limit limit, llvm::Instruction const& place) {
    static constexpr std::size_t most = 64;
    MetPlace const met{limit, &place};
    if (met_limits_.size() < most && !llvm::is_contained(met_limits_, met))
        met_limits_.push_back(met);
}

/// Ends evaluation if there was too much of it.
void Machine::bound_work(llvm::Instruction const& instruction) {
    std::pair<Limit, std::size_t> const spent_so_far[] = {
        {&Limits::instructions, followed_}, {&Limits::code, left_}, {&Limits::branches, branches_}};
    for (auto const& [limit, spent] : spent_so_far) {
        if (spent < limits_.*limit) continue;
        limit_reached_ = true;
        met_limits_.insert(met_limits_.begin(), {limit, &instruction});
        return;
    }
}

Machine::Next Machine::step(llvm::Instruction const& instruction) {
    ++followed_;
    if (!spent()) bound_work(instruction);
    using llvm::Instruction;
    switch (instruction.getOpcode()) {
    case Instruction::Alloca:
        return variable(llvm::cast<llvm::AllocaInst>(instruction));
    case Instruction::Load:
        return load(llvm::cast<llvm::LoadInst>(instruction));
    case Instruction::Store:
        return store(llvm::cast<llvm::StoreInst>(instruction));
    case Instruction::AtomicCmpXchg:
    case Instruction::AtomicRMW:
    case Instruction::Fence:
        return atomic(instruction);
    case Instruction::Call:
    case Instruction::Invoke:
        return call(llvm::cast<llvm::CallBase>(instruction));
    case Instruction::Br:
        return branch(llvm::cast<llvm::BranchInst>(instruction));
    case Instruction::Switch:
        return choose(llvm::cast<llvm::SwitchInst>(instruction));
    case Instruction::Resume:
        return resume(llvm::cast<llvm::ResumeInst>(instruction));
    case Instruction::Ret:
        return finish(llvm::cast<llvm::ReturnInst>(instruction));
    case Instruction::Unreachable:
        residual_.build().CreateUnreachable();
        return nullptr;
    default:
        return evaluate(instruction);
    }
}

Abstract Machine::value_of(llvm::Value const& value) const {
    if (auto const* const constant = llvm::dyn_cast<llvm::Constant>(&value))
        return objects_.value_of(const_cast<llvm::Constant*>(constant));
    Frame const& frame = state_.top();
    if (!llvm::isa<llvm::Instruction, llvm::Argument>(value)) return {};
    auto const found = frame.known.find(frame.facts->number(value));
    return found == frame.known.end() ? Abstract{} : found->second;
}

llvm::Value* Machine::residual_of(llvm::Value const& value) {
    if (!llvm::isa<llvm::Instruction, llvm::Argument>(value))
        return const_cast<llvm::Value*>(&value);
    if (Abstract const known = value_of(value); known.known())
        return residual_.materialise(known, value.getType());
    return residual_.value(*state_.top().context->place, value);
}

void Machine::set(Frame& frame, llvm::Value const& value, Abstract const& known) {
    unsigned const number = frame.facts->number(value);
    if (known.unknown())
        frame.known.erase(number);
    else
        frame.known[number] = known;
}

void Machine::know(llvm::Instruction const& instruction, Abstract const& value) {
    reasons_.known(instruction);
    set(state_.top(), instruction, value);
}

Cause Machine::cause_in(llvm::Instruction const& instruction) const {
    for (llvm::Value const* const operand : instruction.operands())
        if (llvm::isa<llvm::Instruction, llvm::Argument>(operand) && !value_of(*operand).known())
            return {operand, "depends on a value that is not known"};
    for (llvm::Value const* const operand : instruction.operands())
        if (Abstract const value = value_of(*operand);
            value.is_constant() && depends_on_hole(*value.constant()))
            return {nullptr, "computes with a value that only the session knows"};
    return {nullptr, "is not evaluated"};
}

llvm::Instruction* Machine::copy_of(llvm::Instruction const& instruction) {
    llvm::Instruction* const copy = instruction.clone();
    for (llvm::Use& use : copy->operands())
        if (!llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue, llvm::InlineAsm>(use.get()))
            use.set(residual_of(*use.get()));
    copy->dropUnknownNonDebugMetadata({llvm::LLVMContext::MD_tbaa, llvm::LLVMContext::MD_range,
                                       llvm::LLVMContext::MD_nonnull,
                                       llvm::LLVMContext::MD_tbaa_struct});
    copy->setDebugLoc({});
    return copy;
}

/// An address that an instruction computes with may be anywhere in its result.
void Machine::escape_operands(llvm::Instruction const& instruction) {
    if (llvm::isa<llvm::ICmpInst>(instruction)) return;
    for (llvm::Value const* const operand : instruction.operands())
        if (operand->getType()->isIntOrPtrTy() || operand->getType()->isAggregateType())
            state_.memory.escape(value_of(*operand));
}

llvm::Instruction* Machine::leave(llvm::Instruction const& instruction, Abstract const& known,
                                  Cause cause) {
    reasons_.left(instruction, std::move(cause));
    llvm::Instruction* const copy = copy_of(instruction);
    residual_.build().Insert(copy);
    ++left_;
    set(state_.top(), instruction, known);
    if (!instruction.getType()->isVoidTy())
        residual_.define(*state_.top().context->place, instruction, copy);
    return copy;
}

void Machine::copy_value(llvm::Instruction const& instruction, llvm::Value const& from) {
    Abstract const known = value_of(from);
    if (!known.known())
        residual_.define(*state_.top().context->place, instruction, residual_of(from));
    know(instruction, known);
}

Machine::Next Machine::evaluate(llvm::Instruction const& instruction) {
    Folded const folded =
        fold(instruction, [&](llvm::Value const& value) { return value_of(value); }, objects_);
    if (folded.same_as != nullptr) {
        copy_value(instruction, *folded.same_as);
    } else if (folded.value.known()) {
        know(instruction, folded.value);
    } else {
        Cause cause = cause_in(instruction);
        leave(instruction, folded.value, std::move(cause));
        bool const keeps_track =
            folded.value.object() != nullptr || folded.value.elements() != nullptr;
        if (!keeps_track) escape_operands(instruction);
    }
    return instruction.getNextNode();
}

} // namespace specialize
