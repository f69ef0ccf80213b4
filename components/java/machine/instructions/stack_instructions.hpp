// SPDX-License-Identifier: BSD-2-Clause
// Constants, local variables, the operand stack (JVMS 17, 6.5).
#pragma once

#include <java/machine/instructions/operand.hpp>

namespace flat::java::instruction {

template<i32 value>
Next push_int(Run&, u8 const* pc, Slot* sp) {
    sp[0] = from_int(value);
    return {pc + 1, sp + 1};
}
template<u64 value>
Next push_wide(Run&, u8 const* pc, Slot* sp) {
    put_long(sp, value);
    return {pc + 1, sp + 2};
}
inline Next nop(Run&, u8 const* pc, Slot* sp) {
    return {pc + 1, sp};
}
inline Next bipush(Run&, u8 const* pc, Slot* sp) {
    sp[0] = from_int(static_cast<i8>(pc[1]));
    return {pc + 2, sp + 1};
}
inline Next sipush(Run&, u8 const* pc, Slot* sp) {
    sp[0] = from_int(branch_at(pc));
    return {pc + 3, sp + 1};
}

template<u32 slots>
Next load(Run& run, u8 const* pc, Slot* sp) {
    for (u32 i = 0; i < slots; ++i)
        sp[i] = run.locals[pc[1] + i];
    return {pc + 2, sp + slots};
}
template<u32 slots, u32 index>
Next load_at(Run& run, u8 const* pc, Slot* sp) {
    for (u32 i = 0; i < slots; ++i)
        sp[i] = run.locals[index + i];
    return {pc + 1, sp + slots};
}
template<u32 slots>
Next store(Run& run, u8 const* pc, Slot* sp) {
    for (u32 i = 0; i < slots; ++i)
        run.locals[pc[1] + i] = (sp - slots)[i];
    return {pc + 2, sp - slots};
}
template<u32 slots, u32 index>
Next store_at(Run& run, u8 const* pc, Slot* sp) {
    for (u32 i = 0; i < slots; ++i)
        run.locals[index + i] = (sp - slots)[i];
    return {pc + 1, sp - slots};
}
inline Next iinc(Run& run, u8 const* pc, Slot* sp) {
    Slot& variable = run.locals[pc[1]];
    u32 const by = static_cast<u32>(static_cast<i8>(pc[2]));
    variable = static_cast<u32>(static_cast<u32>(variable) + by);
    return {pc + 3, sp};
}

/// An instruction with an index of two bytes, or iinc with two and two.
inline Next wide(Run& run, u8 const* pc, Slot* sp) {
    Slot* const variable = run.locals + load_big_endian_u16(pc + 2);
    u8 const code = pc[1];
    bool const is_two = code == 22 || code == 24 || code == 55 || code == 57;
    u32 const slots = is_two ? 2 : 1;
    if (code == 132) {
        auto const by = static_cast<u32>(branch_at(pc + 3));
        *variable = static_cast<u32>(static_cast<u32>(*variable) + by);
        return {pc + 6, sp};
    }
    if (code == 169) return {run.frame->method->code + *variable, sp}; // ret
    bool const is_load = code < 54;
    for (u32 i = 0; i < slots; ++i) {
        if (is_load)
            sp[i] = variable[i];
        else
            variable[i] = (sp - slots)[i];
    }
    return {pc + 4, is_load ? sp + slots : sp - slots};
}

template<u32 count>
Next drop_places(Run&, u8 const* pc, Slot* sp) {
    return {pc + 1, sp - count};
}

/// Drops `drop` places, and writes those of `order` (0 is the lowest of them)
/// in their place.
template<u32 drop, u32... order>
Next rearrange(Run&, u8 const* pc, Slot* sp) {
    Slot* const base = sp - drop;
    Slot taken[drop];
    for (u32 i = 0; i < drop; ++i)
        taken[i] = base[i];
    u32 next = 0;
    ((base[next++] = taken[order]), ...);
    return {pc + 1, base + sizeof...(order)};
}

/// Loads a constant: the first time, what it is decides what the instruction
/// becomes.
inline Next load_constant(Run& run, u8 const* pc, Slot* sp, u32 index, bool is_wide) {
    Class& own = own_class(run);
    ConstantPool const& pool = own.constants();
    switch (pool.kind(index)) {
    case Constant::integer:
        own.pool[index] = from_int(pool.integer(index));
        become(pc, is_wide ? ldc_wide_number : ldc_number);
        return {pc, sp};
    case Constant::float_:
        own.pool[index] = pool.float_bits(index);
        become(pc, is_wide ? ldc_wide_number : ldc_number);
        return {pc, sp};
    case Constant::string:
        run.save(pc, sp);
        if (!run.resolve_string(own, index)) return run.unwind();
        become(pc, is_wide ? ldc_wide_text : ldc_text);
        return {pc, sp};
    case Constant::class_: {
        run.save(pc, sp);
        Class* const found = run.resolve_class(own, index);
        if (!found || !run.ensure(0)) return run.unwind();
        sp[0] = to_slot(run.machine.mirror_of(*found));
        return {pc + (is_wide ? 3 : 2), sp + 1};
    }
    default:
        return run.raise_at(pc, sp, "java/lang/InternalError",
                            "constants of method handles and types are not implemented");
    }
}
inline Next ldc(Run& run, u8 const* pc, Slot* sp) {
    return load_constant(run, pc, sp, pc[1], false);
}
inline Next ldc_w(Run& run, u8 const* pc, Slot* sp) {
    return load_constant(run, pc, sp, index_at(pc), true);
}
inline Next ldc2_w(Run& run, u8 const* pc, Slot* sp) {
    Class& own = own_class(run);
    u32 const index = index_at(pc);
    bool const is_long = own.constants().kind(index) == Constant::long_;
    own.pool[index] = is_long ? static_cast<u64>(own.constants().long_(index))
                              : own.constants().double_bits(index);
    become(pc, ldc_long);
    return {pc, sp};
}
template<bool is_wide>
Next ldc_number_(Run& run, u8 const* pc, Slot* sp) {
    sp[0] = own_class(run).pool[is_wide ? index_at(pc) : pc[1]];
    return {pc + (is_wide ? 3 : 2), sp + 1};
}
template<bool is_wide>
Next ldc_text_(Run& run, u8 const* pc, Slot* sp) {
    u64 const index = own_class(run).pool[is_wide ? index_at(pc) : pc[1]] - 1;
    sp[0] = to_slot(run.machine.strings.interned(static_cast<u32>(index)));
    return {pc + (is_wide ? 3 : 2), sp + 1};
}
inline Next ldc_long_(Run& run, u8 const* pc, Slot* sp) {
    put_long(sp, own_class(run).pool[index_at(pc)]);
    return {pc + 3, sp + 2};
}

} // namespace flat::java::instruction
