// SPDX-License-Identifier: BSD-2-Clause
// Small pieces of code memory, in regions that are mapped twice: once executable, once writable.
//
// The usual scheme for just-in-time compilers keeps both mappings over fork, so that parent and
// child write into each other's code. Here a region is never written again once the process has
// forked: both see what was there, and each takes a new region for what it makes from then on.
#include "code_blocks.h"

#include "flatland_stencil.h"
#include "jump.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { granule = flatland_stencil_alignment, region_bytes = 1 << 18, page_limit = 1 << 16 };

struct Region {
    struct Region* next;
    unsigned char* code;
    unsigned char* image;          // NULL once it was shared by fork
    unsigned char const* made_for; // the slot that it was to be near to
    size_t granules;
    size_t used;       // granules in blocks
    size_t first_free; // none below is free
    uint32_t blocks[]; // in place of the first granule of each block, how many it has; else 0
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct Region* regions;
static bool is_started;

static void lock(void) {
    pthread_mutex_lock(&mutex);
}

void unlock_blocks(void) {
    pthread_mutex_unlock(&mutex);
}

static void unmap(struct Region* region) {
    size_t const size = region->granules * granule;
    munmap(region->code, size);
    if (region->image) munmap(region->image, size);
    free(region);
}

// In the parent and in the child.
static void after_fork(void) {
    for (struct Region** link = &regions; *link;) {
        struct Region* const each = *link;
        if (each->used == 0) {
            *link = each->next;
            unmap(each);
            continue;
        }
        if (each->image) munmap(each->image, each->granules * granule);
        each->image = NULL;
        link = &each->next;
    }
    unlock_blocks();
}

static void start(void) {
    is_started = pthread_atfork(lock, after_fork, after_fork) == 0;
}

bool lock_blocks(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
    if (is_started) lock();
    return is_started;
}

// Lets the region's memory be seen at `place`, where code runs, and at a place of the system's
// choice, where it is written.
static bool map_twice(struct Region* region, void* place, size_t size) {
    int const file = memfd_create("flatland code", MFD_CLOEXEC);
    if (file < 0) return false;
    void* code = MAP_FAILED;
    void* image = MAP_FAILED;
    if (ftruncate(file, (off_t)size) == 0) {
        code = mmap(place, size, PROT_READ | PROT_EXEC, MAP_SHARED | MAP_FIXED, file, 0);
        image = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    close(file);
    region->code = code;
    region->image = image;
    if (code != MAP_FAILED && image != MAP_FAILED) return true;
    if (image != MAP_FAILED) munmap(image, size);
    return false;
}

static struct Region* make_region(struct FlatlandSlot const* slot, size_t least_bytes) {
    size_t const wanted =
        least_bytes + granule > region_bytes ? least_bytes + granule : region_bytes;
    size_t const size = (wanted + page_limit - 1) & ~(size_t)(page_limit - 1);
    size_t const granules = size / granule;
    struct Region* const region = calloc(1, sizeof *region + granules * sizeof *region->blocks);
    if (!region) return NULL;
    void* const place = flatland_code_allocate(slot, size);
    if (!place || !map_twice(region, place, size)) {
        if (place) flatland_code_free(place, size);
        free(region);
        return NULL;
    }
    region->granules = granules;
    region->made_for = slot->outer;
    region->first_free = 1; // a caller with -fsanitize=function reads what lies before a function
    region->next = regions;
    regions = region;
    return region;
}

// The first of so many free granules in a row; the number of all if there are none.
static size_t find_room(struct Region const* region, size_t count) {
    size_t run = 0;
    for (size_t i = region->first_free; i < region->granules;) {
        if (region->blocks[i] != 0) {
            i += region->blocks[i];
            run = 0;
            continue;
        }
        i++;
        if (++run == count) return i - count;
    }
    return region->granules;
}

static void take_from(struct Region* region, size_t first, size_t count, struct CodeBlock* block) {
    region->blocks[first] = (uint32_t)count;
    region->used += count;
    if (first == region->first_free) region->first_free = first + count;
    block->code = region->code + first * granule;
    block->image = region->image + first * granule;
}

static bool is_near(unsigned char const* one, unsigned char const* other) {
    uintptr_t const distance = (uintptr_t)one - (uintptr_t)other;
    return distance + jump_reach_bytes - region_bytes < 2 * (jump_reach_bytes - region_bytes);
}

// Also when it is far, but the best that there was for the slots around this one.
static bool suits(struct Region const* region, struct FlatlandSlot const* slot) {
    return is_near(region->code, slot->outer) || is_near(region->made_for, slot->outer);
}

bool block_take(struct FlatlandSlot const* slot, size_t size_bytes, struct CodeBlock* block) {
    size_t const count = (size_bytes + granule - 1) / granule;
    for (struct Region* each = regions; each; each = each->next) {
        if (!each->image || !suits(each, slot)) continue;
        size_t const first = find_room(each, count);
        if (first == each->granules) continue;
        take_from(each, first, count, block);
        return true;
    }
    struct Region* const region = make_region(slot, size_bytes);
    if (region) take_from(region, region->first_free, count, block);
    return region != NULL;
}

// Gives an empty region to the system unless another one can be written that is empty, too.
static void drop_if_empty(struct Region** link) {
    struct Region* const region = *link;
    if (region->used != 0) return;
    bool is_needed = region->image != NULL;
    for (struct Region const* each = regions; each; each = each->next)
        if (each != region && each->image && each->used == 0) is_needed = false;
    if (is_needed) return;
    *link = region->next;
    unmap(region);
}

void block_give(void const* code) {
    for (struct Region** link = &regions; *link; link = &(*link)->next) {
        struct Region* const each = *link;
        size_t const offset = (uintptr_t)code - (uintptr_t)each->code;
        if (offset >= each->granules * granule) continue;
        size_t const first = offset / granule;
        each->used -= each->blocks[first];
        each->blocks[first] = 0;
        if (first < each->first_free) each->first_free = first;
        drop_if_empty(link);
        return;
    }
}
