// SPDX-License-Identifier: BSD-2-Clause
// Recognises marks, control writes, LIDT, returns from traps and what moves the stack among x86-64
// instructions.
#include "x86_64.h"

#include "object_record.h"
#include "probe_record.h"

#include <stdbool.h>

// An instruction from its opcode on.
struct Body {
    uint8_t const* bytes;
    size_t size;
    bool has_operand_size_prefix;
    bool has_lock_prefix;
    uint8_t rex; // 0: none
};

static uint8_t mod_of(uint8_t modrm) {
    return modrm >> 6;
}
static uint8_t reg_of(uint8_t modrm) {
    return (modrm >> 3) & 7;
}
static uint8_t rm_of(uint8_t modrm) {
    return modrm & 7;
}

static bool is_prefix(uint8_t byte) {
    switch (byte) {
    case 0x26: // segment overrides
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x64:
    case 0x65:
    case 0x66: // operand size
    case 0x67: // address size
    case 0xf0: // LOCK, REPNE, REP
    case 0xf2:
    case 0xf3:
        return true;
    default:
        return (byte & 0xf0) == 0x40; // REX
    }
}

static struct Body skip_prefixes(uint8_t const* bytes, size_t size) {
    struct Body body = {bytes, size, false, false, 0};
    while (body.size > 0 && is_prefix(body.bytes[0])) {
        body.has_operand_size_prefix |= body.bytes[0] == 0x66;
        body.has_lock_prefix |= body.bytes[0] == 0xf0;
        body.rex = (body.bytes[0] & 0xf0) == 0x40 ? body.bytes[0] : 0;
        body.bytes++;
        body.size--;
    }
    return body;
}

static size_t displacement_size(uint8_t mod, bool has_base) {
    if (mod == 1) return 1;
    return mod == 2 || !has_base ? 4 : 0;
}

// The size of a memory operand: ModRM, SIB and displacement. 0 if not all of its bytes are there.
static size_t memory_operand_size(uint8_t const* modrm, size_t size) {
    bool const has_sib = rm_of(modrm[0]) == 4;
    if (has_sib && size < 2) return 0;
    uint8_t const base = has_sib ? modrm[1] & 7 : rm_of(modrm[0]);
    size_t const operand = 1 + has_sib + displacement_size(mod_of(modrm[0]), base != 5);
    return operand <= size ? operand : 0;
}

// Whether it stores this 32-bit constant, by opcode C7 /0.
static bool stores(struct Body body, uint32_t constant) {
    if (body.size < 2 || body.bytes[0] != 0xc7) return false;
    uint8_t const modrm = body.bytes[1];
    if (mod_of(modrm) == 3 || reg_of(modrm) != 0) return false;
    size_t const operand = memory_operand_size(body.bytes + 1, body.size - 1);
    if (operand == 0 || body.size != 1 + operand + sizeof constant) return false;
    uint8_t const* immediate = body.bytes + 1 + operand;
    for (size_t i = 0; i < sizeof constant; i++)
        if (immediate[i] != (uint8_t)(constant >> 8 * i)) return false;
    return true;
}

// Of the instructions that 0F 01 begins: INVLPG and LMSW have operands, XSETBV is one ModRM byte.
static bool group_7_writes_control(uint8_t modrm) {
    return reg_of(modrm) == 6 || (reg_of(modrm) == 7 && mod_of(modrm) != 3) || modrm == 0xd1;
}

static bool is_control_write(struct Body body) {
    if (body.size < 2 || body.bytes[0] != 0x0f) return false;
    switch (body.bytes[1]) {
    case 0x06: // CLTS
    case 0x22: // MOV to CRn
    case 0x30: // WRMSR
        return true;
    case 0x01:
        return body.size > 2 && group_7_writes_control(body.bytes[2]);
    case 0x38: // 66 0F 38 82 is INVPCID
        return body.size > 2 && body.bytes[2] == 0x82 && body.has_operand_size_prefix;
    default:
        return false;
    }
}

static bool is_load_idt(struct Body body) {
    return body.size > 2 && body.bytes[0] == 0x0f && body.bytes[1] == 0x01 &&
           reg_of(body.bytes[2]) == 3 && mod_of(body.bytes[2]) != 3;
}

// CALL by displacement, register or memory. A far call changes segments: programs have none.
static bool is_call(struct Body body) {
    if (body.size > 0 && body.bytes[0] == 0xe8) return true;
    return body.size > 1 && body.bytes[0] == 0xff && reg_of(body.bytes[1]) == 2;
}

static bool is_return(struct Body body) {
    return body.size > 0 && (body.bytes[0] == 0xc2 || body.bytes[0] == 0xc3);
}

static bool is_trap_return(struct Body body) {
    if (body.size > 0 && body.bytes[0] == 0xcf) return true;
    return body.size > 1 && body.bytes[0] == 0x0f && body.bytes[1] == 0x07;
}

static bool is_jump(struct Body body) {
    return body.size > 1 && body.bytes[0] == 0xff && reg_of(body.bytes[1]) == 4;
}

static bool is_locked(struct Body body) {
    if (body.has_lock_prefix && body.size > 0) return true;
    bool const is_exchange = body.size > 1 && (body.bytes[0] == 0x86 || body.bytes[0] == 0x87);
    return is_exchange && mod_of(body.bytes[1]) != 3;
}

enum { rex_w = 8, rex_r = 4, rex_b = 1, stack_pointer = 4 };

// MOV to RSP, but from RBP, with which functions end.
static bool is_stack_switch(struct Body body) {
    if (body.size < 2 || (body.rex & rex_w) == 0) return false;
    uint8_t const modrm = body.bytes[1];
    bool const is_from_frame =
        mod_of(modrm) == 3 && (body.bytes[0] == 0x89 ? reg_of(modrm) == 5 : rm_of(modrm) == 5);
    if (body.bytes[0] == 0x89)
        return mod_of(modrm) == 3 && rm_of(modrm) == stack_pointer && (body.rex & rex_b) == 0 &&
               (!is_from_frame || (body.rex & rex_r) != 0);
    return body.bytes[0] == 0x8b && reg_of(modrm) == stack_pointer && (body.rex & rex_r) == 0 &&
           (!is_from_frame || (body.rex & rex_b) != 0);
}

static enum InstructionKind control_flow_kind(struct Body body) {
    if (is_call(body)) return instruction_call;
    if (is_return(body)) return instruction_return;
    if (is_trap_return(body)) return instruction_trap_return;
    if (is_jump(body)) return instruction_jump;
    if (is_stack_switch(body)) return instruction_stack_switch;
    return is_locked(body) ? instruction_locked : instruction_ordinary;
}

enum InstructionKind x86_64_classify(uint8_t const* bytes, size_t size) {
    struct Body const body = skip_prefixes(bytes, size);
    if (stores(body, probe_mark)) return instruction_mark;
    if (stores(body, object_mark)) return instruction_object_mark;
    if (is_control_write(body)) return instruction_control_write;
    return is_load_idt(body) ? instruction_load_idt : control_flow_kind(body);
}
