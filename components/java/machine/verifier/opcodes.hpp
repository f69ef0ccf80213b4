// SPDX-License-Identifier: BSD-2-Clause
// The instructions of class files (JVMS 17, 6.5): names, sizes, and what the simple ones take from
// the operand stack and leave there.
#pragma once

#include <core/types.hpp>

namespace flat::java {

/// Types are I, J, F and D as in descriptors, N for null, A for any reference.
struct Opcode {
    char const* name;
    u8 size;          ///< in bytes; 0 if that depends on what follows
    char const* pops; ///< the last one is the top of the stack; none if it depends on more
    char const* pushes;
};

constexpr u32 opcode_count = 202;

extern Opcode const opcodes[opcode_count];

/// Those that are more than a row of the table.
namespace opcode {
enum : u8 {
    ldc = 18,
    ldc_w = 19,
    ldc2_w = 20,
    iload = 21,
    iload_0 = 26,
    iaload = 46,
    istore = 54,
    istore_0 = 59,
    iastore = 79,
    pop = 87,
    iinc = 132,
    ifeq = 153,
    goto_ = 167,
    jsr = 168,
    ret = 169,
    tableswitch = 170,
    lookupswitch = 171,
    ireturn = 172,
    return_ = 177,
    getstatic = 178,
    putstatic = 179,
    getfield = 180,
    putfield = 181,
    invokevirtual = 182,
    invokespecial = 183,
    invokestatic = 184,
    invokeinterface = 185,
    invokedynamic = 186,
    new_ = 187,
    newarray = 188,
    anewarray = 189,
    arraylength = 190,
    athrow = 191,
    checkcast = 192,
    instanceof_ = 193,
    wide = 196,
    multianewarray = 197,
    ifnull = 198,
    ifnonnull = 199,
    goto_w = 200,
    jsr_w = 201,
};
} // namespace opcode

} // namespace flat::java
