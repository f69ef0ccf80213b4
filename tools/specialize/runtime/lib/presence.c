// SPDX-License-Identifier: BSD-2-Clause
// Which threads are inside the gates of which slots: the counters of readers of user-space RCU
// (Desnoyers et al., "User-level implementations of read-copy update", 2012), but one for each
// thread and slot, so that a call that blocks delays only what left its own slot.
#include "presence.h"

#include "lock.h"

#include <pthread.h>

static pthread_key_t ended_key;
static __thread struct FlatlandPresence* of_this_thread;

static void forget(struct FlatlandPresence* presence) {
    struct FlatlandPresence** link = &presence->slot->threads;
    while (*link != presence)
        link = &(*link)->next;
    *link = presence->next;
    __atomic_store_n(&presence->word, flatland_unknown_thread, __ATOMIC_RELAXED);
}

// A destructor of other data of the thread may call a gate after this; then it runs once more.
static void thread_ends(void* first) {
    (void)first;
    lock_slots();
    for (struct FlatlandPresence* each = of_this_thread; each; each = each->next_of_thread)
        forget(each);
    of_this_thread = NULL;
    unlock_slots();
}

bool presence_start(void) {
    return pthread_key_create(&ended_key, thread_ends) == 0;
}

static void introduce(struct FlatlandSlot* slot, struct FlatlandPresence* presence) {
    lock_slots();
    presence->slot = slot;
    presence->next = slot->threads;
    slot->threads = presence;
    presence->next_of_thread = of_this_thread;
    of_this_thread = presence;
    __atomic_store_n(&presence->word, slot->epoch, __ATOMIC_RELAXED);
    unlock_slots();
    pthread_setspecific(ended_key, presence);
}

void flatland_enter_again(struct FlatlandSlot* slot, struct FlatlandPresence* presence) {
    uint64_t const word = __atomic_load_n(&presence->word, __ATOMIC_RELAXED);
    if ((word & flatland_depth_mask) == flatland_unknown_thread)
        introduce(slot, presence);
    else
        __atomic_store_n(&presence->word, word + 1, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static bool is_before(struct FlatlandPresence const* presence, uint64_t epoch) {
    uint64_t const word = __atomic_load_n(&presence->word, __ATOMIC_ACQUIRE);
    return (word & flatland_depth_mask) != 0 && word >> flatland_depth_bits < epoch;
}

bool presence_before(struct FlatlandSlot const* slot, uint64_t epoch) {
    for (struct FlatlandPresence const* each = slot->threads; each; each = each->next)
        if (is_before(each, epoch)) return true;
    return false;
}

bool presence_of_caller_before(struct FlatlandSlot const* slot, uint64_t epoch) {
    for (struct FlatlandPresence const* each = of_this_thread; each; each = each->next_of_thread)
        if (each->slot == slot && is_before(each, epoch)) return true;
    return false;
}

void presence_forget_others(void) {
    size_t count;
    struct FlatlandSlot* const slots = flatland_slots(&count);
    for (size_t i = 0; i < count; i++)
        slots[i].threads = NULL;
    for (struct FlatlandPresence* each = of_this_thread; each; each = each->next_of_thread) {
        each->next = each->slot->threads;
        each->slot->threads = each;
    }
}
