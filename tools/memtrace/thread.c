// SPDX-License-Identifier: BSD-2-Clause
// One thread of a traced program: its stacks, and the invocation that it is in.
#include "thread.h"

#include <stdlib.h>
#include <string.h>

void thread_reset(struct Thread* thread) {
    profile_drop(&thread->profile);
    for (unsigned i = 0; i < stack_count; i++)
        thread->stacks[i].count = 0;
    thread->stack = ordinary_stack;
    thread->alternate_first = thread->alternate_end = 0;
    thread->return_target = thread->return_slot = 0;
    thread->has_jumped = false;
    thread->locked_read = 0;
    if (thread->return_site_room > 0)
        memset(thread->return_site_slots, 0,
               thread->return_site_room * sizeof *thread->return_site_slots);
}

static bool leave(struct Thread* thread) {
    pthread_mutex_lock(&thread->lock);
    bool const has_memory = profile_leave(&thread->profile);
    pthread_mutex_unlock(&thread->lock);
    return has_memory;
}

// All slots up to this one are popped, on the stack where it lies. The ordinary stack stays as it
// is while a handler has its own; a handler's is empty when the thread is on the ordinary one.
static bool pop(struct Thread* thread, uint64_t slot) {
    bool const is_alternate =
        slot - thread->alternate_first < thread->alternate_end - thread->alternate_first;
    thread->stack = is_alternate ? alternate_stack : ordinary_stack;
    if (!is_alternate) thread->stacks[alternate_stack].count = 0;
    shadow_stack_pop(&thread->stacks[thread->stack], slot);
    if (!thread->profile.is_inside) return true;
    bool const is_over = thread->frame_stack == thread->stack ? slot >= thread->frame_slot
                                                              : thread->stack == ordinary_stack;
    return !is_over || leave(thread);
}

bool thread_call(struct Thread* thread, uint64_t slot) {
    thread->has_jumped = false;
    return pop(thread, slot) && shadow_stack_push(&thread->stacks[thread->stack], slot);
}

bool thread_return(struct Thread* thread, uint64_t slot, uint64_t target) {
    thread->has_jumped = false;
    thread->return_target = target;
    thread->return_slot = slot;
    return pop(thread, slot);
}

void thread_jump(struct Thread* thread) {
    thread->has_jumped = true;
}

static bool make_room(struct Thread* thread, size_t number) {
    if (number < thread->return_site_room) return true;
    size_t const room = 2 * number + 256;
    uint64_t* const slots = realloc(thread->return_site_slots, room * sizeof *slots);
    if (slots == NULL) return false;
    memset(slots + thread->return_site_room, 0, (room - thread->return_site_room) * sizeof *slots);
    thread->return_site_slots = slots;
    thread->return_site_room = room;
    return true;
}

// By a return, whose slot is remembered; or by longjmp, to where setjmp has returned from that slot
// before.
bool thread_at_return_site(struct Thread* thread, struct ReturnSite const* site) {
    if (!make_room(thread, site->number)) return false;
    uint64_t* const slot = &thread->return_site_slots[site->number];
    if (thread->has_jumped) {
        thread->has_jumped = false;
        return *slot == 0 || pop(thread, *slot);
    }
    if (thread->return_target == site->address) *slot = thread->return_slot;
    return true;
}

void thread_enter(struct Thread* thread, uint64_t entry) {
    if (thread->profile.is_inside) return;
    thread->frame_stack = thread->stack;
    thread->frame_slot = shadow_stack_top(&thread->stacks[thread->stack]);
    profile_enter(&thread->profile, entry);
}

void thread_set_alternate(struct Thread* thread, uint64_t first, uint64_t end) {
    thread->alternate_first = first;
    thread->alternate_end = end;
}
