// SPDX-License-Identifier: BSD-2-Clause
// One thread of a traced program: its stacks, and the invocation that it is in.
//
// An invocation begins when a thread that is in none comes to an entry. Its frame is the slot of
// the call that runs then, and it ends when that slot is popped.
#pragma once

#include "profile.h"
#include "return_sites.h"
#include "shadow_stack.h"

#include <pthread.h>

enum { ordinary_stack, alternate_stack, stack_count };

// Only the thread itself writes, and others read under `lock` what it has counted.
struct Thread {
    struct Profile profile;
    struct ShadowStack stacks[stack_count];
    unsigned stack;           // the one in use
    uint64_t alternate_first; // that of signal handlers, told by sigaltstack
    uint64_t alternate_end;
    unsigned frame_stack; // of the invocation
    uint64_t frame_slot;
    uint64_t return_target; // of the last return
    uint64_t return_slot;
    bool has_jumped;             // as longjmp does: with a new stack pointer
    uint64_t* return_site_slots; // for each site, the slot of the call that returned there last
    size_t return_site_room;
    uint64_t locked_read; // the address that a locked instruction has just read, + 1
    pthread_mutex_t lock;
};

// Starts anew, for another thread of the same number; what was counted stays.
void thread_reset(struct Thread* thread);

// A call stores its return address into a slot. False if there is no memory, as below.
bool thread_call(struct Thread* thread, uint64_t slot);

// A return takes this address out of a slot.
bool thread_return(struct Thread* thread, uint64_t slot, uint64_t target);

// The thread jumps with another stack pointer than it had.
void thread_jump(struct Thread* thread);

// The thread comes to a place after a call.
bool thread_at_return_site(struct Thread* thread, struct ReturnSite const* site);

// The thread comes to an entry.
void thread_enter(struct Thread* thread, uint64_t entry);

// Signal handlers have a stack of their own from now on.
void thread_set_alternate(struct Thread* thread, uint64_t first, uint64_t end);
