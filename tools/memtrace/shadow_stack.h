// SPDX-License-Identifier: BSD-2-Clause
// Where the return addresses of the calls lie that a thread has not yet returned from.
//
// Stacks grow down: a call that is deeper has its return address at a lower address, in its slot. A
// call or return that shows the stack pointer above a slot tells that the slot was popped, whether
// by a return, by longjmp or by an exception.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct Call {
    uint64_t slot;
    uint32_t functions; // a bit for each marked function that this call runs
};

// Zeroed, it is empty.
struct ShadowStack {
    struct Call* calls; // the deepest last
    size_t count;
    size_t room;
};

// A call stores its return address into a slot: what was at the slot or deeper is over. False if
// there is no memory.
bool shadow_stack_push(struct ShadowStack* stack, uint64_t slot);

// The slots up to this one are popped.
void shadow_stack_pop(struct ShadowStack* stack, uint64_t slot);

// The slot of the deepest call; of none, above all others.
uint64_t shadow_stack_top(struct ShadowStack const* stack);

// The deepest call runs a marked function.
void shadow_stack_mark(struct ShadowStack* stack, uint32_t functions);

// The marked functions that run, by all calls.
uint32_t shadow_stack_running(struct ShadowStack const* stack);

void shadow_stack_destroy(struct ShadowStack* stack);
