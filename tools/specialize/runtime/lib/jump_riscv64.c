// SPDX-License-Identifier: BSD-2-Clause
// The jump of a stub on RISC-V: `jal` without link (The RISC-V Instruction Set Manual, 2.5).
#include "jump.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

uint16_t const elf_machine = EM_RISCV;
size_t const jump_reach_bytes = (size_t)1 << 20;

// `jal x0, distance`: the bits of the distance are stored as 20, 10 to 1, 11, 19 to 12.
static uint32_t jal(uint32_t distance) {
    return 0x6fu | (distance & 0x100000u) << 11 | (distance & 0x7feu) << 20 |
           (distance & 0x800u) << 9 | (distance & 0xff000u);
}

void write_jump(unsigned char* image, uintptr_t place, uintptr_t target) {
    int64_t const distance = (int64_t)(target - place);
    int64_t const reach = (int64_t)jump_reach_bytes;
    uint32_t const to_literal = 4; // the indirect jump follows this one
    bool const reaches = distance >= -reach && distance < reach;
    uint32_t const jump = jal(reaches ? (uint32_t)distance : to_literal);
    memcpy(image, &jump, sizeof jump);
    memcpy(image + literal_offset, &target, sizeof target);
}

void refresh_code(unsigned char* code, size_t size_bytes) {
    __builtin___clear_cache((char*)code, (char*)code + size_bytes);
}
