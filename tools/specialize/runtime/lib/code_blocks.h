// SPDX-License-Identifier: BSD-2-Clause
// Small pieces of code memory, which are given back and used again without the system.
#pragma once

#include "flatland_slots.h"

// A piece: where it runs, and where it is written.
struct CodeBlock {
    unsigned char* code;
    unsigned char* image;
};

// Held from before a block is taken until it is written, and to give one back: no fork in between.
// False, without the lock, if the process cannot prepare for fork.
bool lock_blocks(void);
void unlock_blocks(void);

// Takes a block, aligned to flatland_stencil_alignment, near the slot if there is room. False if
// there is no memory.
bool block_take(struct FlatlandSlot const* slot, size_t size_bytes, struct CodeBlock* block);

// Gives the block back that runs at this address; nothing else has the address.
void block_give(void const* code);
