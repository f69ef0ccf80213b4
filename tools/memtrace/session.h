// SPDX-License-Identifier: BSD-2-Clause
// The state of memtrace in one run of system emulation.
#pragma once

#include "architecture.h"
#include "host_code.h"
#include "interrupt_entry.h"
#include "line_set.h"
#include "options.h"
#include "probe_record.h"
#include "profile.h"
#include "ram.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>

// One of the guest's processors. Only the thread that runs it writes here.
struct Vcpu {
    alignas(64) struct Counters counters; // the lines among them are filled in by `vcpu_counters`
    struct LineSet kernel_lines;
    struct LineSet user_lines;
    struct InterruptEntry entry;
    uint32_t marks;
    uint64_t returned_at; // `kernel_instructions` after the last return from a trap
    uint64_t longest;     // between two returns since the last mark
};

// A mark as the results have it.
struct MarkEntry {
    struct ProbeRecord record;
    enum RecordState state;
    uint64_t vaddr;
    uint64_t offset; // in the guest's memory; meaningless in `record_not_in_memory`
};

struct Session {
    struct Architecture const* architecture;
    struct Options options;
    struct HostCode qemu;
    struct Ram ram;
    struct Vcpu* vcpus;
    unsigned vcpu_count;
    struct MarkEntry* marks;          // room for options.marks
    atomic_uint_least64_t mark_count; // all marks, those without room included
    FILE* out;                        // NULL: no results are wanted
    FILE* profile_out;                // NULL: no profile is wanted
    struct ObjectMap objects;
    struct Profile profile; // of the only processor
};

// The processor's counters, lines included.
static inline struct Counters vcpu_counters(struct Vcpu const* vcpu) {
    struct Counters counters = vcpu->counters;
    counters.kernel_lines = vcpu->kernel_lines.count;
    counters.user_lines = vcpu->user_lines.count;
    return counters;
}
