// SPDX-License-Identifier: BSD-2-Clause
// Follows the facts function, in which every pointer that is followed leads to an object.
#include "facts.hpp"

#include "fold.hpp"
#include "holes.hpp"
#include "state.hpp"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <optional>
#include <utility>

namespace specialize {
namespace {

/// The member's name if clang has left it, for people.
std::string member_name(Object const& from, llvm::Value const& place) {
    llvm::StringRef const name = place.getName().rtrim("0123456789");
    return from.name + (name.empty() ? "->..." : "->" + name.str());
}

class Reader {
public:
    Reader(llvm::Function& function, unsigned hidden, Objects& objects,
           std::set<int> const& left_out)
        : function_(function), hidden_(hidden), objects_(objects), left_out_(left_out),
          result_{{}, {}, {}, Memory(objects)} {}

    std::variant<Facts, Refusal> run() {
        result_.parameters.resize(function_.arg_size() + hidden_);
        for (llvm::Argument& parameter : function_.args()) {
            if (!parameter.getType()->isPointerTy()) continue;
            Object& object =
                objects_.led_to_by_parameter(number_of(parameter), parameter.getName());
            object.own_copy = parameter.hasByValAttr();
            values_[&parameter] = Abstract::address(&object, 0);
        }
        llvm::BasicBlock* block = &function_.getEntryBlock();
        while (block != nullptr && !refusal_)
            block = follow(*block);
        if (refusal_) return *refusal_;
        collect_parameters();
        return std::move(result_);
    }

private:
    Abstract value_of(llvm::Value const& value) const {
        if (auto const* const constant = llvm::dyn_cast<llvm::Constant>(&value))
            return objects_.value_of(const_cast<llvm::Constant*>(constant));
        return values_.lookup(&value);
    }

    unsigned number_of(llvm::Argument const& parameter) const {
        return parameter.getArgNo() + hidden_;
    }

    llvm::BasicBlock* follow(llvm::BasicBlock& block) {
        for (llvm::Instruction& each : block) {
            if (each.isTerminator()) return next_block(each);
            step(each);
            if (refusal_) return nullptr;
        }
        return nullptr;
    }

    llvm::BasicBlock* next_block(llvm::Instruction const& end) {
        auto const* const branch = llvm::dyn_cast<llvm::BranchInst>(&end);
        if (branch == nullptr) return nullptr;
        if (branch->isUnconditional()) return branch->getSuccessor(0);
        Abstract const condition = value_of(*branch->getCondition());
        if (condition.is_constant())
            return branch->getSuccessor(condition.constant()->isOneValue() ? 0 : 1);
        refuse(end, "S0305", "the path of a fact depends on a value that is not known");
        return nullptr;
    }

    bool is_left_out() const { return number_ && left_out_.contains(*number_); }

    void refuse(llvm::Instruction const& at, llvm::StringRef code, llvm::StringRef message) {
        if (!left_out_.empty()) return;
        Refusal refusal{code.str(), message.str(), {}, 0};
        if (auto const* const location = at.getDebugLoc().get()) {
            refusal.file = location->getFilename().str();
            refusal.line = location->getLine();
        }
        refusal_ = std::move(refusal);
    }

