// SPDX-License-Identifier: BSD-2-Clause
// What a mark leaves in the guest's memory: the other side of core/measure/probe.hpp.
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

static_assert(offsetof(struct ProbeRecord, valid) == 4, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.kernel_instructions) == 8, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.user_instructions) == 16, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.kernel_reads) == 24, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.kernel_writes) == 32, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.user_reads) == 40, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.user_writes) == 48, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.kernel_lines) == 56, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.user_lines) == 64, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, counters.control_writes) == 72, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, sequence) == 80, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, processor) == 84, "probe.hpp");
static_assert(offsetof(struct ProbeRecord, kernel_stretch) == 88, "probe.hpp");
static_assert(sizeof(struct ProbeRecord) <= probe_record_bytes, "probe.hpp");
