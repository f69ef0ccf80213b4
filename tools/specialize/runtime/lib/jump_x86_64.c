// SPDX-License-Identifier: BSD-2-Clause
// The jump of a stub on x86-64: `jmp rel32` (Intel SDM volume 2, JMP).
#include "jump.h"

#include <elf.h>
#include <string.h>

enum { jmp_rel32 = 0xe9, jmp_rel8 = 0xeb, int3 = 0xcc };

uint16_t const elf_machine = EM_X86_64;
size_t const jump_reach_bytes = (size_t)INT32_MAX;

void write_jump(unsigned char* image, uintptr_t place, uintptr_t target) {
    int64_t const distance = (int64_t)(target - (place + 5));
    int32_t const near = (int32_t)distance;
    memset(image, int3, jump_bytes);
    if (near == distance) {
        image[0] = jmp_rel32;
        memcpy(image + 1, &near, sizeof near);
        return;
    }
    image[0] = jmp_rel8;
    image[1] = jump_bytes - 2; // to the indirect jump after this one
    memcpy(image + literal_offset, &target, sizeof target);
}

// The processor notices by itself; Valgrind is notified by its client request 0x1002, an
// instruction sequence that does nothing elsewhere (valgrind.h, VALGRIND_DISCARD_TRANSLATIONS).
void refresh_code(unsigned char* code, size_t size_bytes) {
    uint64_t const request[] = {0x1002, (uintptr_t)code, size_bytes, 0, 0, 0};
    uint64_t result = 0;
    __asm__ volatile("rolq $3, %%rdi\nrolq $13, %%rdi\nrolq $61, %%rdi\nrolq $51, %%rdi\n"
                     "xchgq %%rbx, %%rbx"
                     : "+d"(result)
                     : "a"(request)
                     : "cc", "memory");
}
