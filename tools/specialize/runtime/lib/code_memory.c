// SPDX-License-Identifier: BSD-2-Clause
// Memory for code that is made at run time, near the slot that will jump to it.
#include "flatland_slots.h"
#include "jump.h"

#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

enum { probes = 1024, grain = 1 << 16 /* the largest page */ };

static size_t whole_pages(size_t size_bytes) {
    size_t const page = (size_t)sysconf(_SC_PAGESIZE);
    return (size_bytes + page - 1) & ~(page - 1);
}

// Maps memory at this address, or nothing.
static void* map_at(uintptr_t address, size_t size) {
    void* const wanted = (void*)address;
    void* const memory = mmap(wanted, size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory == MAP_FAILED || memory == wanted) return memory;
    munmap(memory, size); // a kernel before 4.17 takes the address for a hint
    return MAP_FAILED;
}

static bool is_near(uintptr_t place, uintptr_t memory, size_t size) {
    size_t const distance = memory > place ? memory + size - place : place - memory;
    return distance + grain < jump_reach_bytes;
}

// Looks for room after what was found last, then below and above the slot, farther and farther.
static void* map_near(uintptr_t place, size_t size) {
    static uintptr_t after_last;
    size_t const step = (jump_reach_bytes / probes + grain - 1) & ~(size_t)(grain - 1);
    uintptr_t const here = place & ~(uintptr_t)(grain - 1);
    uintptr_t const next = __atomic_load_n(&after_last, __ATOMIC_RELAXED);
    void* memory = next && is_near(place, next, size) ? map_at(next, size) : MAP_FAILED;
    for (size_t distance = step; memory == MAP_FAILED; distance += step) {
        if (!is_near(place, here + distance, size)) return MAP_FAILED;
        if (here > distance) memory = map_at(here - distance, size);
        if (memory == MAP_FAILED) memory = map_at(here + distance, size);
    }
    __atomic_store_n(&after_last, (uintptr_t)memory + size, __ATOMIC_RELAXED);
    return memory;
}

void* flatland_code_allocate(struct FlatlandSlot const* slot, size_t size_bytes) {
    size_t const size = whole_pages(size_bytes);
    void* memory = map_near((uintptr_t)slot->outer, size);
    if (memory == MAP_FAILED)
        memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

enum FlatlandStatus flatland_code_seal(void* code, size_t size_bytes) {
    size_t const size = whole_pages(size_bytes);
    if (mprotect(code, size, PROT_READ | PROT_EXEC) != 0) return flatland_no_page;
    __builtin___clear_cache((char*)code, (char*)code + size);
    return flatland_done;
}

void flatland_code_free(void* code, size_t size_bytes) {
    munmap(code, whole_pages(size_bytes));
}
