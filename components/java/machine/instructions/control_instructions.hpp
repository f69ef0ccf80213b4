// SPDX-License-Identifier: BSD-2-Clause
// Branches, switches, returns (JVMS 17, 6.5).
#pragma once

#include <java/machine/instructions/operand.hpp>

namespace flat::java::instruction {

/// Goes on at a distance; backwards others may run first.
[[gnu::always_inline]] inline Next jump(Run& run, u8 const* pc, Slot* sp, i32 distance) {
    u8 const* const to = pc + distance;
    if (distance < 0 && run.machine.threads.is_wanted()) {
        run.save(to, sp);
        run.poll();
    }
    return {to, sp};
}

template<auto condition>
Next branch_on_int(Run& run, u8 const* pc, Slot* sp) {
    if (!condition(as_int(sp[-1]), 0)) return {pc + 3, sp - 1};
    return jump(run, pc, sp - 1, branch_at(pc));
}
template<auto condition>
Next branch_on_ints(Run& run, u8 const* pc, Slot* sp) {
    if (!condition(as_int(sp[-2]), as_int(sp[-1]))) return {pc + 3, sp - 2};
    return jump(run, pc, sp - 2, branch_at(pc));
}
template<bool when_equal>
Next branch_on_references(Run& run, u8 const* pc, Slot* sp) {
    if ((sp[-2] == sp[-1]) != when_equal) return {pc + 3, sp - 2};
    return jump(run, pc, sp - 2, branch_at(pc));
}
template<bool when_null>
Next branch_on_null(Run& run, u8 const* pc, Slot* sp) {
    if ((sp[-1] == 0) != when_null) return {pc + 3, sp - 1};
    return jump(run, pc, sp - 1, branch_at(pc));
}
inline Next goto_(Run& run, u8 const* pc, Slot* sp) {
    return jump(run, pc, sp, branch_at(pc));
}
inline Next goto_w(Run& run, u8 const* pc, Slot* sp) {
    return jump(run, pc, sp, static_cast<i32>(load_big_endian(pc + 1)));
}

/// A subroutine's return address is an offset, so that it is a number.
inline Next jsr(Run& run, u8 const* pc, Slot* sp) {
    sp[0] = static_cast<u64>(pc + 3 - run.frame->method->code);
    return {pc + branch_at(pc), sp + 1};
}
inline Next jsr_w(Run& run, u8 const* pc, Slot* sp) {
    sp[0] = static_cast<u64>(pc + 5 - run.frame->method->code);
    return {pc + static_cast<i32>(load_big_endian(pc + 1)), sp + 1};
}
inline Next ret(Run& run, u8 const* pc, Slot* sp) {
    return {run.frame->method->code + run.locals[pc[1]], sp};
}

/// The operands of a switch, which begin at a multiple of four from the
/// beginning of the code.
inline u8 const* switch_operands(Run& run, u8 const* pc) {
    u64 const offset = static_cast<u64>(pc - run.frame->method->code);
    return pc + (4 - offset % 4);
}
inline Next tableswitch(Run& run, u8 const* pc, Slot* sp) {
    u8 const* const operands = switch_operands(run, pc);
    auto const low = static_cast<i32>(load_big_endian(operands + 4));
    auto const high = static_cast<i32>(load_big_endian(operands + 8));
    i32 const key = as_int(sp[-1]);
    u8 const* const entry =
        key < low || key > high ? operands : operands + 12 + 4 * (i64{key} - low);
    return {pc + static_cast<i32>(load_big_endian(entry)), sp - 1};
}
inline Next lookupswitch(Run& run, u8 const* pc, Slot* sp) {
    u8 const* const operands = switch_operands(run, pc);
    i32 const key = as_int(sp[-1]);
    u32 begin = 0;
    u32 end = load_big_endian(operands + 4);
    while (begin < end) {
        u32 const middle = begin + (end - begin) / 2;
        u8 const* const pair = operands + 8 + u64{8} * middle;
        auto const match = static_cast<i32>(load_big_endian(pair));
        if (match == key) return {pc + static_cast<i32>(load_big_endian(pair + 4)), sp - 1};
        if (match < key)
            begin = middle + 1;
        else
            end = middle;
    }
    return {pc + static_cast<i32>(load_big_endian(operands)), sp - 1};
}

template<u32 slots>
Next return_(Run& run, u8 const*, Slot* sp) {
    return run.leave(sp, slots);
}
inline Next athrow(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-1] == 0) return run.null_pointer(pc, sp);
    run.save(pc, sp);
    run.exception = to_object(sp[-1]);
    return run.unwind();
}
template<bool is_enter>
Next monitor(Run& run, u8 const* pc, Slot* sp) {
    if (sp[-1] == 0) return run.null_pointer(pc, sp);
    run.save(pc, sp);
    Object* const object = to_object(sp[-1]);
    if (!(is_enter ? run.lock(object) : run.unlock(object))) return run.unwind();
    return {pc + 1, sp - 1};
}
inline Next not_implemented(Run& run, u8 const* pc, Slot* sp) {
    return run.raise_at(pc, sp, "java/lang/InternalError", "an instruction is not implemented");
}

} // namespace flat::java::instruction
