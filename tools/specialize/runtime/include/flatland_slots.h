// SPDX-License-Identifier: BSD-2-Clause
// Slots: direct calls whose target a program changes while it runs, for C and C++ on Linux.
//
// The technique is guards and re-plugging (Pu et al., "Optimistic incremental specialization",
// SOSP 1995; Volanschi, Muller, Consel 1996, §4.2). Ours differs: callers are not patched, they
// call a stub that is one direct jump, and the wait for running calls is asymmetric: a call pays no
// atomic operation and no fence, the change of a slot pays a membarrier(2).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define FLATLAND_C extern "C"
#else
#define FLATLAND_C extern
#endif

/// What a function of this library answers: 0, or the number of an error (501 stands for S0501).
enum FlatlandStatus {
    flatland_done = 0,
    flatland_no_page = 501,    ///< the system gives no page, or forbids to replace one of code
    flatland_no_barrier = 502, ///< the system has no membarrier that serialises cores (Linux 4.16)
    flatland_in_use = 503,     ///< the version is in another slot, or calls still run in it
    flatland_not_gated = 504,  ///< a freeable version needs a slot of FLATLAND_GATED_SLOT
    flatland_does_not_hold = 505, ///< the version's `holds` said no
    flatland_inside = 506,        ///< the calling thread is in a call that it would wait for
    flatland_bad_stencil = 507,   ///< the stencil is damaged or for another machine
    flatland_wrong_holes = 508,   ///< it has other holes, or narrower ones
    flatland_out_of_reach = 509,  ///< a value or an address does not fit where it is needed
};

/// How long the code of a version stays.
enum FlatlandLifetime {
    flatland_permanent, ///< for ever: calls go straight to it, and cannot be waited for
    flatland_freeable,  ///< until it is unplugged and its last call has ended: calls pass the gate
};

struct FlatlandSlot;
struct FlatlandVersion;

/// That a version is right only while the object at an address keeps its value.
struct FlatlandReliance {
    void const* invariant; ///< what flatland_invalidate is called with: the object's address
    // The library's own; zero at first.
    struct FlatlandVersion* version;
    struct FlatlandReliance* next;
};

/// Code that can stand in a slot. It belongs to the caller, which keeps it in place while it is
/// plugged and, if freeable, until `released` is called.
struct FlatlandVersion {
    void (*entry)(void); ///< its code, of the slot's own type
    enum FlatlandLifetime lifetime;
    struct FlatlandReliance* reliances; ///< quasi-invariants that it relies on
    size_t reliance_count;
    /// NULL, or whether the reliances hold: asked once writers of them would be noticed, before the
    /// first call. It must not call this library.
    bool (*holds)(struct FlatlandVersion*);
    /// NULL, or called once when no call runs in it any more; it may free code and version.
    void (*released)(struct FlatlandVersion*);
    /// NULL for the generic code, or what takes the slot when an invariant of this one falls.
    struct FlatlandVersion* fallback;
    void* context; ///< the caller's
    // The library's own; zero at first.
    struct FlatlandSlot* slot;
    struct FlatlandVersion* next_retired;
    uint64_t retired_at; // the first epoch of its slot in which no call enters it; 0: it is plugged
};

/// One thread's presence in the gate of one slot.
struct FlatlandPresence {
    uint64_t word; // low bits: calls of this thread inside; above them: the epoch it entered in
    struct FlatlandSlot* slot;
    struct FlatlandPresence* next;           // of another thread
    struct FlatlandPresence* next_of_thread; // of another slot
};

enum {
    flatland_depth_bits = 24,
    flatland_depth_mask = (1 << flatland_depth_bits) - 1,
    flatland_unknown_thread = 1 << 23, // in place of the depth until the thread's first call
};

/// A place that calls go through; FLATLAND_SLOT and FLATLAND_GATED_SLOT make them.
struct FlatlandSlot {
    char const* name;
    unsigned char* outer; // the stub that callers call
    unsigned char* inner; // the stub that the gate calls; NULL without a gate
    void (*gate)(void);
    uint64_t epoch; // what a thread that enters stores: its number above the depth 1
    struct FlatlandVersion* version;
    struct FlatlandVersion* coming;
    struct FlatlandSlot* next_change;
    struct FlatlandPresence* threads;
    unsigned char generic_outer[8]; // the first bytes of the stubs as they were linked
    unsigned char generic_inner[8];
    bool is_known;
} __attribute__((aligned(64)));

/// Every slot of the program, in an array of `*count`; NULL when there is none.
FLATLAND_C struct FlatlandSlot* flatland_slots(size_t* count);

/// The slot with this name, or NULL.
FLATLAND_C struct FlatlandSlot* flatland_slot_find(char const* name);

