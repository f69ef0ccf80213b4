// SPDX-License-Identifier: BSD-2-Clause
// The attribute StackMapTable (JVMS 17, 4.7.4).
#include <java/stack_map.hpp>

namespace flat::java {

namespace {

/// Types of frames.
enum : u8 {
    same_end = 64,
    same_locals_1_stack_end = 128,
    same_locals_1_stack_extended = 247,
    same_extended = 251,
    full = 255,
};

} // namespace

Maybe<VerificationType> TypeList::read() {
    u8 const tag = reader_.u1();
    if (reader_.is_truncated() || tag > static_cast<u8>(TypeKind::uninitialized)) return nothing;
    auto const kind = static_cast<TypeKind>(tag);
    bool const has_operand = kind == TypeKind::object || kind == TypeKind::uninitialized;
    u16 const operand = has_operand ? reader_.u2() : u16{0};
    if (reader_.is_truncated()) return nothing;
    --left_;
    return VerificationType{kind, operand};
}

/// So many types, which the reader then has passed; nothing if there are not as many.
Maybe<TypeList> StackMapTable::types(u32 count) {
    TypeList const list(reader_, count);
    TypeList walked = list;
    while (walked.next())
        continue;
    reader_ = walked.rest();
    if (walked.left() == 0) return list;
    is_right_ = false;
    return nothing;
}

Maybe<StackMapFrame> StackMapTable::next() {
    if (left_ == 0 || !is_right_) return nothing;
    u8 const type = reader_.u1();
    StackMapFrame frame{FrameKind::same, 0, type, {}, {}};
    u32 locals = 0;
    u32 stack = 0;
    if (type >= same_end && type < same_locals_1_stack_end) {
        frame.offset_delta = static_cast<u16>(type - same_end);
        stack = 1;
    } else if (type >= same_locals_1_stack_end) {
        is_right_ = type >= same_locals_1_stack_extended;
        frame.offset_delta = reader_.u2();
        stack = type == same_locals_1_stack_extended ? 1 : 0;
    }
    if (type > same_locals_1_stack_extended && type < same_extended) {
        frame.kind = FrameKind::chop;
        frame.chopped = static_cast<u8>(same_extended - type);
    } else if (type > same_extended) {
        frame.kind = type == full ? FrameKind::full : FrameKind::append;
        locals = type == full ? reader_.u2() : u32{type} - same_extended;
    }
    auto const local_types = types(locals);
    if (type == full) stack = reader_.u2();
    auto const stack_types = types(stack);
    if (reader_.is_truncated()) is_right_ = false;
    if (!is_right_ || !local_types || !stack_types) return nothing;
    --left_;
    frame.locals = *local_types;
    frame.stack = *stack_types;
    return frame;
}

} // namespace flat::java
