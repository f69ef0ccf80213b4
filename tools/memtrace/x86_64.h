// SPDX-License-Identifier: BSD-2-Clause
// Recognises marks, control writes, LIDT, returns from traps and what moves the stack among x86-64
// instructions.
#pragma once

#include "instruction.h"

#include <stddef.h>
#include <stdint.h>

// The kind of the one instruction that `bytes` holds, prefixes included, in 64-bit or 32-bit mode.
// A mark is C7 /0 with a memory operand, whose four-byte immediate is 0x464c4154. Control writes
// are MOV to CRn, CLTS, LMSW, XSETBV, WRMSR, INVLPG and INVPCID. LIDT loads the IDT register. Near
// calls, returns and indirect jumps, MOV to RSP, and locked instructions are told apart. All else
// is ordinary, instructions that are cut off included. Source: Intel SDM volume 2, chapter 2 and
// appendix A.
enum InstructionKind x86_64_classify(uint8_t const* bytes, size_t size);