/// The version that calls go to, or NULL for the generic code. It may change at once.
FLATLAND_C struct FlatlandVersion* flatland_slot_version(struct FlatlandSlot const* slot);

/// Lets calls of the slot go to `version` instead of what is there. When it returns, no thread
/// starts a call of the old code; one that is freeable is released when its last call has ended.
/// What the caller wrote before is seen by the version. On failure nothing has changed. Blocks for
/// microseconds; not for signal handlers.
FLATLAND_C enum FlatlandStatus flatland_slot_plug(struct FlatlandSlot* slot,
                                                  struct FlatlandVersion* version);

/// Lets calls of the slot go to the generic code; otherwise as flatland_slot_plug.
FLATLAND_C enum FlatlandStatus flatland_slot_unplug(struct FlatlandSlot* slot);

/// To be called after (or before) each write to an invariant: every slot whose version relies on it
/// goes to that version's fallback or to the generic code. When it returns, no thread starts a call
/// of such a version; calls that run go on (flatland_slot_quiesce waits for them). A call that runs
/// may call this itself. When nothing relies on the address it costs a few instructions. On failure
/// slots that could not be changed still call the version.
FLATLAND_C enum FlatlandStatus flatland_invalidate(void const* invariant);

/// flatland_invalidate for each invariant within `size` bytes: for memcpy, memset, assignments of
/// structures.
FLATLAND_C enum FlatlandStatus flatland_invalidate_range(void const* start, size_t size);

/// An invariant that a spec declares for all its objects; only its address matters.
struct FlatlandInvariant {
    char unused;
};

/// flatland_invalidate for the guards that specialize puts after writes: keeps errno, and ends the
/// program with a message if calls would go on in a version that is wrong now.
FLATLAND_C void flatland_invariant_fell(struct FlatlandInvariant const* invariant);

/// Waits until no call runs in a version that left this slot, and releases those versions. Answers
/// flatland_inside, without waiting, when the calling thread is in such a call itself.
FLATLAND_C enum FlatlandStatus flatland_slot_quiesce(struct FlatlandSlot* slot);

/// Releases the versions that no call runs in any more, as every change of a slot does. Returns how
/// many wait for calls. Does not block.
FLATLAND_C size_t flatland_collect(void);

/// The number of versions that are plugged or not yet released.
FLATLAND_C size_t flatland_live_versions(void);

/// Memory for code that is made at run time: whole pages, writable and not executable, near enough
/// to the slot for a direct jump where the system has room there. NULL if there is no memory.
FLATLAND_C void* flatland_code_allocate(struct FlatlandSlot const* slot, size_t size_bytes);

/// Makes such memory executable and no longer writable; it can then be plugged.
FLATLAND_C enum FlatlandStatus flatland_code_seal(void* code, size_t size_bytes);

/// Gives such memory back; `released` of a freeable version is the place to call it.
FLATLAND_C void flatland_code_free(void* code, size_t size_bytes);

/// The error in words, as `S0501: …`.
FLATLAND_C char const* flatland_status_text(enum FlatlandStatus status);

/// The gate's slow path: the thread's first call, or a call within a call.
FLATLAND_C void flatland_enter_again(struct FlatlandSlot* slot, struct FlatlandPresence* presence);

/// Notes that this thread is inside; false if flatland_enter_again has to.
static inline bool flatland_enter(struct FlatlandSlot* slot, struct FlatlandPresence* presence) {
    uint64_t const word = __atomic_load_n(&presence->word, __ATOMIC_RELAXED);
    if (__builtin_expect((word & flatland_depth_mask) != 0, 0)) return false;
    uint64_t const epoch = __atomic_load_n(&slot->epoch, __ATOMIC_ACQUIRE);
    __atomic_store_n(&presence->word, epoch, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST); // membarrier makes it one for the processor, too
    return true;
}

/// Notes that a call of this thread has ended, by `return` or by an exception.
static inline void flatland_leave(struct FlatlandPresence** presence) {
    uint64_t const word = __atomic_load_n(&(*presence)->word, __ATOMIC_RELAXED);
    __atomic_store_n(&(*presence)->word, word - 1, __ATOMIC_RELEASE);
}

// A stub is 32 bytes: at 0 the jump that is changed, at 16 the address for targets that the jump
// does not reach, which a load and an indirect jump between them go to. RISC-V's jump reaches 1
// MiB, so the way to the generic code is longer there.
#if defined(__x86_64__)
#define FLATLAND_STUB_CODE(generic)                                                                \
    "jmp " generic "@PLT\n.balign 8, 0xcc\njmp *2(%rip)\n.byte 0xcc, 0xcc\n.quad 0\n"              \
    ".quad 0xcccccccccccccccc\n"
