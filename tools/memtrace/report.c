// SPDX-License-Identifier: BSD-2-Clause
// The results of a run as JSON.
#include "report.h"

#include "json.h"

#include <inttypes.h>

enum { report_version = 1 };

static void write_counters(FILE* out, struct Counters const* counters) {
    fprintf(out,
            "\"kernel_instructions\": %" PRIu64 ", \"user_instructions\": %" PRIu64
            ", \"kernel_reads\": %" PRIu64 ", \"kernel_writes\": %" PRIu64
            ", \"user_reads\": %" PRIu64 ", \"user_writes\": %" PRIu64
            ", \"kernel_lines\": %" PRIu64 ", \"user_lines\": %" PRIu64
            ", \"control_writes\": %" PRIu64,
            counters->kernel_instructions, counters->user_instructions, counters->kernel_reads,
            counters->kernel_writes, counters->user_reads, counters->user_writes,
            counters->kernel_lines, counters->user_lines, counters->control_writes);
}

static void write_options(FILE* out, struct Options const* options) {
    fputs("  \"options\": {\"ram\": ", out);
    json_string(out, options->ram);
    fputs(", \"out\": ", out);
    json_string(out, options->out);
    fprintf(out, ", \"kernel\": \"0x%" PRIx64 "-0x%" PRIx64 "\", \"marks\": %" PRIu64 "},\n",
            options->kernel_first, options->kernel_last, options->marks);
}

static void write_processors(FILE* out, struct Session const* session) {
    fputs("  \"processors\": [", out);
    for (unsigned i = 0; i < session->vcpu_count; i++) {
        struct Counters const counters = vcpu_counters(&session->vcpus[i]);
        fprintf(out, "%s\n    {\"processor\": %u, \"marks\": %" PRIu32 ", ", i == 0 ? "" : ",", i,
                session->vcpus[i].marks);
        write_counters(out, &counters);
        fputc('}', out);
    }
    fputs("\n  ],\n", out);
}

static char const* record_state_name(enum RecordState state) {
    switch (state) {
    case record_filled:
        return "filled";
    case record_without_ram:
        return "without-ram";
    case record_not_in_memory:
        return "not-in-memory";
    case record_outside_ram:
        return "outside-ram";
    case record_misaligned:
        return "misaligned";
    case record_without_mark:
        return "without-mark";
    }
    return "";
}

static void write_mark(FILE* out, struct MarkEntry const* entry) {
    fprintf(out,
            "{\"processor\": %" PRIu32 ", \"sequence\": %" PRIu32
            ", \"record\": \"%s\", \"vaddr\": \"0x%" PRIx64 "\", \"offset\": ",
            entry->record.processor, entry->record.sequence, record_state_name(entry->state),
            entry->vaddr);
    if (entry->state == record_not_in_memory)
        fputs("null, ", out);
    else
        fprintf(out, "\"0x%" PRIx64 "\", ", entry->offset);
    write_counters(out, &entry->record.counters);
    fprintf(out, ", \"kernel_stretch\": %" PRIu64 "}", entry->record.kernel_stretch);
}

static void write_marks(FILE* out, struct Session const* session) {
    uint64_t const count = atomic_load(&session->mark_count);
    uint64_t const kept = count < session->options.marks ? count : session->options.marks;
    fputs("  \"marks\": [", out);
    for (uint64_t i = 0; i < kept; i++) {
        fputs(i == 0 ? "\n    " : ",\n    ", out);
        write_mark(out, &session->marks[i]);
    }
    fprintf(out, "\n  ],\n  \"marks_dropped\": %" PRIu64 "\n", count - kept);
}

bool report_write(struct Session* session) {
    FILE* out = session->out;
    fprintf(out, "{\n  \"format\": \"flatland-memtrace\",\n  \"version\": %d,\n", report_version);
    fprintf(out, "  \"target\": \"%s\",\n", session->architecture->name);
    write_options(out, &session->options);
    write_processors(out, session);
    write_marks(out, session);
    fputs("}\n", out);
    bool const is_written = ferror(out) == 0;
    session->out = NULL;
    return fclose(out) == 0 && is_written;
}
