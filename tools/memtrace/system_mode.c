// SPDX-License-Identifier: BSD-2-Clause
// Counts, exactly, what the guest's kernel and its user programs execute in system emulation.
//
// Every instruction is counted by itself, so that it is of no matter how QEMU cuts code into
// blocks.
#include "system_mode.h"
#include "qemu_plugin_api.h"
#include "report.h"
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The one global: version 1 passes no user data to the callbacks for translation.
static struct Session session;

static _Noreturn void die(char const* message) {
    fprintf(stderr, "memtrace: %s\n", message);
    exit(EXIT_FAILURE);
}

// ---- While the guest runs ----

// Finds where an access was made in the guest's memory. False if it went to a device.
static bool find_memory(qemu_plugin_meminfo_t info, uint64_t vaddr, uint64_t* offset) {
    struct qemu_plugin_hwaddr const* address = qemu_plugin_get_hwaddr(info, vaddr);
    if (address == NULL || qemu_plugin_hwaddr_is_io(address)) return false;
    *offset = qemu_plugin_hwaddr_phys_addr(address);
    return true;
}

// Adds the line at a virtual address that has just been accessed. Lines are told apart by where
// they are in memory, as caches do: two views of one line are one, and the same address in two
// spaces is two. What devices have is not cached, and has no lines.
static void add_line(struct LineSet* lines, qemu_plugin_meminfo_t info, uint64_t vaddr) {
    uint64_t offset = 0;
    if (find_memory(info, vaddr, &offset) && !line_set_add(lines, offset / line_bytes))
        die("out of memory");
}

static void touch(struct LineSet* lines, qemu_plugin_meminfo_t info, uint64_t vaddr) {
    uint64_t const last = vaddr + (UINT64_C(1) << qemu_plugin_mem_size_shift(info)) - 1;
    add_line(lines, info, vaddr);
    if (last / line_bytes != vaddr / line_bytes) add_line(lines, info, last);
}

// Whether it is a function of QEMU that calls the plugin. Code that QEMU generates accesses memory
// for the instruction at hand; its functions do so too for complex instructions, but also for the
// processor itself when it enters an interrupt handler, as if for the last instruction before.
static bool is_function(void const* caller) {
    return host_code_has(&session.qemu, caller);
}

static bool enters_handler(struct Vcpu* vcpu, void const* caller, qemu_plugin_meminfo_t info,
                           uint64_t vaddr) {
    if (is_function(caller))
        return interrupt_entry_makes(&vcpu->entry, vaddr, qemu_plugin_mem_is_store(info));
    vcpu->entry.pushes_left = 0;
    return false;
}

static void count_access(uint64_t* reads, uint64_t* writes, struct LineSet* lines,
                         qemu_plugin_meminfo_t info, uint64_t vaddr) {
    ++*(qemu_plugin_mem_is_store(info) ? writes : reads);
    touch(lines, info, vaddr);
}

static void on_kernel_access(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr,
                             void* unused) {
    (void)unused;
    struct Vcpu* vcpu = &session.vcpus[vcpu_index];
    if (enters_handler(vcpu, __builtin_return_address(0), info, vaddr)) return;
    count_access(&vcpu->counters.kernel_reads, &vcpu->counters.kernel_writes, &vcpu->kernel_lines,
                 info, vaddr);
    if (session.profile_out != NULL)
        profile_access(&session.profile, vaddr, 1u << qemu_plugin_mem_size_shift(info),
                       qemu_plugin_mem_is_store(info));
}

// Runs before each block of the kernel's. `address` is the block's.
static void on_kernel_block(unsigned vcpu_index, void* address) {
    (void)vcpu_index;
    profile_enter(&session.profile, (uintptr_t)address);
}

static void on_user_block(unsigned vcpu_index, void* unused) {
    (void)vcpu_index;
    (void)unused;
    if (!profile_leave(&session.profile)) die("out of memory");
}

static void on_user_access(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr,
                           void* unused) {
    (void)unused;
    struct Vcpu* vcpu = &session.vcpus[vcpu_index];
    if (!enters_handler(vcpu, __builtin_return_address(0), info, vaddr))
        count_access(&vcpu->counters.user_reads, &vcpu->counters.user_writes, &vcpu->user_lines,
                     info, vaddr);
}

// Reads a little-endian number that an instruction has just read; 0 if it is not in the guest's
// memory. Byte by byte, as it may lie on two pages.
static uint64_t read_number(qemu_plugin_meminfo_t info, uint64_t vaddr) {
    uint64_t number = 0;
    for (unsigned i = 0; i < 1u << qemu_plugin_mem_size_shift(info); i++) {
        uint64_t offset = 0;
        uint8_t byte = 0;
        if (!find_memory(info, vaddr + i, &offset) || !ram_read(&session.ram, offset, &byte, 1))
            return 0;
        number |= (uint64_t)byte << 8 * i;
    }
    return number;
}

