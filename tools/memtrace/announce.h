/* SPDX-License-Identifier: BSD-2-Clause
 * For programs that tell memtrace themselves where their objects lie: from pools, arenas, stacks.
 *
 * Copy this file, or include it from here: C99 or C++, gcc or clang, x86-64. Each function fills a
 * record on the stack and stores a constant into it, which memtrace recognises; without memtrace
 * that is all that happens. Neither blocks nor fails nor allocates; any thread may call them.
 */
#ifndef MEMTRACE_ANNOUNCE_H
#define MEMTRACE_ANNOUNCE_H

#include <stdint.h>

struct memtrace_record {
    uint32_t mark;
    uint32_t size_bytes;
    uint64_t first;
    uint64_t count;
    uint64_t stride_bytes;
    char name[64];
} __attribute__((aligned(128)));

static inline void memtrace_tell(struct memtrace_record* record) {
    __asm__ volatile("movl $0x4f424a53, %0" : "=m"(record->mark) : "m"(*record) : "memory");
}

/* From `first` on lie `count` objects of the class of that name, as memtrace's --class has it: of
 * `size_bytes` each, one every `stride_bytes`. They replace what lay there. */
static inline void memtrace_objects(char const* name, void const* first, uint64_t count,
                                    uint32_t size_bytes, uint64_t stride_bytes) {
    struct memtrace_record record = {0,     size_bytes,   (uint64_t)(uintptr_t)first,
                                     count, stride_bytes, {0}};
    for (unsigned i = 0; i < sizeof record.name && name[i] != '\0'; i++)
        record.name[i] = name[i];
    memtrace_tell(&record);
}

/* The objects in these bytes are no more; to be called before the memory becomes something else. */
static inline void memtrace_forget(void const* first, uint64_t size_bytes) {
    struct memtrace_record record = {0, 0, (uint64_t)(uintptr_t)first, 1, size_bytes, {0}};
    memtrace_tell(&record);
}

#endif
