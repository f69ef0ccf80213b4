// SPDX-License-Identifier: BSD-2-Clause
// What must work on every architecture, as one program that needs the C library alone: it runs
// under QEMU for those that the host is not. Prints what went wrong; the exit status is 0 if
// nothing did.
#include "flatland_stencil.h"

#include <elf.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { threads = 3, least_calls = 100000, least_changes = 200, code_bytes = 64 };

int add_any(int x);
int add(int x);
int gated_add_any(int x);
int gated_add(int x);

static int value;
static int wrong;
static int alive;
static long calls;
static int changes;

int add_any(int x) {
    return x + 1000;
}
int gated_add_any(int x) {
    return x + __atomic_load_n(&value, __ATOMIC_SEQ_CST);
}

FLATLAND_SLOT(add, add_any);
FLATLAND_GATED_SLOT(gated_add, gated_add_any, int, (int x), (x));

#define EXPECT(truth)                                                                              \
    do {                                                                                           \
        if (!(truth)) {                                                                            \
            __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);                                       \
            printf("line %d: not %s\n", __LINE__, #truth);                                         \
        }                                                                                          \
    } while (0)

static int add_two(int x) {
    return x + 2;
}
static int add_three(int x) {
    return x + 3;
}

static struct FlatlandVersion permanent(int (*entry)(int)) {
    return (struct FlatlandVersion){.entry = (void (*)(void))entry};
}

// Writes `return x + constant`, 0 to 2047, as the machine has it.
static void write_code(void* place, unsigned constant) {
#if defined(__x86_64__)
    unsigned char const code[] = {
        0x8d, 0x87, (unsigned char)constant, (unsigned char)(constant >> 8), 0,
        0,    0xc3}; // lea; ret
#elif defined(__aarch64__)
    uint32_t const code[] = {0x11000000u | constant << 10, 0xd65f03c0u}; // add w0, w0; ret
#else
    uint32_t const code[] = {0x0005051bu | constant << 20, 0x00008067u}; // addiw a0, a0; ret
#endif
    memcpy(place, code, sizeof code);
}

static void permanent_versions(void) {
    struct FlatlandVersion two = permanent(add_two);
    struct FlatlandVersion three = permanent(add_three);
    EXPECT(add(0) == 1000);
    for (int iteration = 0; iteration < 3; iteration++) {
        EXPECT(flatland_slot_plug(&add_slot, &two) == flatland_done);
        EXPECT(add(0) == 2);
        EXPECT(flatland_slot_plug(&add_slot, &three) == flatland_done);
        EXPECT(add(0) == 3);
        EXPECT(flatland_slot_unplug(&add_slot) == flatland_done);
        EXPECT(add(0) == 1000);
    }
    EXPECT(flatland_live_versions() == 0);
    EXPECT(flatland_slot_find("add") == &add_slot);
}

