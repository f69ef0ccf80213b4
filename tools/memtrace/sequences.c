// SPDX-License-Identifier: BSD-2-Clause
// Sequences of accesses to objects, each different one kept once and counted.
#include "sequences.h"

#include <stdlib.h>
#include <string.h>

enum { page_bytes = 4096 };

// The object's number in this invocation: what matters is which one it is for the code, not where.
// False if there are too many.
static bool number_of(struct Recorder* recorder, uint64_t base, uint8_t* number) {
    for (size_t i = 0; i < recorder->object_count; i++) {
        *number = (uint8_t)i;
        if (recorder->bases[i] == base) return true;
    }
    if (recorder->object_count == sequence_most_objects) return false;
    *number = (uint8_t)recorder->object_count;
    recorder->bases[recorder->object_count++] = base;
    return true;
}

void recorder_add(struct Recorder* recorder, uint64_t base, uint32_t offset, unsigned size_bytes,
                  bool is_write) {
    struct Access access = {
        .size_bytes = (uint8_t)size_bytes, .is_write = is_write, .offset = offset};
    if (recorder->is_cut) return;
    recorder->is_cut =
        recorder->count == sequence_longest || !number_of(recorder, base, &access.object);
    if (!recorder->is_cut) recorder->accesses[recorder->count++] = access;
}

void recorder_clear(struct Recorder* recorder) {
    recorder->count = 0;
    recorder->object_count = 0;
    recorder->is_cut = false;
}

void bases_add(struct Bases* bases, uint64_t base) {
    if (!bases->is_known) *bases = (struct Bases){.first = base, .is_known = true};
    bases->differing |= bases->first ^ base;
}

uint64_t bases_alignment(struct Bases const* bases, uint64_t* offset) {
    uint64_t const limited = bases->differing | page_bytes;
    uint64_t const alignment = limited & -limited;
    *offset = bases->first & (alignment - 1);
    return alignment;
}

// FNV-1a, over the bytes of the accesses and where the invocation began.
static uint64_t hash_of(struct Sequence const* sequence) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ sequence->entry;
    unsigned char const* const bytes = (unsigned char const*)sequence->accesses;
    for (size_t i = 0; i < sequence->count * sizeof *sequence->accesses; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static bool is_same(struct Sequence const* one, struct Sequence const* other) {
    return one->hash == other->hash && one->entry == other->entry && one->count == other->count &&
           one->is_cut == other->is_cut &&
           memcmp(one->accesses, other->accesses, one->count * sizeof *one->accesses) == 0;
}

static uint32_t* slot_for(struct Sequences* sequences, uint64_t hash) {
    return &sequences->slots[hash & (sequences->slot_count - 1)];
}

static uint32_t* next_slot(struct Sequences* sequences, uint32_t* slot) {
    return ++slot == sequences->slots + sequences->slot_count ? sequences->slots : slot;
}

static bool grow(struct Sequences* sequences) {
    size_t const room = sequences->room == 0 ? 64 : 2 * sequences->room;
    struct Sequence* const all = realloc(sequences->all, room * sizeof *all);
    if (all == NULL) return false;
    sequences->all = all;
    uint32_t* const slots = calloc(2 * room, sizeof *slots);
    if (slots == NULL) return false;
    free(sequences->slots);
    sequences->slots = slots;
    sequences->room = room;
    sequences->slot_count = 2 * room;
    for (size_t i = 0; i < sequences->count; i++) {
        uint32_t* slot = slot_for(sequences, all[i].hash);
        while (*slot != 0)
            slot = next_slot(sequences, slot);
        *slot = (uint32_t)i + 1;
    }
    return true;
}

// Keeps a copy in a slot that is free.
static bool keep(struct Sequences* sequences, struct Sequence const* other, uint32_t* slot) {
    size_t const bytes = other->count * sizeof *other->accesses;
    struct Access* const accesses = malloc(bytes);
    if (accesses == NULL) return false;
    memcpy(accesses, other->accesses, bytes);
    struct Sequence* const kept = &sequences->all[sequences->count++];
    *kept = *other;
    kept->accesses = accesses;
    *slot = (uint32_t)sequences->count;
    return true;
}

bool sequences_add(struct Sequences* sequences, struct Sequence const* other) {
    if (sequences->count == sequences->room && !grow(sequences)) return false;
    uint32_t* slot = slot_for(sequences, other->hash);
    for (; *slot != 0; slot = next_slot(sequences, slot)) {
        struct Sequence* const known = &sequences->all[*slot - 1];
        if (!is_same(known, other)) continue;
        known->times += other->times;
        return true;
    }
    return keep(sequences, other, slot);
}

bool sequences_count(struct Sequences* sequences, struct Recorder* recorder, uint64_t entry) {
    struct Sequence sequence = {.entry = entry,
                                .times = 1,
                                .accesses = recorder->accesses,
                                .count = recorder->count,
                                .is_cut = recorder->is_cut};
    sequence.hash = hash_of(&sequence);
    for (size_t i = 0; i < recorder->object_count; i++)
        bases_add(&sequences->bases, recorder->bases[i]);
    bool const is_counted = recorder->count == 0 || sequences_add(sequences, &sequence);
    recorder_clear(recorder);
    return is_counted;
}

void sequences_destroy(struct Sequences* sequences) {
    for (size_t i = 0; i < sequences->count; i++)
        free((void*)sequences->all[i].accesses);
    free(sequences->all);
    free(sequences->slots);
    *sequences = (struct Sequences){0};
}