// Learns where the interrupt descriptor table is: LIDT reads its size - 1, in 2 bytes, and then its
// address.
static void on_load_idt(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr,
                        void* unused) {
    (void)unused;
    if (is_function(__builtin_return_address(0))) return;
    struct InterruptEntry* entry = &session.vcpus[vcpu_index].entry;
    if (qemu_plugin_mem_size_shift(info) == 1)
        entry->table_bytes = read_number(info, vaddr) + 1;
    else
        entry->table = read_number(info, vaddr);
}

// With several processors, `offset` says which of the counters is to go up by one.
static void on_count(unsigned vcpu_index, void* offset) {
    char* counters = (char*)&session.vcpus[vcpu_index].counters;
    ++*(uint64_t*)(counters + (uintptr_t)offset);
}

// Runs before a return from a trap, which is not counted yet or, with several processors, is.
static void on_trap_return(unsigned vcpu_index, void* unused) {
    (void)unused;
    struct Vcpu* vcpu = &session.vcpus[vcpu_index];
    uint64_t const now = vcpu->counters.kernel_instructions;
    uint64_t const stretch = now - vcpu->returned_at;
    if (stretch > vcpu->longest) vcpu->longest = stretch;
    vcpu->returned_at = now;
}

static bool is_kernels(uint64_t vaddr) {
    return vaddr >= session.options.kernel_first && vaddr <= session.options.kernel_last;
}

// Runs after the store of a mark, none of which has been counted. `address` is the instruction's.
static void on_mark(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr,
                    void* address) {
    if (is_function(__builtin_return_address(0))) return;
    if (session.profile_out != NULL && is_kernels((uintptr_t)address) &&
        !profile_mark(&session.profile, (uintptr_t)address))
        die("out of memory");
    struct Vcpu* vcpu = &session.vcpus[vcpu_index];
    struct MarkEntry entry = {.vaddr = vaddr, .state = record_not_in_memory};
    entry.record = (struct ProbeRecord){.mark = probe_mark,
                                        .valid = 1,
                                        .counters = vcpu_counters(vcpu),
                                        .sequence = ++vcpu->marks,
                                        .processor = vcpu_index,
                                        .kernel_stretch = vcpu->longest};
    vcpu->longest = 0;
    if (find_memory(info, vaddr, &entry.offset))
        entry.state = ram_fill_record(&session.ram, entry.offset, &entry.record);
    line_set_clear(&vcpu->kernel_lines);
    line_set_clear(&vcpu->user_lines);
    uint64_t const index = atomic_fetch_add(&session.mark_count, 1);
    if (index < session.options.marks) session.marks[index] = entry;
}

// Runs after the store of an object mark, which is not counted. The record lies on one page, as it
// is aligned to its size.
static void on_object_mark(unsigned vcpu_index, qemu_plugin_meminfo_t info, uint64_t vaddr,
                           void* unused) {
    (void)vcpu_index;
    (void)unused;
    if (session.profile_out == NULL || is_function(__builtin_return_address(0))) return;
    uint64_t offset = 0;
    struct ObjectRecord record;
    bool const is_readable =
        find_memory(info, vaddr, &offset) && ram_read(&session.ram, offset, &record, sizeof record);
    if (!is_readable)
        session.profile.malformed_records++;
    else if (!profile_take(&session.profile, &record))
        die("out of memory");
}

// ---- While QEMU translates ----

// Counts the executions of an instruction. An inline addition is exact only with one processor, for
// version 1 knows no counters per processor.
static void count_executions(struct qemu_plugin_insn* instruction, size_t counter_offset) {
    if (session.vcpu_count == 1) {
        char* counters = (char*)&session.vcpus[0].counters;
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64,
                                                   counters + counter_offset, 1);
        return;
    }
    qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_count, QEMU_PLUGIN_CB_NO_REGS,
                                           (void*)(uintptr_t)counter_offset);
}

