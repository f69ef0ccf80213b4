// SPDX-License-Identifier: BSD-2-Clause
// What a mark leaves in the guest's memory: the other side of core/probe.hpp.
#pragma once

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

enum { probe_record_bytes = 128, probe_mark = 0x464c4154 };

// What is counted, in the order of the record.
struct Counters {
    uint64_t kernel_instructions;
    uint64_t user_instructions;
    uint64_t kernel_reads;
    uint64_t kernel_writes;
    uint64_t user_reads;
    uint64_t user_writes;
    uint64_t kernel_lines; // since the processor's last mark, unlike the others
    uint64_t user_lines;
    uint64_t control_writes;
};

struct ProbeRecord {
    uint32_t mark; // the guest's store
    uint32_t valid;
    struct Counters counters;
    uint32_t sequence; // the processor's marks so far, this one included
    uint32_t processor;
    uint64_t kernel_stretch; // most instructions between two trap returns since the last mark
};

static_assert(offsetof(struct ProbeRecord, valid) == 4, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.kernel_instructions) == 8, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.user_instructions) == 16, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.kernel_reads) == 24, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.kernel_writes) == 32, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.user_reads) == 40, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.user_writes) == 48, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.kernel_lines) == 56, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.user_lines) == 64, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.control_writes) == 72, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, sequence) == 80, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, processor) == 84, "core/probe.hpp");
static_assert(offsetof(struct ProbeRecord, kernel_stretch) == 88, "core/probe.hpp");
static_assert(sizeof(struct ProbeRecord) <= probe_record_bytes, "core/probe.hpp");
