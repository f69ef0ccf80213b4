// SPDX-License-Identifier: BSD-2-Clause
// The objects in memory by which addresses are distinguished: variables, and what pointers lead to.
#pragma once

#include "abstract.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Alignment.h>

#include <deque>
#include <string>

namespace specialize {

struct Context;

/// A value that is expected where a function writes something unknown to a place.
struct Expectation {
    llvm::Function const* writer = nullptr;
    int64_t offset = 0;
    llvm::Type* type = nullptr;
    Abstract value;
};

/// A piece of memory with a start of its own.
struct Object {
    enum class Kind { global, local, pointee };

    Kind kind = Kind::global;
    unsigned number = 0; ///< in order of appearance: the same in every run
    std::string name;    ///< for people
    uint64_t size = 0;   ///< bytes; 0: not known
    llvm::GlobalVariable* global = nullptr;
    llvm::Type* type = nullptr; ///< of a local
    llvm::MaybeAlign alignment; ///< of a local, where it is stated; of others, what promises show

    /// Of a pointee: what the pointer at `from_offset` in `from` leads to when the entry starts,
    /// or, without `from`, what the parameter leads to.
    Object* from = nullptr;
    int64_t from_offset = 0;
    unsigned parameter = 0;
    /// A copy that the caller made for the entry alone (a parameter that is passed by copy).
    bool own_copy = false;
    bool stands_apart = false; ///< stated to overlap no other object
    /// Stated to be used by nobody else while the entry runs: not by other threads, nor by code
    /// that is not followed, unless a call hands it a pointer into the object.
    bool used_alone = false;
    std::vector<Expectation> expected;

    /// Its address in the version; null until the first use.
    llvm::Value* base = nullptr;

    bool not_null = false;   ///< the guard, or the way in which it is made, shows it
    bool needs_test = false; ///< of a pointee: only the guard shows it

    // How the version uses it, over all its code:
    bool written = false;   ///< by a store whose object is known
    bool relied_on = false; ///< contents were taken for known that a stray write could change
    bool taken_for_not_null = false; ///< a test for null was decided by it
    bool anywhere = false;           ///< accessed at an offset that is not known
    int64_t low = 0;                 ///< accessed from here
    int64_t high = 0;                ///< to before here

    /// Nobody else reaches it until its address escapes.
    bool can_be_private() const { return kind == Kind::local || own_copy; }
    /// A variable whose contents never change.
    bool constant() const { return global != nullptr && global->isConstant(); }
    void touch(int64_t offset, uint64_t bytes);
};

/// All objects of one version.
class Objects {
public:
    explicit Objects(llvm::Module const& module)
        : llvm_(module.getContext()), layout_(module.getDataLayout()) {}

    Object& of(llvm::GlobalVariable& variable);
    /// A local variable, or a parameter that is passed by copy, in a call.
    Object& of(Context const& call, llvm::Value const& variable, llvm::Type* type,
               llvm::MaybeAlign alignment);
    /// Null if the variable has not been reached.
    Object const* find(Context const& call, llvm::Value const& variable) const {
        return locals_.lookup({&call, &variable});
    }
    Object& led_to_by_parameter(unsigned parameter, llvm::StringRef name);
    Object& led_to_from(Object& from, int64_t offset, llvm::StringRef name);

    /// What a constant of the program is: addresses of variables become addresses of objects.
    /// Undefined values are unknown.
    Abstract value_of(llvm::Constant* constant);

    std::deque<Object> const& all() const { return all_; }
    std::deque<Object>& all() { return all_; }
    llvm::DataLayout const& layout() const { return layout_; }
    llvm::LLVMContext& llvm() const { return llvm_; }

private:
    Object& add(Object::Kind kind, llvm::StringRef name, uint64_t size);

    llvm::LLVMContext& llvm_;
    llvm::DataLayout const& layout_;
    std::deque<Object> all_;
    llvm::DenseMap<llvm::GlobalVariable*, Object*> globals_;
    llvm::DenseMap<std::pair<Context const*, llvm::Value const*>, Object*> locals_;
    llvm::DenseMap<unsigned, Object*> parameters_;
    llvm::DenseMap<std::pair<Object*, int64_t>, Object*> pointees_;
};

} // namespace specialize
