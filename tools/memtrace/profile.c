// SPDX-License-Identifier: BSD-2-Clause
// Records, for each class of kernel objects, how the kernel accesses them from entry to exit.
#include "profile.h"

#include "json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { profile_version = 1 };

bool profile_prepare(struct Profile* profile) {
    size_t const count = profile->objects->class_count;
    if (count <= profile->class_room) return true;
    struct Sequences* const sequences = realloc(profile->sequences, count * sizeof *sequences);
    if (sequences == NULL) return false;
    profile->sequences = sequences;
    struct Recorder* const recorders = realloc(profile->recorders, count * sizeof *recorders);
    if (recorders == NULL) return false;
    profile->recorders = recorders;
    memset(&sequences[profile->class_room], 0, (count - profile->class_room) * sizeof *sequences);
    memset(&recorders[profile->class_room], 0, (count - profile->class_room) * sizeof *recorders);
    profile->class_room = count;
    return true;
}

static void begin(struct Profile* profile, uint64_t address) {
    profile->is_inside = true;
    profile->entry = address;
    profile->invocations++;
}

static bool end(struct Profile* profile) {
    profile->is_inside = false;
    for (size_t i = 0; i < profile->class_room; i++)
        if (!sequences_count(&profile->sequences[i], &profile->recorders[i], profile->entry))
            return false;
    return true;
}

// What is recorded of the invocation at hand is for nothing.
static void forget(struct Profile* profile) {
    profile->is_inside = false;
    for (size_t i = 0; i < profile->class_room; i++)
        recorder_clear(&profile->recorders[i]);
}

void profile_enter(struct Profile* profile, uint64_t address) {
    if (!profile->is_inside && !profile->is_marked) begin(profile, address);
}

bool profile_leave(struct Profile* profile) {
    if (!profile->is_inside && !profile->is_marked) return true; // also firmware, before the kernel
    profile->has_user = true;
    profile->is_marked = false;
    return profile->is_inside ? end(profile) : true;
}

bool profile_mark(struct Profile* profile, uint64_t address) {
    if (profile->has_user) return true;
    bool const is_start = profile->is_inside && !profile->is_marked;
    if (is_start) {
        profile->invocations--;
        forget(profile);
    }
    profile->is_marked = true;
    if (profile->is_inside) return end(profile);
    begin(profile, address);
    return true;
}

void profile_access(struct Profile* profile, uint64_t address, unsigned size_bytes, bool is_write) {
    struct FoundObject found;
    if (profile->is_inside && object_map_find(profile->objects, address, &found))
        recorder_add(&profile->recorders[found.class_index], found.base, found.offset, size_bytes,
                     is_write);
}

void profile_drop(struct Profile* profile) {
    if (!profile->is_inside) return;
    profile->unfinished++;
    forget(profile);
}

bool profile_merge(struct Profile* profile, struct Profile const* other) {
    if (!profile_prepare(profile)) return false;
    for (size_t i = 0; i < other->class_room; i++) {
        struct Bases const bases = other->sequences[i].bases;
        if (bases.is_known) bases_add(&profile->sequences[i].bases, bases.first);
        if (bases.is_known) bases_add(&profile->sequences[i].bases, bases.first ^ bases.differing);
        for (size_t j = 0; j < other->sequences[i].count; j++)
            if (!sequences_add(&profile->sequences[i], &other->sequences[i].all[j])) return false;
    }
    profile->invocations += other->invocations;
    profile->unfinished += other->unfinished + other->is_inside;
    profile->malformed_records += other->malformed_records;
    return true;
}

bool profile_take(struct Profile* profile, struct ObjectRecord const* record) {
    enum ObjectRecordState const state = object_map_take(profile->objects, record);
    profile->malformed_records += state == object_record_malformed;
    return state != object_record_without_memory && profile_prepare(profile);
}

static void write_sequence(FILE* out, struct Sequence const* sequence) {
    fprintf(out, "{\"entry\": \"0x%" PRIx64 "\", \"times\": %" PRIu64 ", \"cut\": %s, ",
            sequence->entry, sequence->times, sequence->is_cut ? "true" : "false");
    fputs("\"accesses\": [", out);
    for (size_t i = 0; i < sequence->count; i++) {
        struct Access const access = sequence->accesses[i];
        fprintf(out, "%s[%u, %" PRIu32 ", %u, \"%s\"]", i == 0 ? "" : ", ", access.object,
                access.offset, access.size_bytes, access.is_write ? "write" : "read");
    }
    fputs("]}", out);
}

static void write_class(FILE* out, struct ObjectClass const* class,
                        struct Sequences const* sequences) {
    fputs("{\"name\": ", out);
    json_string(out, class->name);
    fprintf(out, ", \"size_bytes\": %" PRIu32, class->size_bytes);
    if (sequences->bases.is_known) {
        uint64_t offset = 0;
        struct Bases bases = sequences->bases;
        bases.differing |= class->unsettled;
        uint64_t const alignment = bases_alignment(&bases, &offset);
        fprintf(out, ", \"base\": [%" PRIu64 ", %" PRIu64 "]", offset, alignment);
    }
    fputs(", \"sequences\": [", out);
    for (size_t i = 0; i < sequences->count; i++) {
        fputs(i == 0 ? "\n      " : ",\n      ", out);
        write_sequence(out, &sequences->all[i]);
    }
    fputs("\n    ]}", out);
}

void profile_write(struct Profile const* profile, FILE* out) {
    fprintf(out, "{\n  \"format\": \"flatland-sequences\",\n  \"version\": %d,\n", profile_version);
    fprintf(out, "  \"longest\": %d,\n  \"invocations\": %" PRIu64 ",\n", sequence_longest,
            profile->invocations);
    fprintf(out, "  \"unfinished\": %" PRIu64 ",\n", profile->unfinished);
    fprintf(out, "  \"malformed_records\": %" PRIu64 ",\n  \"classes\": [",
            profile->malformed_records);
    for (size_t i = 0; i < profile->objects->class_count; i++) {
        fputs(i == 0 ? "\n    " : ",\n    ", out);
        write_class(out, &profile->objects->classes[i], &profile->sequences[i]);
    }
    fputs("\n  ]\n}\n", out);
}