static void instrument(struct qemu_plugin_insn* instruction) {
    enum InstructionKind const kind = session.architecture->classify(
        qemu_plugin_insn_data(instruction), qemu_plugin_insn_size(instruction));
    uint64_t const vaddr = qemu_plugin_insn_vaddr(instruction);
    if (kind == instruction_mark) {
        qemu_plugin_register_vcpu_mem_cb(instruction, on_mark, QEMU_PLUGIN_CB_NO_REGS,
                                         QEMU_PLUGIN_MEM_RW, (void*)(uintptr_t)vaddr);
        return;
    }
    if (kind == instruction_object_mark) {
        qemu_plugin_register_vcpu_mem_cb(instruction, on_object_mark, QEMU_PLUGIN_CB_NO_REGS,
                                         QEMU_PLUGIN_MEM_RW, NULL);
        return;
    }
    bool const is_kernel = is_kernels(vaddr);
    count_executions(instruction, is_kernel ? offsetof(struct Counters, kernel_instructions)
                                            : offsetof(struct Counters, user_instructions));
    if (kind == instruction_control_write)
        count_executions(instruction, offsetof(struct Counters, control_writes));
    if (kind == instruction_trap_return && is_kernel)
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_trap_return, QEMU_PLUGIN_CB_NO_REGS,
                                               NULL);
    if (kind == instruction_load_idt)
        qemu_plugin_register_vcpu_mem_cb(instruction, on_load_idt, QEMU_PLUGIN_CB_NO_REGS,
                                         QEMU_PLUGIN_MEM_RW, NULL);
    // One callback for both directions: QEMU 7.2 calls those for one direction at wrong times.
    qemu_plugin_register_vcpu_mem_cb(instruction, is_kernel ? on_kernel_access : on_user_access,
                                     QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
    (void)id;
    size_t const count = qemu_plugin_tb_n_insns(block);
    if (session.profile_out != NULL && count > 0) {
        uint64_t const vaddr = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0));
        qemu_plugin_register_vcpu_tb_exec_cb(block,
                                             is_kernels(vaddr) ? on_kernel_block : on_user_block,
                                             QEMU_PLUGIN_CB_NO_REGS, (void*)(uintptr_t)vaddr);
    }
    for (size_t i = 0; i < count; i++)
        instrument(qemu_plugin_tb_get_insn(block, i));
}

// ---- Beginning and end ----

// QEMU makes the file of the guest's memory after it loads plugins, and before its first processor.
static void on_vcpu_init(qemu_plugin_id_t id, unsigned vcpu_index) {
    (void)id;
    if (vcpu_index == 0 && session.options.ram != NULL &&
        !ram_map(&session.ram, session.options.ram))
        exit(EXIT_FAILURE);
}

static bool write_profile(void) {
    profile_write(&session.profile, session.profile_out);
    bool const is_written = ferror(session.profile_out) == 0;
    return fclose(session.profile_out) == 0 && is_written;
}

static void on_exit(qemu_plugin_id_t id, void* unused) {
    (void)id;
    (void)unused;
    if (session.out != NULL && !report_write(&session))
        fprintf(stderr, "memtrace: cannot write out=%s\n", session.options.out);
    if (session.profile_out != NULL && !write_profile())
        fprintf(stderr, "memtrace: cannot write profile=%s\n", session.options.profile);
}

static bool create_vcpus(unsigned count) {
    session.vcpu_count = count;
    session.vcpus = aligned_alloc(alignof(struct Vcpu), count * sizeof *session.vcpus);
    if (session.vcpus == NULL) return false;
    memset(session.vcpus, 0, count * sizeof *session.vcpus);
    for (unsigned i = 0; i < count; i++)
        if (!line_set_create(&session.vcpus[i].kernel_lines) ||
            !line_set_create(&session.vcpus[i].user_lines))
            return false;
    return true;
}

static bool open_file(char const* key, char const* path, FILE** file) {
    if (path == NULL) return true;
    *file = fopen(path, "w");
    if (*file == NULL)
        fprintf(stderr, "memtrace: cannot write %s=%s: %s\n", key, path, strerror(errno));
    return *file != NULL;
}

static bool open_results(void) {
    return open_file("out", session.options.out, &session.out) &&
           open_file("profile", session.options.profile, &session.profile_out);
}

// Objects are told of in the guest's memory; several processors would need a lock at each access.
static bool can_profile(qemu_info_t const* info) {
    if (session.options.profile == NULL) return true;
    char const* missing = NULL;
    if (session.options.ram == NULL) missing = "ram=FILE";
    if (info->system.max_vcpus != 1) missing = "a machine with one processor";
    if (missing != NULL) fprintf(stderr, "memtrace: profile= needs %s\n", missing);
    return missing == NULL;
}

static bool create_session(qemu_info_t const* info, int argc, char** argv) {
    session.architecture = architecture_find(info->target_name);
    if (session.architecture == NULL) return false;
    session.options = (struct Options){.kernel_first = session.architecture->kernel_first,
                                       .kernel_last = session.architecture->kernel_last,
                                       .marks = 4096};
    if (!options_parse(&session.options, argc, argv) || !can_profile(info) || !open_results())
        return false;
    session.qemu = host_code_find();
    session.profile.objects = &session.objects;
    session.marks = calloc(session.options.marks, sizeof *session.marks);
    if (session.marks == NULL || !create_vcpus((unsigned)info->system.max_vcpus)) {
        fprintf(stderr, "memtrace: out of memory\n");
        return false;
    }
    return true;
}

int system_mode_install(qemu_plugin_id_t id, qemu_info_t const* info, int argc, char** argv) {
    if (!create_session(info, argc, argv)) return -1;
    qemu_plugin_register_vcpu_init_cb(id, on_vcpu_init);
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit, NULL);
    return 0;
}
