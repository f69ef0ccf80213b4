// SPDX-License-Identifier: BSD-2-Clause
// The types of all local variables and of the operand stack before an instruction.
#pragma once

#include <java/machine/verifier/scratch.hpp>
#include <java/machine/verifier/value_type.hpp>

namespace flat::java {

/// Nothing is checked: who writes has made sure that there is room.
class TypeFrame {
public:
    /// Takes memory; false if there is none.
    bool begin(Scratch& scratch, u32 max_locals, u32 max_stack) {
        locals_ = Span<ValueType>(scratch.make<ValueType>(max_locals), max_locals);
        stack_ = Span<ValueType>(scratch.make<ValueType>(max_stack), max_stack);
        locals_used = depth = 0;
        is_this_uninitialized = false;
        return locals_.data() && stack_.data();
    }

    Span<ValueType> locals() const { return locals_; }
    Span<ValueType> stack() const { return stack_; }
    u32 room() const { return static_cast<u32>(stack_.size()) - depth; }

    void clear_locals() {
        for (u32 i = 0; i < locals_used; ++i)
            locals_[i] = {};
        locals_used = 0;
    }

    /// Writes a variable, or two; what is cut in half may not be used any more.
    void set_local(u32 index, ValueType type) {
        u32 const end = index + (type.is_wide() ? 2 : 1);
        if (locals_[index].is_second()) locals_[index - 1] = {};
        if (locals_[end - 1].is_wide()) locals_[end] = {};
        locals_[index] = type;
        if (type.is_wide()) locals_[index + 1] = type.second();
        locals_used = max(locals_used, end);
    }

    void push(ValueType type) {
        stack_[depth++] = type;
        if (type.is_wide()) stack_[depth++] = type.second();
    }

    /// Has another type instead of one, wherever that is.
    void replace(ValueType old, ValueType type) {
        for (u32 i = 0; i < locals_used; ++i)
            if (locals_[i] == old) locals_[i] = type;
        for (u32 i = 0; i < depth; ++i)
            if (stack_[i] == old) stack_[i] = type;
    }

    u32 locals_used = 0; ///< variables from here on are `top`
    u32 depth = 0;       ///< places of the stack that are in use
    bool is_this_uninitialized = false;

private:
    Span<ValueType> locals_;
    Span<ValueType> stack_;
};

} // namespace flat::java