#elif defined(__aarch64__)
#define FLATLAND_STUB_CODE(generic) "b " generic "\nnop\nldr x16, .+8\nbr x16\n.quad 0\n.quad 0\n"
#elif defined(__riscv) && __riscv_xlen == 64
#define FLATLAND_STUB_CODE(generic)                                                                \
    ".option push\n.option norvc\n.option norelax\n"                                               \
    "j .+24\nauipc t1, 0\nld t1, 12(t1)\njr t1\n.quad 0\ntail " generic "\n"                       \
    ".option pop\n"
#else
#error "flatland_slots.h knows x86-64, AArch64 and RISC-V of 64 bits"
#endif

#define FLATLAND_LABEL(symbol)                                                                     \
    ".globl " symbol "\n.hidden " symbol "\n.type " symbol ", %function\n" symbol ":\n"
#define FLATLAND_STUB(symbol, generic)                                                             \
    FLATLAND_LABEL(symbol)                                                                         \
    ".cfi_startproc\n" FLATLAND_STUB_CODE(generic) ".cfi_endproc\n"                                \
                                                   ".size " symbol ", 32\n"
#define FLATLAND_STUBS(name, stubs)                                                                \
    __asm__(".pushsection .flatland_slots, \"ax\", %progbits\n.balign 64\n" FLATLAND_LABEL(        \
        "flatland_outer_" #name) stubs ".popsection\n");                                           \
    FLATLAND_C unsigned char flatland_outer_##name[] __attribute__((visibility("hidden")))

#if defined(__has_attribute) && __has_attribute(retain)
#define FLATLAND_RETAINED __attribute__((section("flatland_slot_records"), used, retain))
#else
#define FLATLAND_RETAINED __attribute__((section("flatland_slot_records"), used))
#endif

/// Declares the record `<name>_slot` of a slot that another file defines.
#define FLATLAND_DECLARE_SLOT(name) FLATLAND_C struct FlatlandSlot name##_slot

#define FLATLAND_RECORD(name, inner, gate)                                                         \
    FLATLAND_DECLARE_SLOT(name);                                                                   \
    struct FlatlandSlot name##_slot FLATLAND_RETAINED = {                                          \
        #name, flatland_outer_##name, inner, gate, 1, NULL, NULL, NULL, NULL, {0}, {0}, false}

/// Defines the function `name`, which goes to the function `generic` until a version is plugged,
/// and the record `name_slot`. Both functions have C linkage or are names as the linker sees them,
/// are not static, and have one type; `name` is hidden: other shared libraries do not see it.
#define FLATLAND_SLOT(name, generic)                                                               \
    FLATLAND_STUBS(name, FLATLAND_STUB(#name, #generic));                                          \
    FLATLAND_RECORD(name, NULL, NULL)

/// FLATLAND_SLOT for versions that can be freed, too: calls of those pass a gate, a function with
/// the given result, parameters and arguments: FLATLAND_GATED_SLOT(send, send_any, int, (int s),
/// (s)). There is none for functions with `...`; a version is not left by longjmp.
#define FLATLAND_GATED_SLOT(name, generic, result, parameters, arguments)                          \
    FLATLAND_STUBS(name, FLATLAND_STUB(#name, #generic)                                            \
                             FLATLAND_STUB("flatland_inner_" #name, #generic));                    \
    FLATLAND_C result flatland_inner_##name parameters __attribute__((visibility("hidden")));      \
    FLATLAND_DECLARE_SLOT(name);                                                                   \
    static __thread struct FlatlandPresence flatland_presence_##name = {flatland_unknown_thread,   \
                                                                        NULL, NULL, NULL};         \
    static __attribute__((noinline, cold)) result flatland_gate_again_##name parameters {          \
        flatland_enter_again(&name##_slot, &flatland_presence_##name);                             \
        struct FlatlandPresence* flatland_present                                                  \
            __attribute__((cleanup(flatland_leave), unused)) = &flatland_presence_##name;          \
        return flatland_inner_##name arguments;                                                    \
    }                                                                                              \
    static result flatland_gate_##name parameters {                                                \
        if (!flatland_enter(&name##_slot, &flatland_presence_##name))                              \
            return flatland_gate_again_##name arguments;                                           \
        struct FlatlandPresence* flatland_present                                                  \
            __attribute__((cleanup(flatland_leave), unused)) = &flatland_presence_##name;          \
        return flatland_inner_##name arguments;                                                    \
    }                                                                                              \
    FLATLAND_RECORD(name, (unsigned char*)(uintptr_t)flatland_inner_##name,                        \
                    (void (*)(void))flatland_gate_##name)
