// SPDX-License-Identifier: BSD-2-Clause
// The jump of a stub, and code that was just written: each architecture has its own
// `jump_<architecture>.c`.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    stub_bytes = 32,
    jump_bytes = 8,     // of these the jump is a part
    literal_offset = 16 // where the address of a far target lies
};

// How far from a stub code may lie that a direct jump still reaches.
extern size_t const jump_reach_bytes;

// Writes a jump to `target` into `image`, a copy of the stub that will stand at `place`: a direct
// one if it reaches, else one by the stub's literal.
void write_jump(unsigned char* image, uintptr_t place, uintptr_t target);

// The architecture's number in ELF headers.
extern uint16_t const elf_machine;

// Lets the processor run what was just written to memory that is executable at these addresses,
// through another mapping.
void refresh_code(unsigned char* code, size_t size_bytes);
