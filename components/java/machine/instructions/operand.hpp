// SPDX-License-Identifier: BSD-2-Clause
// What instructions have after their first byte, and how they find arguments.
#pragma once

#include <java/machine/run.hpp>

namespace flat::java::instruction {

inline u32 index_at(u8 const* pc) {
    return load_big_endian_u16(pc + 1);
}
inline i32 branch_at(u8 const* pc) {
    return static_cast<i16>(load_big_endian_u16(pc + 1));
}
inline i32 as_int(Slot slot) {
    return static_cast<i32>(static_cast<u32>(slot));
}
inline Slot from_int(i32 value) {
    return static_cast<u32>(value);
}
inline Class& own_class(Run& run) {
    return *run.frame->method->owner;
}

/// Changes an instruction of the running method, so that it takes another way
/// from now on.
inline void become(u8 const* pc, u8 code) {
    *const_cast<u8*>(pc) = code; // of the method's own copy, which `pc` only reads
}

/// The faster instructions that others become; no class file has them.
enum Quick : u8 {
    ldc_number = 203,
    ldc_text,
    ldc_wide_number,
    ldc_wide_text,
    ldc_long,
    get_byte,
    get_char,
    get_short,
    get_int,
    get_long_,
    get_reference,
    put_byte,
    put_short,
    put_int,
    put_long_,
    put_reference,
    get_static_byte,
    get_static_char,
    get_static_short,
    get_static_int,
    get_static_long,
    get_static_reference,
    put_static_byte,
    put_static_short,
    put_static_int,
    put_static_long,
    put_static_reference,
    call_table,
    call_direct,
    call_class,
    call_interface,
    call_interface_in_class,
    make_object,
    call_made,
    call_variable,
};

/// Becomes an instruction that asks no more whether a class is initialised. While this thread
/// initialises the class, the instruction stays what it is, for others have to wait.
inline Next once_initialized(Run& run, Class const& used, u8 const* pc, Slot* sp, u8 code) {
    if (used.state != ClassState::initialized) return table[code](run, pc, sp);
    become(pc, code);
    return {pc, sp};
}

} // namespace flat::java::instruction
