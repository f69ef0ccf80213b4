// SPDX-License-Identifier: BSD-2-Clause
// Records how the invocations of a program's functions access its objects, in user emulation.
#include "user_mode.h"

#include "fatal_signal.h"
#include "options.h"
#include "program_objects.h"
#include "thread.h"
#include "x86_64.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_threads = 4096, syscall_mmap = 9, syscall_sigaltstack = 131 };

// The one global of this mode: version 1 passes no user data to the callbacks for translation.
static struct {
    struct Options options;
    FILE* out;
    struct ProgramObjects objects;
    struct Thread* threads[most_threads];
    struct ReturnSites return_sites;
    atomic_bool is_mapped; // more than before: a module may have been loaded
    atomic_flag is_written;
    pid_t process; // the program, and not its children
} session = {.is_mapped = true};

static _Noreturn void die(char const* message) {
    fprintf(stderr, "memtrace: %s\n", message);
    _exit(EXIT_FAILURE);
}

static void check_memory(bool has_memory) {
    if (!has_memory) die("out of memory");
}

static void const* host_address(uint64_t address) {
    return (void const*)(uintptr_t)(session.objects.guest_base + address);
}

static uint64_t read_word(uint64_t address) {
    uint64_t word = 0;
    memcpy(&word, host_address(address), sizeof word);
    return word;
}

// ---- While the program runs ----

static inline void record(struct Thread* thread, qemu_plugin_meminfo_t info, uint64_t vaddr,
                          bool is_write) {
    if (thread->profile.is_inside && object_map_may_have(&session.objects.map, vaddr))
        profile_access(&thread->profile, vaddr, 1u << qemu_plugin_mem_size_shift(info), is_write);
}

static void on_access(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr,
                      void* unused) {
    (void)unused;
    struct Thread* const thread = session.threads[vcpu_index];
    if (thread->profile.is_inside) record(thread, info, vaddr, qemu_plugin_mem_is_store(info));
}

// QEMU tells of the read of a locked instruction only while the program has but one thread.
static void on_locked_access(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr,
                             void* unused) {
    (void)unused;
    struct Thread* const thread = session.threads[vcpu_index];
    bool const is_write = qemu_plugin_mem_is_store(info);
    if (is_write && thread->locked_read != vaddr + 1) record(thread, info, vaddr, false);
    thread->locked_read = is_write ? 0 : vaddr + 1;
    record(thread, info, vaddr, is_write);
}

// A call reads where to go, if that is in memory, and stores its return address.
static void on_call(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr, void* unused) {
    (void)unused;
    struct Thread* const thread = session.threads[vcpu_index];
    if (qemu_plugin_mem_is_store(info))
        check_memory(thread_call(thread, vaddr));
    else
        record(thread, info, vaddr, false);
}

static void on_return(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr,
                      void* unused) {
    (void)info;
    (void)unused;
    check_memory(thread_return(session.threads[vcpu_index], vaddr, read_word(vaddr)));
}

static void on_stack_jump(unsigned vcpu_index, void* unused) {
    (void)unused;
    thread_jump(session.threads[vcpu_index]);
}

static void on_return_site(unsigned vcpu_index, void* site) {
    check_memory(thread_at_return_site(session.threads[vcpu_index], site));
}

static void on_entry(unsigned vcpu_index, void* number) {
    thread_enter(session.threads[vcpu_index], (uintptr_t)number);
}

static void on_allocating_function(unsigned vcpu_index, void* number) {
    struct Thread* const thread = session.threads[vcpu_index];
    shadow_stack_mark(&thread->stacks[thread->stack], UINT32_C(1) << (uintptr_t)number);
}

static void on_object_mark(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr,
                           void* unused) {
    (void)unused;
    if (qemu_plugin_mem_is_store(info))
        check_memory(program_objects_take(&session.objects, session.threads[vcpu_index], vaddr));
}

// ---- While QEMU translates ----

// QEMU translates in one thread at a time.
static void find_modules(struct qemu_plugin_insn const* instruction) {
    session.objects.guest_base =
        (uintptr_t)qemu_plugin_insn_haddr(instruction) - qemu_plugin_insn_vaddr(instruction);
    check_memory(program_objects_load(&session.objects));
}

static void instrument_function(struct qemu_plugin_insn* instruction) {
    uint64_t const address = qemu_plugin_insn_vaddr(instruction);
    for (size_t i = 0; i < session.objects.targets.function_count; i++) {
        struct TargetFunction const* const function = &session.objects.targets.functions[i];
        struct Module const* const module = &session.objects.targets.modules[function->module];
        if (!module->is_loaded || module->base + function->address != address) continue;
        qemu_plugin_register_vcpu_insn_exec_cb(
            instruction, function->role == function_entry ? on_entry : on_allocating_function,
            QEMU_PLUGIN_CB_NO_REGS, (void*)(uintptr_t)function->number);
    }
}

static qemu_plugin_vcpu_mem_cb_t callback_for(enum InstructionKind kind) {
    switch (kind) {
    case instruction_object_mark:
        return on_object_mark;
    case instruction_call:
        return on_call;
    case instruction_return:
        return on_return;
    case instruction_locked:
        return on_locked_access;
    default:
        return on_access;
    }
}