// Code at the place that mmap chooses: beyond the reach of a direct jump on all these machines.
static void far_code(void) {
    uintptr_t const page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t const hint = ((uintptr_t)add_slot.outer + ((uintptr_t)1 << 36)) & ~(page - 1);
    void* const code =
        mmap((void*)hint, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    EXPECT(code != MAP_FAILED);
    int64_t const distance = (int64_t)((uintptr_t)code - (uintptr_t)add_slot.outer);
    EXPECT(distance > (int64_t)1 << 31 || distance < -((int64_t)1 << 31));
    write_code(code, 7);
    EXPECT(flatland_code_seal(code, page) == flatland_done);
    struct FlatlandVersion version = {.entry = (void (*)(void))(uintptr_t)code};
    EXPECT(flatland_slot_plug(&add_slot, &version) == flatland_done);
    EXPECT(add(1) == 8);
    EXPECT(flatland_slot_unplug(&add_slot) == flatland_done);
    EXPECT(add(1) == 1001);
}

static void fork_is_private(void) {
    struct FlatlandVersion two = permanent(add_two);
    struct FlatlandVersion three = permanent(add_three);
    EXPECT(flatland_slot_plug(&add_slot, &two) == flatland_done);
    fflush(stdout);
    pid_t const child = fork();
    if (child == 0) {
        EXPECT(flatland_slot_plug(&add_slot, &three) == flatland_done);
        EXPECT(add(0) == 3);
        fflush(stdout);
        _exit(wrong != 0);
    }
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
    EXPECT(add(0) == 2);
    EXPECT(flatland_slot_unplug(&add_slot) == flatland_done);
}

static int iteration_value(int iteration) {
    return iteration % 2000;
}

static bool is_over(void) {
    return __atomic_load_n(&calls, __ATOMIC_RELAXED) >= least_calls &&
           __atomic_load_n(&changes, __ATOMIC_RELAXED) >= least_changes;
}

static int next_result(int result) {
    return iteration_value(result + 1);
}

// The value may change once between a write and its guard, and any number of times in a call: only
// results that were never the value are surely wrong, and those that are older than the call by
// two.
static void* call(void* unused) {
    (void)unused;
    while (!is_over()) {
        int const first_change = __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
        int const before = __atomic_load_n(&value, __ATOMIC_SEQ_CST);
        int const result = gated_add(0);
        if (__atomic_load_n(&changes, __ATOMIC_SEQ_CST) == first_change)
            EXPECT(result == before || next_result(result) == before ||
                   result == next_result(before));
        EXPECT(result >= 0 && result < 2000);
        __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

struct Made {
    struct FlatlandVersion version;
    struct FlatlandReliance reliance;
    int constant;
};

static struct Made made[least_changes]; // reused, once released
static bool is_used[least_changes];

static void give_back(struct FlatlandVersion* version) {
    struct Made* const one = version->context;
    flatland_code_free((void*)(uintptr_t)version->entry, code_bytes);
    __atomic_sub_fetch(&alive, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&is_used[one - made], false, __ATOMIC_RELEASE);
}

static bool has_value(struct FlatlandVersion* version) {
    return ((struct Made*)version->context)->constant == __atomic_load_n(&value, __ATOMIC_SEQ_CST);
}

static void plug_one(int iteration) {
    int const index = iteration % least_changes;
    if (__atomic_load_n(&is_used[index], __ATOMIC_ACQUIRE)) return;
    struct Made* const one = &made[index];
    int const constant = __atomic_load_n(&value, __ATOMIC_SEQ_CST);
    void* const code = flatland_code_allocate(&gated_add_slot, code_bytes);
    EXPECT(code != NULL);
    write_code(code, (unsigned)constant);
    EXPECT(flatland_code_seal(code, code_bytes) == flatland_done);
    *one = (struct Made){.constant = constant, .reliance = {.invariant = &value}};
    one->version = (struct FlatlandVersion){.entry = (void (*)(void))(uintptr_t)code,
                                            .lifetime = flatland_freeable,
                                            .reliances = &one->reliance,
                                            .reliance_count = 1,
                                            .holds = has_value,
                                            .released = give_back,
                                            .context = one};
    is_used[index] = true;
    __atomic_add_fetch(&alive, 1, __ATOMIC_RELAXED);
    enum FlatlandStatus const status = flatland_slot_plug(&gated_add_slot, &one->version);
    if (status != flatland_done) give_back(&one->version);
    EXPECT(status == flatland_done || status == flatland_does_not_hold);
}

static void stress(void) {
    pthread_t callers[threads];
    for (int i = 0; i < threads; i++)
        EXPECT(pthread_create(&callers[i], NULL, call, NULL) == 0);
    for (int iteration = 0; !is_over(); iteration++) {
        plug_one(iteration);
        usleep(500);
        __atomic_store_n(&value, iteration_value(iteration), __ATOMIC_SEQ_CST);
        EXPECT(flatland_invalidate(&value) == flatland_done);
        __atomic_add_fetch(&changes, 1, __ATOMIC_SEQ_CST);
    }
    for (int i = 0; i < threads; i++)
        pthread_join(callers[i], NULL);
    EXPECT(flatland_slot_unplug(&gated_add_slot) == flatland_done);
    EXPECT(flatland_slot_quiesce(&gated_add_slot) == flatland_done);
    EXPECT(flatland_live_versions() == 0);
    EXPECT(alive == 0);
    printf("%ld calls, %d changes\n", calls, changes);
}

// `return x + hole`, as the machine has it: the hole is in an instruction or in a literal.
#if defined(__x86_64__)
static unsigned char const adding[] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0x8d, 0x04, 0x07, 0xc3};
enum { adding_machine = EM_X86_64, adding_hole = 2 };
#elif defined(__aarch64__)
static uint32_t const adding[] = {0x58000068, 0x0b080000, 0xd65f03c0, 0, 0}; // ldr; add; ret
enum { adding_machine = EM_AARCH64, adding_hole = 12 };
#else
static uint32_t const adding[] = {0x00000297, 0x0102b283, 0x0055053b, 0x00008067, 0, 0};
enum { adding_machine = EM_RISCV, adding_hole = 16 }; // auipc; ld; addw; ret
#endif

// Sessions one after another, each in the memory of the one before.
static void sessions(void) {
    struct FlatlandPatch const patch = {.offset = adding_hole};
    uint8_t const bits = 64;
    struct FlatlandStencil const stencil = {.format = flatland_stencil_format,
                                            .machine = adding_machine,
                                            .hole_count = 1,
                                            .patch_count = 1,
                                            .code_bytes = sizeof adding,
                                            .code = (unsigned char const*)adding,
                                            .patches = &patch,
                                            .hole_bits = &bits};
    for (uint64_t iteration = 0; iteration < 1000; iteration++) {
        void const* const invariant = &patch;
        struct FlatlandSession const session = {.stencil = &stencil,
                                                .holes = &iteration,
                                                .hole_count = 1,
                                                .invariants = &invariant,
                                                .invariant_count = 1};
        EXPECT(flatland_session_open(&gated_add_slot, &session) == flatland_done);
        for (int x = 0; x < 3; x++)
            EXPECT(gated_add(x) == x + (int)iteration);
        EXPECT(flatland_session_close(&gated_add_slot) == flatland_done);
    }
    EXPECT(flatland_live_versions() == 0);
}

int main(void) {
    permanent_versions();
    far_code();
    fork_is_private();
    sessions();
    stress();
    if (wrong == 0) printf("good\n");
    return wrong != 0;
}
