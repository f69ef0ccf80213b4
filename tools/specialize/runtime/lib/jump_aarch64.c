// SPDX-License-Identifier: BSD-2-Clause
// The jump of a stub on AArch64: `b` (Arm ARM, C6.2.26).
#include "jump.h"

#include <elf.h>
#include <string.h>

enum { b_far = 0x14000002 }; // to the indirect jump, 8 bytes on

uint16_t const elf_machine = EM_AARCH64;
size_t const jump_reach_bytes = (size_t)1 << 27;

void write_jump(unsigned char* image, uintptr_t place, uintptr_t target) {
    int64_t const distance = (int64_t)(target - place);
    int64_t const reach = (int64_t)jump_reach_bytes;
    uint32_t jump = b_far;
    if (distance >= -reach && distance < reach)
        jump = 0x14000000u | ((uint32_t)(distance / 4) & 0x03ffffffu);
    memcpy(image, &jump, sizeof jump);
    memcpy(image + literal_offset, &target, sizeof target);
}

void refresh_code(unsigned char* code, size_t size_bytes) {
    __builtin___clear_cache((char*)code, (char*)code + size_bytes);
}