    void step(llvm::Instruction& instruction) {
        if (auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
            Object& object =
                objects_.of(place_, *variable, variable->getAllocatedType(), std::nullopt);
            values_[variable] = Abstract::address(&object, 0);
        } else if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
            values_[load] = read(*load);
        } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
            state(*store);
        } else if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
            mark(*call);
        } else {
            values_[&instruction] =
                fold(
                    instruction, [&](llvm::Value const& value) { return value_of(value); },
                    objects_)
                    .value;
        }
    }

    /// A pointer that nothing is stated of leads to an object of its own.
    Abstract read(llvm::LoadInst const& load) {
        Abstract const place = value_of(*load.getPointerOperand());
        if (!place.is_address()) {
            refuse(load, "S0305", "the path of a fact goes through a pointer that is not known");
            return {};
        }
        Object& from = *place.object();
        Abstract const known = result_.memory.read(from, place.offset(), load.getType()).value;
        bool const outside = from.kind != Object::Kind::local && !from.constant() && !is_left_out();
        if (outside) follow_to(from);
        llvm::GlobalVariable* const hole =
            known.is_constant() ? hole_behind(known.constant()) : nullptr;
        if (hole == nullptr && (known.known() || !outside || !load.getType()->isPointerTy())) {
            // Another fact said so first; this one's path is stable as a whole.
            if (stable_ && outside && known.is_address())
                result_.memory.write(from, place.offset(), load.getType(), known, true);
            return known;
        }
        Object& object = objects_.led_to_from(from, place.offset(),
                                              member_name(from, *load.getPointerOperand()));
        if (hole != nullptr) object.base = hole;
        Abstract const led = Abstract::address(&object, 0);
        result_.memory.write(from, place.offset(), load.getType(), led, stable_);
        return led;
    }

    /// A fact without a test says itself that its path leads somewhere.
    void follow_to(Object& object) const {
        object.not_null = true;
        if (object.kind == Object::Kind::pointee && !object.own_copy && tested_)
            object.needs_test = true;
    }

    void state(llvm::StoreInst const& store) {
        Abstract const place = value_of(*store.getPointerOperand());
        Abstract const value = value_of(*store.getValueOperand());
        if (!place.is_address())
            return refuse(store, "S0305", "the path of a fact goes through a pointer not known");
        Object& object = *place.object();
        auto* const type = store.getValueOperand()->getType();
        if (auto const* const writer = std::exchange(likely_, nullptr))
            return expect(store, place, value, *writer);
        if (is_left_out() && (object.kind != Object::Kind::local || homes_.contains(&object)))
            return;
        result_.memory.write(object, place.offset(), type, value, stable_ && number_);
        note_alignment(store, place);
        auto const* const parameter = parameter_in(*store.getValueOperand());
        if (parameter != nullptr && object.kind == Object::Kind::local) {
            homes_[&object] = number_of(*parameter);
            return;
        }
        if (!number_) return;
        bool const is_part = (value.zeros() | value.ones()) != 0; // a bit-field
        if (!value.known() && !(is_part && object.kind != Object::Kind::local))
            return refuse(store, "S0304", "the value of a fact is not a constant or an address");
        Fact fact{*number_, stable_, tested_, &object, place.offset(), 0, type, value};
        if (object.kind == Object::Kind::local) {
            auto const home = homes_.find(&object);
            if (home == homes_.end() || place.offset() != 0)
                return refuse(store, "S0306",
                              "a fact is about something that is not a parameter "
                              "and not in memory when the entry starts");
            fact.object = nullptr;
            fact.parameter = home->second;
            narrow(fact);
        } else {
            follow_to(object);
        }
        result_.facts.push_back(std::move(fact));
    }

    /// Says nothing of the place yet.
    void expect(llvm::StoreInst const& store, Abstract const& place, Abstract const& value,
                llvm::Function const& writer) {
        Object& object = *place.object();
        if (object.kind == Object::Kind::local)
            return refuse(store, "S0306",
                          "a parameter is not in memory, where its writes could be looked for");
        if (!value.known())
            return refuse(store, "S0304", "the value of a fact is not a constant or an address");
        follow_to(object);
        object.expected.push_back(
            {&writer, place.offset(), store.getValueOperand()->getType(), value});
    }

    /// A promised member lies as its type asks for, which tells how the whole object lies. Of
    /// others that would need a test.
    void note_alignment(llvm::StoreInst const& store, Abstract const& place) const {
        Object& object = *place.object();
        llvm::Align const align = store.getAlign();
        bool const fits = place.offset() % static_cast<int64_t>(align.value()) == 0;
        if (tested_ || object.kind != Object::Kind::pointee || !fits) return;
        object.alignment = std::max(object.alignment.valueOrOne(), align);
    }

    /// The parameter that a value is, also of a type that is wider in memory (bool).
    static llvm::Argument const* parameter_in(llvm::Value const& value) {
        auto const* const widened = llvm::dyn_cast<llvm::ZExtInst>(&value);
        return llvm::dyn_cast<llvm::Argument>(widened != nullptr ? widened->getOperand(0) : &value);
    }

    void narrow(Fact& fact) const {
        auto* const type = function_.getArg(fact.parameter - hidden_)->getType();
        auto const* const number = fact.value.is_constant()
                                       ? llvm::dyn_cast<llvm::ConstantInt>(fact.value.constant())
                                       : nullptr;
        if (fact.type == type || number == nullptr || !type->isIntegerTy()) return;
        fact.type = type;
        fact.value = Abstract::of(llvm::ConstantInt::get(
            type, number->getValue().zextOrTrunc(type->getIntegerBitWidth())));
    }

    void keep(int64_t stable) {
        stable_ = stable != 0;
        tested_ = stable != 1;
    }

    void mark(llvm::CallBase const& call) {
        if (llvm::isa<llvm::IntrinsicInst>(call)) return;
        llvm::Function const* const callee = call.getCalledFunction();
        llvm::StringRef const name = callee != nullptr ? callee->getName() : "";
        auto const number = [&](unsigned index) {
            return llvm::cast<llvm::ConstantInt>(call.getArgOperand(index))->getSExtValue();
        };
        if (name == "flatland_fact") {
            number_ = static_cast<int>(number(0));
            keep(number(1));
        } else if (name == "flatland_session") {
            number_ = static_cast<int>(number(0));
            keep(number(1));
            if (!is_left_out()) leave_holes(call);
            number_.reset();
        } else if (name == "flatland_session_object") {
            number_ = static_cast<int>(number(0));
            keep(0);
            if (!is_left_out()) know_object(call, static_cast<unsigned>(number(1)));
            number_.reset();
        } else if (name == "flatland_apart") {
            Abstract const place = value_of(*call.getArgOperand(0));
            if (place.object() != nullptr) place.object()->stands_apart = true;
        } else if (name == "flatland_likely") {
            likely_ = llvm::dyn_cast<llvm::Function>(
                call.getArgOperand(0)->stripPointerCastsAndAliases());
        } else if (name == "flatland_alone") {
            Abstract const place = value_of(*call.getArgOperand(0));
            if (place.object() != nullptr) place.object()->used_alone = true;
        } else if (name == "flatland_object") {
            bound(call, static_cast<uint64_t>(number(2)));
        } else {
            refuse(call, "S0307", "a fact calls a function");
        }
    }

    /// Values that are known later.
    void leave_holes(llvm::CallBase const& call) {
        auto const number = [&](unsigned index) {
            return llvm::cast<llvm::ConstantInt>(call.getArgOperand(index))->getZExtValue();
        };
        Abstract const place = value_of(*call.getArgOperand(3));
        if (!place.is_address())
            return refuse(call, "S0305", "a session's value is reached through an unknown pointer");
        for (unsigned i = 0; i < number(4); ++i) {
            auto const offset = place.offset() + static_cast<int64_t>(number(5 + 2 * i));
            leave_hole(call, *place.object(), offset, static_cast<unsigned>(number(2)) + i,
                       static_cast<unsigned>(number(6 + 2 * i) * 8));
        }
    }

    void count_hole(unsigned hole, unsigned bits) {
        if (result_.hole_bits.size() <= hole) result_.hole_bits.resize(hole + 1, 64);
        result_.hole_bits[hole] = bits;
    }

    /// The parameter itself is known then, and the addresses of all that lies in the object.
    void know_object(llvm::CallBase const& call, unsigned hole) {
        Abstract const place = value_of(*call.getArgOperand(2));
        bool const is_parameter = place.is_address() && place.offset() == 0 &&
                                  place.object()->kind == Object::Kind::pointee &&
                                  place.object()->from == nullptr && !place.object()->own_copy;
        if (!is_parameter)
            return refuse(call, "S0306", "a session's object is not led to by a parameter");
        llvm::GlobalVariable& base = hole_in(*function_.getParent(), hole);
        place.object()->base = &base;
        count_hole(hole, 64);
        result_.facts.push_back({*number_, false, true, nullptr, 0, place.object()->parameter,
                                 base.getType(), Abstract::of(&base)});
    }

    void leave_hole(llvm::CallBase const& call, Object& object, int64_t offset, unsigned hole,
                    unsigned bits) {
        llvm::Module& module = *function_.getParent();
        auto* const pointer = llvm::PointerType::get(module.getContext(), 0);
        auto* const integer = llvm::IntegerType::get(module.getContext(), bits);
        Abstract const led = result_.memory.read(object, offset, pointer).value;
        Abstract const value = Abstract::of(hole_as_integer(module, hole, bits));
        Fact fact{*number_, stable_, tested_, &object, offset, 0, integer, value};
        count_hole(hole, bits);
        auto const home = homes_.find(&object);
        if (home != homes_.end()) {
            auto* const type = function_.getArg(home->second - hidden_)->getType();
            if (offset != 0 || (type != integer && type != pointer))
                return refuse(call, "S0306",
                              "a session's value is a parameter that is no number or pointer");
            fact.object = nullptr;
            fact.parameter = home->second;
        }
        if (bits == 64 && led.is_address() && led.object()->kind == Object::Kind::pointee) {
            led.object()->base = &hole_in(module, hole);
            fact.type = pointer;
            fact.value = Abstract::of(&hole_in(module, hole));
            if (home == homes_.end()) result_.memory.write(object, offset, pointer, led, stable_);
        } else {
            result_.memory.write(object, offset, integer, value, stable_);
        }
        if (object.kind != Object::Kind::local) follow_to(object);
        result_.facts.push_back(std::move(fact));
    }

    void bound(llvm::CallBase const& call, uint64_t size) {
        Abstract const place = value_of(*call.getArgOperand(1));
        if (!place.is_address())
            return refuse(call, "S0305", "an object is reached through a pointer not known");
        if (place.object()->kind != Object::Kind::pointee) return;
        follow_to(*place.object());
        uint64_t& known = place.object()->size;
        if (size != 0) known = std::max(known, static_cast<uint64_t>(place.offset()) + size);
    }

    void collect_parameters() {
        for (llvm::Argument& parameter : function_.args()) {
            Abstract const value = values_.lookup(&parameter);
            if (value.is_address() && value.object()->not_null)
                result_.parameters[number_of(parameter)] = value;
        }
        for (Fact const& fact : result_.facts) {
            if (fact.object != nullptr) continue;
            Abstract& parameter = result_.parameters[fact.parameter];
            bool const led = parameter.is_address() && parameter.object()->base != nullptr;
            if (!led) parameter = fact.value;
        }
        for (Object& object : objects_.all())
            if (object.kind == Object::Kind::local) result_.memory.remove(object);
    }

    llvm::Function& function_;
    unsigned hidden_; ///< parameters that come before those of the facts function
    Objects& objects_;
    std::set<int> const& left_out_;
    Facts result_;
    Context place_;
    llvm::DenseMap<llvm::Value const*, Abstract> values_;
    llvm::DenseMap<Object const*, unsigned> homes_; ///< variables of parameters
    std::optional<int> number_;
    bool stable_ = false;
    bool tested_ = true;
    llvm::Function const* likely_ = nullptr; ///< the function that writes what the next fact states
    std::optional<Refusal> refusal_;
};

/// Operators of C++ on the way are functions: their bodies take the place of the calls.
void follow_calls(llvm::Function& function) {
    static constexpr unsigned most = 1000;
    for (unsigned i = 0; i < most; ++i) {
        auto const calls = llvm::make_filter_range(
            llvm::instructions(function), [](llvm::Instruction const& instruction) {
                auto const* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
                return call != nullptr && call->getCalledFunction() != nullptr &&
                       !call->getCalledFunction()->isDeclaration();
            });
        if (calls.empty()) return;
        llvm::InlineFunctionInfo details;
        if (!llvm::InlineFunction(llvm::cast<llvm::CallInst>(*calls.begin()), details).isSuccess())
            return;
    }
}

} // namespace

std::variant<Facts, Refusal> read_facts(llvm::Function& function, unsigned hidden, Objects& objects,
                                        std::set<int> const& left_out) {
    follow_calls(function);
    return Reader(function, hidden, objects, left_out).run();
}

} // namespace specialize
