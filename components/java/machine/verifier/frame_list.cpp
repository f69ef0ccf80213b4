// SPDX-License-Identifier: BSD-2-Clause
// The frames of a StackMapTable, in room that grows with the attribute alone (JVMS 17, 4.7.4).
#include <java/machine/verifier/frame_list.hpp>

namespace flat::java {

bool FrameList::read(Span<u8 const> table, TypeFrame const& first, TypeRules& rules,
                     Scratch& scratch, CodeMap const& map, Method const& method) {
    rules_ = &rules;
    scratch_ = &scratch;
    map_ = &map;
    method_ = &method;
    if (!take_first(first)) return false;
    if (table.size() < 2) return table.is_empty() || fail("StackMapTable error: bad size");
    u32 const most = load_big_endian_u16(table.data());
    if (most > table.size()) return fail("StackMapTable error: bad size"); // a byte for each
    frames_ = Span<StoredFrame>(scratch.make<StoredFrame>(most), most);
    if (!frames_.data()) return false;
    StackMapTable frames(table);
    while (auto const next = frames.next())
        if (!take(*next)) return false;
    return frames.is_right() || fail("StackMapTable error: bad form");
}

bool FrameList::take_first(TypeFrame const& first) {
    for (u32 i = 0; i < first.locals_used; ++i) {
        ValueType const type = first.locals()[i];
        if (!type.is_second() && !add(locals_, type, first.locals_used)) return false;
    }
    return true;
}

bool FrameList::take(StackMapFrame const& next) {
    at_ = count_ == 0 ? next.offset_delta : at_ + next.offset_delta + 1;
    if (!map_->is_instruction(at_)) return fail("StackMapTable error: bad offset");
    if (next.kind == FrameKind::full) locals_ = nullptr;
    if (!chop(next.chopped)) return false;
    if (!append(locals_, next.locals, method_->max_locals)) return false;
    StoredFrame made{at_, 0, locals_, nullptr, false};
    if (!append(made.stack, next.stack, method_->max_stack)) return false;
    made.depth = made.stack ? made.stack->end() : 0;
    for (TypeNode const* each = locals_; each; each = each->before)
        made.is_this_uninitialized |= each->type.is(ValueKind::uninitialized_this);
    frames_[count_++] = made;
    return true;
}

bool FrameList::chop(u32 count) {
    for (; count > 0; --count) {
        if (!locals_) return fail("StackMapTable error: more locals chopped than there are");
        locals_ = locals_->before;
    }
    return true;
}

bool FrameList::append(TypeNode const*& to, TypeList list, u32 limit) {
    while (auto const next = list.next()) {
        ValueType type;
        if (!value_of(*next, type) || !add(to, type, limit)) return false;
    }
    return true;
}

bool FrameList::add(TypeNode const*& to, ValueType type, u32 limit) {
    auto* const made = scratch_->make<TypeNode>();
    if (!made) return false;
    *made = {type, to ? to->end() : 0, to};
    to = made;
    return made->end() <= limit || fail("StackMapTable error: more types than there is room for");
}

bool FrameList::value_of(VerificationType type, ValueType& found) {
    constexpr ValueKind kinds[] = {ValueKind::top,
                                   ValueKind::integer,
                                   ValueKind::float_,
                                   ValueKind::double_,
                                   ValueKind::long_,
                                   ValueKind::null,
                                   ValueKind::uninitialized_this};
    if (type.kind == TypeKind::object) {
        found = rules_->class_type(method_->owner->constants().class_name(type.operand));
        return true;
    }
    if (type.kind == TypeKind::uninitialized) {
        found = {ValueKind::uninitialized, type.operand};
        bool const is_new = map_->is_instruction(type.operand) &&
                            method_->file_code.bytes[type.operand] == opcode::new_;
        return is_new || fail("StackMapTable error: bad type, not a new instruction");
    }
    found = {kinds[static_cast<u8>(type.kind)]};
    bool const is_in_constructor = method_->name->text == Text("<init>");
    return !found.is(ValueKind::uninitialized_this) || is_in_constructor ||
           fail("StackMapTable error: uninitializedThis outside of a constructor");
}

StoredFrame const* FrameList::find(u32 at) const {
    u32 begin = 0;
    u32 end = count_;
    while (begin < end) {
        u32 const middle = begin + (end - begin) / 2;
        if (frames_[middle].at == at) return &frames_[middle];
        if (frames_[middle].at < at)
            begin = middle + 1;
        else
            end = middle;
    }
    return nullptr;
}

} // namespace flat::java
