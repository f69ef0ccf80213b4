// SPDX-License-Identifier: BSD-2-Clause
// The frames of a StackMapTable, in room that grows with the attribute alone (JVMS 17, 4.7.4).
#pragma once

#include <java/machine/verifier/code_map.hpp>
#include <java/machine/verifier/frame.hpp>
#include <java/machine/verifier/type_rules.hpp>
#include <java/stack_map.hpp>

namespace flat::java {

/// A type of a frame, and those before it. Frames share what they have in common.
struct TypeNode {
    ValueType type;
    u32 place; ///< of the local variable or of the stack
    TypeNode const* before;

    u32 end() const { return place + (type.is_wide() ? 2 : 1); }
};

struct StoredFrame {
    u32 at;
    u32 depth; ///< of the stack
    TypeNode const* locals;
    TypeNode const* stack;
    bool is_this_uninitialized;
};

class FrameList : NonCopyable {
public:
    /// Reads all frames after the first one, which `first` is. False with a problem, or if there is
    /// no memory.
    bool read(Span<u8 const> table, TypeFrame const& first, TypeRules& rules, Scratch& scratch,
              CodeMap const& map, Method const& method);

    /// What is wrong; none if it is memory that is missing.
    char const* problem() const { return problem_; }
    u32 problem_at() const { return at_; }

    /// The frame at an instruction; none if there is none.
    StoredFrame const* find(u32 at) const;

private:
    bool fail(char const* what) {
        problem_ = what;
        return false;
    }
    bool take_first(TypeFrame const& first);
    bool take(StackMapFrame const& next);
    bool chop(u32 count);
    bool append(TypeNode const*& to, TypeList list, u32 limit);
    bool add(TypeNode const*& to, ValueType type, u32 limit);
    bool value_of(VerificationType type, ValueType& found);

    TypeRules* rules_ = nullptr;
    Scratch* scratch_ = nullptr;
    CodeMap const* map_ = nullptr;
    Method const* method_ = nullptr;
    Span<StoredFrame> frames_;
    u32 count_ = 0;
    u32 at_ = 0;
    TypeNode const* locals_ = nullptr; // of the last frame
    char const* problem_ = nullptr;
};

} // namespace flat::java
