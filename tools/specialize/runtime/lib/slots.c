// SPDX-License-Identifier: BSD-2-Clause
// Plugs, unplugs and invalidates.
//
// The order that makes it right, for a version that comes and one that goes:
//  1. The reliances of the coming version are listed; barrier; `holds` is asked. `holds` sees what
//     a writer stored before; a writer that stores later sees the list and waits for the lock.
//  2. The stubs change; barrier. A thread that has not entered the gate by now finds the new stubs;
//     one that has is seen, since its store lies before the barrier.
//  3. The epoch of the slot goes up. A thread that entered in an earlier one may be in the going
//     version.
#include "barrier.h"
#include "jump.h"
#include "lock.h"
#include "pages.h"
#include "presence.h"
#include "reliances.h"
#include "retired.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool is_started;

void lock_slots(void) {
    pthread_mutex_lock(&mutex);
}

void unlock_slots(void) {
    pthread_mutex_unlock(&mutex);
}

static void after_fork_in_child(void) {
    presence_forget_others();
    barrier_register();
    unlock_slots();
}

static void start(void) {
    is_started = barrier_register() && presence_start() &&
                 pthread_atfork(lock_slots, unlock_slots, after_fork_in_child) == 0;
}

// Takes the lock; false, without it, if the system lacks what the library needs.
static bool lock_started(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
    if (is_started) lock_slots();
    return is_started;
}

// Gives the lock back and releases what can be.
static void unlock_and_release(void) {
    struct FlatlandVersion* const drained = take_drained();
    unlock_slots();
    release(drained);
}

static void write_stub(struct CodePage const* page, unsigned char const* stub,
                       unsigned char const* generic, uintptr_t target) {
    unsigned char* const image = page_image(page, stub);
    if (target)
        write_jump(image, (uintptr_t)stub, target);
    else
        memcpy(image, generic, jump_bytes);
}

static void write_slot(struct CodePage const* page, struct FlatlandSlot* slot) {
    if (!slot->is_known) {
        memcpy(slot->generic_outer, slot->outer, jump_bytes);
        if (slot->inner) memcpy(slot->generic_inner, slot->inner, jump_bytes);
        slot->is_known = true;
    }
    uintptr_t const entry = slot->coming ? (uintptr_t)slot->coming->entry : 0;
    bool const is_gated = slot->coming && slot->coming->lifetime == flatland_freeable;
    write_stub(page, slot->outer, slot->generic_outer, is_gated ? (uintptr_t)slot->gate : entry);
    if (slot->inner) write_stub(page, slot->inner, slot->generic_inner, entry);
}

// Changes the slots that share a page with the first of `todo`, and moves them to `done`.
static bool change_page(struct FlatlandSlot** todo, struct FlatlandSlot** done) {
    struct CodePage page;
    if (!page_open(&page, (*todo)->outer)) return false;
    for (struct FlatlandSlot* each = *todo; each; each = each->next_change)
        if (page_contains(&page, each->outer)) write_slot(&page, each);
    if (!page_close(&page)) return false;
    for (struct FlatlandSlot** link = todo; *link;) {
        struct FlatlandSlot* const each = *link;
        if (!page_contains(&page, each->outer)) {
            link = &each->next_change;
            continue;
        }
        *link = each->next_change;
        each->next_change = *done;
        *done = each;
    }
    return true;
}

// Undoes `prepare`.
static void abandon(struct FlatlandVersion* version) {
    reliances_drop(version);
    version->slot = NULL;
    count_live(-1);
}

static void commit(struct FlatlandSlot* slot) {
    struct FlatlandVersion* const going = slot->version;
    uint64_t const epoch = slot->epoch + ((uint64_t)1 << flatland_depth_bits);
    __atomic_store_n(&slot->epoch, epoch, __ATOMIC_RELEASE);
    __atomic_store_n(&slot->version, slot->coming, __ATOMIC_RELEASE);
    slot->coming = NULL;
    if (!going) return;
    if (going->lifetime == flatland_permanent) {
        abandon(going);
        return;
    }
    reliances_drop(going);
    retire(going, epoch >> flatland_depth_bits);
}

// Lets each slot of the list go to its `coming`.
static enum FlatlandStatus change(struct FlatlandSlot* todo) {
    struct FlatlandSlot* done = NULL;
    bool can = true;
    while (todo && can)
        can = change_page(&todo, &done);
    barrier();
    for (; done; done = done->next_change)
        commit(done);
    for (; todo; todo = todo->next_change) {
        if (todo->coming) abandon(todo->coming);
        todo->coming = NULL;
    }
    page_reserve();
    return can ? flatland_done : flatland_no_page;
}

// Makes a version ready to be plugged.
static enum FlatlandStatus prepare(struct FlatlandSlot* slot, struct FlatlandVersion* version) {
    if (version->slot) return flatland_in_use;
    if (version->lifetime == flatland_freeable && !slot->gate) return flatland_not_gated;
    version->slot = slot;
    version->retired_at = 0;
    count_live(1);
    reliances_add(version);
    barrier();
    if (!version->holds || version->holds(version)) return flatland_done;
    abandon(version);
    return flatland_does_not_hold;
}

static enum FlatlandStatus change_one(struct FlatlandSlot* slot, struct FlatlandVersion* version) {
    if (slot->version == version) return flatland_done;
    if (version) {
        enum FlatlandStatus const status = prepare(slot, version);
        if (status != flatland_done) return status;
    }
    slot->coming = version;
    slot->next_change = NULL;
    return change(slot);
}

enum FlatlandStatus flatland_slot_plug(struct FlatlandSlot* slot, struct FlatlandVersion* version) {
    if (!lock_started()) return flatland_no_barrier;
    enum FlatlandStatus const status = change_one(slot, version);
    unlock_and_release();
    return status;
}

enum FlatlandStatus flatland_slot_unplug(struct FlatlandSlot* slot) {
    return flatland_slot_plug(slot, NULL);
}

// The first fallback of the version that the fallen invariants do not concern and that can be
// taken.
static struct FlatlandVersion* fallback(struct FlatlandSlot* slot, void const* start, size_t size) {
    struct FlatlandVersion* each = slot->version->fallback;
    while (each && (version_relies_on(each, start, size) || prepare(slot, each) != flatland_done))
        each = each->fallback;
    return each;
}

enum FlatlandStatus invalidate_relied_on(void const* start, size_t size) {
    if (!lock_started()) return flatland_no_barrier;
    struct FlatlandSlot* const slots = reliances_slots(start, size);
    for (struct FlatlandSlot* each = slots; each; each = each->next_change)
        each->coming = fallback(each, start, size);
    enum FlatlandStatus const status = slots ? change(slots) : flatland_done;
    unlock_and_release();
    return status;
}

size_t flatland_collect(void) {
    lock_slots();
    struct FlatlandVersion* const drained = take_drained();
    size_t const waiting = retired_count();
    unlock_slots();
    release(drained);
    return waiting;
}

enum FlatlandStatus flatland_slot_quiesce(struct FlatlandSlot* slot) {
    for (;;) {
        lock_slots();
        struct FlatlandVersion* const drained = take_drained();
        bool const is_quiet = !retired_from(slot, false);
        bool const is_inside = retired_from(slot, true) != NULL;
        unlock_slots();
        release(drained);
        if (is_quiet) return flatland_done;
        if (is_inside) return flatland_inside;
        nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL); // a call does not say when it ends
    }
}

struct FlatlandVersion* flatland_slot_version(struct FlatlandSlot const* slot) {
    return __atomic_load_n(&slot->version, __ATOMIC_ACQUIRE);
}
