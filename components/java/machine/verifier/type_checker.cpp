// SPDX-License-Identifier: BSD-2-Clause
// Verification by type checking (JVMS 17, 4.10.1).
#include <java/machine/verifier/type_checker.hpp>

namespace flat::java {

bool TypeChecker::run() {
    if (!begin() || !read_frames()) return false;
    for (u32 at = 0; at < code_.size(); at += map_.size_at(at)) {
        at_ = at;
        if (StoredFrame const* const frame = frames_.find(at)) {
            if (falls_through_ && !fits(*frame, "Instruction type does not match stack map"))
                return false;
            if (!take(*frame)) return false;
        } else if (!falls_through_) {
            return fail("Expecting a stack map frame", "Expected stackmap frame at this location.");
        }
        if (!step(at)) return false;
    }
    return !falls_through_ || fail("Control flow falls through code end");
}

bool TypeChecker::read_frames() {
    auto const table = method_.file_code.attributes.find("StackMapTable");
    Span<u8 const> const bytes = table ? table->bytes : Span<u8 const>();
    if (frames_.read(bytes, frame_, rules_, scratch_, map_, method_)) return true;
    at_ = frames_.problem_at();
    return frames_.problem() ? fail(frames_.problem()) : fail_for_memory();
}

/// From here on the frame of the class file counts.
bool TypeChecker::take(StoredFrame const& frame) {
    u64 const before = frame_.locals_used;
    frame_.clear_locals();
    frame_.locals_used = frame.locals ? frame.locals->end() : 0;
    for (TypeNode const* each = frame.locals; each; each = each->before) {
        frame_.locals()[each->place] = each->type;
        if (each->type.is_wide()) frame_.locals()[each->place + 1] = each->type.second();
    }
    for (TypeNode const* each = frame.stack; each; each = each->before) {
        frame_.stack()[each->place] = each->type;
        if (each->type.is_wide()) frame_.stack()[each->place + 1] = each->type.second();
    }
    frame_.depth = frame.depth;
    frame_.is_this_uninitialized = frame.is_this_uninitialized;
    has_new_locals_ = true;
    return spend(before + frame_.locals_used + frame_.depth);
}

bool TypeChecker::has_types(TypeNode const* wanted, Span<ValueType> found, Text place, Text what) {
    for (TypeNode const* each = wanted; each; each = each->before) {
        ValueType const type = found[each->place];
        if (rules_.is_assignable(type, each->type)) continue;
        TextBuffer<120> of_found;
        TextBuffer<120> of_wanted;
        put_type(of_found, type);
        put_type(of_wanted, each->type);
        return fail(what,
                    "Type {} (current frame, {}[{}]) is not assignable to {} (stack map, {}[{}])",
                    of_found.text(), place, each->place, of_wanted.text(), place, each->place);
    }
    return true;
}

bool TypeChecker::has_locals_of(StoredFrame const& frame, Text what) {
    if (!spend(frame.locals ? frame.locals->place : 0)) return false;
    if (frame_.is_this_uninitialized && !frame.is_this_uninitialized)
        return fail(what, "Current frame's flags are not assignable to stack map frame's.");
    return has_types(frame.locals, frame_.locals(), "locals", what);
}

bool TypeChecker::fits(StoredFrame const& frame, Text what) {
    if (frame_.depth != frame.depth)
        return fail(what, "Current frame's stack size doesn't match stackmap.");
    return has_locals_of(frame, what) && spend(frame.depth) &&
           has_types(frame.stack, frame_.stack(), "stack", what);
}

bool TypeChecker::flow_to(u32 target) {
    StoredFrame const* const frame = frames_.find(target);
    if (!frame)
        return fail("Expecting a stackmap frame at branch target",
                    "Expected stackmap frame at branch target {}.", target);
    return fits(*frame, "Inconsistent stackmap frames at branch target");
}

bool TypeChecker::flow_to_handler(Handler const& handler) {
    constexpr Text what = "Inconsistent stackmap frames at exception handler";
    StoredFrame const* const frame = frames_.find(handler.target);
    if (!frame)
        return fail("Expecting a stackmap frame at exception handler",
                    "Expected stackmap frame at handler {}.", handler.target);
    if (frame->depth != 1)
        return fail(what, "Stack map of handler {} does not have one value.", handler.target);
    ValueType const caught = caught_by(handler);
    if (!rules_.is_assignable(caught, frame->stack->type))
        return fail_for_type(what, caught, "stack", 0, frame->stack->type);
    return has_locals_of(*frame, what);
}

} // namespace flat::java
