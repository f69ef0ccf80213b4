// SPDX-License-Identifier: BSD-2-Clause
// The part of QEMU's plugin interface, version 1, that memtrace uses: as QEMU 7.2 offers it.
//
// Declared here because distributions do not package QEMU's own header. The names, types and values
// are those of the published interface: https://www.qemu.org/docs/master/devel/tcg-plugins.html
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_PLUGIN_EXPORT __attribute__((visibility("default")))

enum { QEMU_PLUGIN_VERSION = 1 };

typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;

typedef struct qemu_info_t {
    char const* target_name;
    struct {
        int min;
        int cur;
    } version;
    bool system_emulation;
    union {
        struct {
            int smp_vcpus;
            int max_vcpus;
        } system;
    };
} qemu_info_t;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS = 0 };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 = 0 };

typedef void (*qemu_plugin_udata_cb_t)(qemu_plugin_id_t id, void* userdata);
typedef void (*qemu_plugin_vcpu_simple_cb_t)(qemu_plugin_id_t id, unsigned vcpu_index);
typedef void (*qemu_plugin_vcpu_udata_cb_t)(unsigned vcpu_index, void* userdata);
typedef void (*qemu_plugin_vcpu_tb_trans_cb_t)(qemu_plugin_id_t id, struct qemu_plugin_tb* tb);
typedef void (*qemu_plugin_vcpu_mem_cb_t)(unsigned vcpu_index, qemu_plugin_meminfo_t info,
                                          uint64_t vaddr, void* userdata);

typedef void (*qemu_plugin_vcpu_syscall_cb_t)(qemu_plugin_id_t id, unsigned vcpu_index,
                                              int64_t number, uint64_t a1, uint64_t a2, uint64_t a3,
                                              uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7,
                                              uint64_t a8);

// What QEMU looks for in a plugin.
QEMU_PLUGIN_EXPORT extern int qemu_plugin_version;
QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, qemu_info_t const* info, int argc,
                                           char** argv);

// When to be called.
void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t id, qemu_plugin_vcpu_simple_cb_t callback);
void qemu_plugin_register_vcpu_exit_cb(qemu_plugin_id_t id, qemu_plugin_vcpu_simple_cb_t callback);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t id,
                                          qemu_plugin_vcpu_syscall_cb_t callback);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           qemu_plugin_vcpu_tb_trans_cb_t callback);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, qemu_plugin_udata_cb_t callback,
                                    void* userdata);

// During translation: the instructions of a block, and what to do when they are executed.
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb* tb,
                                          qemu_plugin_vcpu_udata_cb_t callback,
                                          enum qemu_plugin_cb_flags flags, void* userdata);
size_t qemu_plugin_tb_n_insns(struct qemu_plugin_tb const* tb);
struct qemu_plugin_insn* qemu_plugin_tb_get_insn(struct qemu_plugin_tb const* tb, size_t index);
void const* qemu_plugin_insn_data(struct qemu_plugin_insn const* insn);
size_t qemu_plugin_insn_size(struct qemu_plugin_insn const* insn);
void* qemu_plugin_insn_haddr(struct qemu_plugin_insn const* insn);
uint64_t qemu_plugin_insn_vaddr(struct qemu_plugin_insn const* insn);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn* insn,
                                            qemu_plugin_vcpu_udata_cb_t callback,
                                            enum qemu_plugin_cb_flags flags, void* userdata);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn* insn,
                                                enum qemu_plugin_op op, void* target,
                                                uint64_t immediate);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn* insn,
                                      qemu_plugin_vcpu_mem_cb_t callback,
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
                                      void* userdata);

// In a memory callback: the access that was made.
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info);
struct qemu_plugin_hwaddr* qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t info, uint64_t vaddr);
bool qemu_plugin_hwaddr_is_io(struct qemu_plugin_hwaddr const* address);
uint64_t qemu_plugin_hwaddr_phys_addr(struct qemu_plugin_hwaddr const* address);
