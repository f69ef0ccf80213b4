// SPDX-License-Identifier: BSD-2-Clause
// Preloaded into a traced program: tells memtrace what memory is allocated and freed.
//
// It stands before the C library's allocator, or any other that is a shared library, and before the
// operators of C++ that allocate; those that free call `free`. Nothing here allocates, locks, or
// keeps anything. Memtrace takes the caller of the function that reports for the allocating
// function: so each function here reports by itself, and calls no other.
#define _GNU_SOURCE
#include "../announce.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <string.h>

#define exported __attribute__((visibility("default")))
#define inlined static inline __attribute__((always_inline))

// The functions that ours replace. Several threads may look one up at once, and find the same.
#define next(name) ((__typeof__(name)*)next_function(&next_##name, #name))

static void* next_malloc;
static void* next_calloc;
static void* next_realloc;
static void* next_free;
static void* next_memalign;
static void* next_malloc_usable_size;

static void* next_function(void** function, char const* name) {
    void* found = __atomic_load_n(function, __ATOMIC_RELAXED);
    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        __atomic_store_n(function, found, __ATOMIC_RELAXED);
    }
    return found;
}

// dlsym may allocate before calloc is found: from here, and is never freed.
static struct {
    _Alignas(16) char bytes[4096];
    size_t used;
} early;

static int is_early(void const* memory) {
    return (uintptr_t)memory - (uintptr_t)early.bytes < sizeof early.bytes;
}

static void* allocate_early(size_t bytes) {
    size_t const first = __atomic_fetch_add(&early.used, (bytes + 15) / 16 * 16, __ATOMIC_RELAXED);
    return first + bytes <= sizeof early.bytes ? early.bytes + first : NULL;
}

static _Thread_local __attribute__((tls_model("initial-exec"))) int is_searching;

// Whether a function is at hand; not while this very thread is looking for one.
static int find(void** function, char const* name) {
    if (__atomic_load_n(function, __ATOMIC_RELAXED) != NULL) return 1;
    if (is_searching) return 0;
    is_searching = 1;
    void* const found = next_function(function, name);
    is_searching = 0;
    return found != NULL;
}

// Only what memtrace reads of a record without a name is filled in; the alignment, which the
// allocator promises for all such memory, is 0 for memory that is freed.
inlined void tell(void const* first, uint64_t count, uint64_t bytes, uint32_t alignment) {
    struct memtrace_record record;
    record.size_bytes = alignment;
    record.first = (uintptr_t)first;
    record.count = count;
    record.stride_bytes = bytes;
    record.name[0] = '\0';
    memtrace_tell(&record);
}

enum { least_alignment = 16 };

inlined void tell_allocated(void const* memory, uint64_t count, uint64_t bytes,
                            uint64_t alignment) {
    uint64_t const promised = alignment < least_alignment ? least_alignment : alignment;
    if (memory != NULL && count != 0 && bytes != 0) tell(memory, count, bytes, (uint32_t)promised);
}

inlined void tell_freed(void* memory) {
    if (memory != NULL) tell(memory, 1, next(malloc_usable_size)(memory), 0);
}

inlined void* allocate(size_t bytes) {
    if (!find(&next_malloc, "malloc")) return allocate_early(bytes);
    void* const memory = next(malloc)(bytes);
    tell_allocated(memory, 1, bytes, least_alignment);
    return memory;
}

exported void* malloc(size_t bytes) {
    return allocate(bytes);
}

exported void* calloc(size_t count, size_t bytes) {
    if (!find(&next_calloc, "calloc")) return allocate_early(count * bytes);
    void* const memory = next(calloc)(count, bytes);
    tell_allocated(memory, count, bytes, least_alignment);
    return memory;
}

exported void free(void* memory) {
    if (is_early(memory) || !find(&next_free, "free")) return;
    int const error = errno;
    tell_freed(memory);
    next(free)(memory);
    errno = error;
}

// What lay there is forgotten before another thread can have the memory. If there is no more
// memory, all stays as it was, under the size that the allocator gave.
inlined void* reallocate(void* old, size_t bytes) {
    if (old == NULL) return allocate(bytes);
    if (is_early(old)) {
        void* const memory = allocate(bytes);
        size_t const rest = (size_t)(early.bytes + sizeof early.bytes - (char*)old);
        if (memory != NULL) memcpy(memory, old, bytes < rest ? bytes : rest);
        return memory;
    }
    if (!find(&next_realloc, "realloc")) return NULL;
    size_t const old_bytes = next(malloc_usable_size)(old);
    tell_freed(old);
    void* const memory = next(realloc)(old, bytes);
    if (memory == NULL && bytes != 0)
        tell_allocated(old, 1, old_bytes, least_alignment);
    else
        tell_allocated(memory, 1, bytes, least_alignment);
    return memory;
}

exported void* realloc(void* old, size_t bytes) {
    return reallocate(old, bytes);
}

exported void* reallocarray(void* old, size_t count, size_t bytes) {
    size_t all = 0;
    if (!__builtin_mul_overflow(count, bytes, &all)) return reallocate(old, all);
    errno = ENOMEM;
    return NULL;
}

inlined void* align(size_t alignment, size_t bytes) {
    if (!find(&next_memalign, "memalign")) return NULL;
    void* const memory = next(memalign)(alignment, bytes);
    tell_allocated(memory, 1, bytes, alignment);
    return memory;
}

exported void* memalign(size_t alignment, size_t bytes) {
    return align(alignment, bytes);
}

exported void* aligned_alloc(size_t alignment, size_t bytes) {
    return align(alignment, bytes);
}

exported int posix_memalign(void** memory, size_t alignment, size_t bytes) {
    if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
        return EINVAL;
    int const error = errno;
    void* const found = align(alignment, bytes);
    errno = error;
    if (found == NULL) return ENOMEM;
    *memory = found;
    return 0;
}

// ---- operator new and new[], by their names for the linker ----

#define new_operator(name, parameters, arguments, alignment)                                       \
    exported void* name parameters;                                                                \
    static void* next_##name;                                                                      \
    exported void* name parameters {                                                               \
        void* const memory = next(name) arguments;                                                 \
        tell_allocated(memory, 1, bytes, alignment);                                               \
        return memory;                                                                             \
    }                                                                                              \
    _Static_assert(sizeof(size_t) == 8, "the names are those of size_t as unsigned long")

new_operator(_Znwm, (size_t bytes), (bytes), least_alignment);
new_operator(_Znam, (size_t bytes), (bytes), least_alignment);
new_operator(_ZnwmRKSt9nothrow_t, (size_t bytes, void const* none), (bytes, none), least_alignment);
new_operator(_ZnamRKSt9nothrow_t, (size_t bytes, void const* none), (bytes, none), least_alignment);
new_operator(_ZnwmSt11align_val_t, (size_t bytes, size_t alignment), (bytes, alignment), alignment);
new_operator(_ZnamSt11align_val_t, (size_t bytes, size_t alignment), (bytes, alignment), alignment);
new_operator(_ZnwmSt11align_val_tRKSt9nothrow_t, (size_t bytes, size_t alignment, void const* none),
             (bytes, alignment, none), alignment);
new_operator(_ZnamSt11align_val_tRKSt9nothrow_t, (size_t bytes, size_t alignment, void const* none),
             (bytes, alignment, none), alignment);