static enum InstructionKind instrument(struct qemu_plugin_insn* instruction) {
    size_t const size = qemu_plugin_insn_size(instruction);
    enum InstructionKind const kind = x86_64_classify(qemu_plugin_insn_data(instruction), size);
    instrument_function(instruction);
    if (kind == instruction_call)
        check_memory(
            return_sites_add(&session.return_sites, qemu_plugin_insn_vaddr(instruction) + size));
    qemu_plugin_register_vcpu_mem_cb(instruction, callback_for(kind), QEMU_PLUGIN_CB_NO_REGS,
                                     QEMU_PLUGIN_MEM_RW, NULL);
    return kind;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
    (void)id;
    size_t const count = qemu_plugin_tb_n_insns(block);
    if (count == 0) return;
    struct qemu_plugin_insn* const first = qemu_plugin_tb_get_insn(block, 0);
    if (atomic_exchange(&session.is_mapped, false)) find_modules(first);
    struct ReturnSite const* const site =
        return_sites_find(&session.return_sites, qemu_plugin_insn_vaddr(first));
    if (site != NULL)
        qemu_plugin_register_vcpu_tb_exec_cb(block, on_return_site, QEMU_PLUGIN_CB_NO_REGS,
                                             (void*)site);
    bool switches_stack = false;
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn* const instruction = qemu_plugin_tb_get_insn(block, i);
        enum InstructionKind const kind = instrument(instruction);
        switches_stack |= kind == instruction_stack_switch;
        if (kind == instruction_jump && switches_stack)
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_stack_jump,
                                                   QEMU_PLUGIN_CB_NO_REGS, NULL);
    }
}

// ---- Threads, and the system ----

static void on_vcpu_init(qemu_plugin_id_t id, unsigned vcpu_index) {
    (void)id;
    if (vcpu_index >= most_threads) die("too many threads");
    struct Thread** const thread = &session.threads[vcpu_index];
    if (*thread == NULL) {
        *thread = calloc(1, sizeof **thread);
        check_memory(*thread != NULL);
        pthread_mutex_init(&(*thread)->lock, NULL);
        (*thread)->profile.objects = &session.objects.map;
        check_memory(profile_prepare(&(*thread)->profile));
    }
    thread_reset(*thread);
}

static void on_vcpu_exit(qemu_plugin_id_t id, unsigned vcpu_index) {
    (void)id;
    thread_reset(session.threads[vcpu_index]);
}

// What sigaltstack reads, of the kernel's interface.
struct AlternateStack {
    uint64_t first;
    int32_t flags;
    uint64_t size_bytes;
};

enum { alternate_stack_disabled = 2 };

static void on_syscall(qemu_plugin_id_t id, unsigned vcpu_index, int64_t number, uint64_t a1,
                       uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7,
                       uint64_t a8) {
    (void)id, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number == syscall_mmap) session.is_mapped = true;
    if (number != syscall_sigaltstack || a1 == 0) return;
    struct AlternateStack stack;
    memcpy(&stack, host_address(a1), sizeof stack);
    uint64_t const size_bytes =
        (stack.flags & alternate_stack_disabled) != 0 ? 0 : stack.size_bytes;
    thread_set_alternate(session.threads[vcpu_index], stack.first, stack.first + size_bytes);
}

// ---- Beginning and end ----

// Threads that still run wait here for ever when they have more to count: the program ends.
static void write_results(void) {
    if (getpid() != session.process || atomic_flag_test_and_set(&session.is_written)) return;
    struct Profile all = {.objects = &session.objects.map};
    check_memory(profile_prepare(&all));
    for (size_t i = 0; i < most_threads; i++) {
        if (session.threads[i] == NULL) continue;
        pthread_mutex_lock(&session.threads[i]->lock);
        check_memory(profile_merge(&all, &session.threads[i]->profile));
    }
    all.malformed_records += session.objects.malformed_records;
    profile_write(&all, session.out);
    bool const is_written = ferror(session.out) == 0;
    if (fclose(session.out) != 0 || !is_written)
        fprintf(stderr, "memtrace: cannot write profile=%s\n", session.options.profile);
}

static void on_exit_of_program(qemu_plugin_id_t id, void* unused) {
    (void)id;
    (void)unused;
    write_results();
}

static bool create_session(qemu_info_t const* info, int argc, char** argv) {
    if (strcmp(info->target_name, "x86_64") != 0) {
        fprintf(stderr, "memtrace: traces programs of x86_64, not of %s\n", info->target_name);
        return false;
    }
    if (!options_parse(&session.options, argc, argv)) return false;
    if (session.options.profile == NULL || session.options.targets == NULL) {
        fprintf(stderr, "memtrace: a program is traced with profile=FILE and targets=FILE\n");
        return false;
    }
    if (!program_objects_create(&session.objects, session.options.targets)) return false;
    session.process = getpid();
    session.out = fopen(session.options.profile, "we");
    if (session.out == NULL)
        fprintf(stderr, "memtrace: cannot write profile=%s: %s\n", session.options.profile,
                strerror(errno));
    return session.out != NULL;
}

// A child of the program has but the thread that forked, and must not wait for one of the others.
static void before_fork(void) {
    pthread_mutex_lock(&session.objects.lock);
}

static void after_fork(void) {
    pthread_mutex_unlock(&session.objects.lock);
}

int user_mode_install(qemu_plugin_id_t id, qemu_info_t const* info, int argc, char** argv) {
    if (!create_session(info, argc, argv)) return -1;
    qemu_plugin_register_vcpu_init_cb(id, on_vcpu_init);
    qemu_plugin_register_vcpu_exit_cb(id, on_vcpu_exit);
    qemu_plugin_register_vcpu_syscall_cb(id, on_syscall);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit_of_program, NULL);
    fatal_signal_hook_set(write_results);
    pthread_atfork(before_fork, after_fork, after_fork);
    return 0;
}
