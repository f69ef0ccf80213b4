// SPDX-License-Identifier: BSD-2-Clause
// Where the return addresses of the calls lie that a thread has not yet returned from.
#include "shadow_stack.h"

#include <stdlib.h>

bool shadow_stack_push(struct ShadowStack* stack, uint64_t slot) {
    shadow_stack_pop(stack, slot);
    if (stack->count == stack->room) {
        size_t const room = stack->room == 0 ? 256 : 2 * stack->room;
        struct Call* const calls = realloc(stack->calls, room * sizeof *calls);
        if (calls == NULL) return false;
        stack->calls = calls;
        stack->room = room;
    }
    stack->calls[stack->count++] = (struct Call){slot, 0};
    return true;
}

void shadow_stack_pop(struct ShadowStack* stack, uint64_t slot) {
    while (stack->count > 0 && stack->calls[stack->count - 1].slot <= slot)
        stack->count--;
}

uint64_t shadow_stack_top(struct ShadowStack const* stack) {
    return stack->count == 0 ? UINT64_MAX : stack->calls[stack->count - 1].slot;
}

void shadow_stack_mark(struct ShadowStack* stack, uint32_t functions) {
    if (stack->count > 0) stack->calls[stack->count - 1].functions |= functions;
}

uint32_t shadow_stack_running(struct ShadowStack const* stack) {
    uint32_t functions = 0;
    for (size_t i = 0; i < stack->count; i++)
        functions |= stack->calls[i].functions;
    return functions;
}

void shadow_stack_destroy(struct ShadowStack* stack) {
    free(stack->calls);
    *stack = (struct ShadowStack){0};
}
