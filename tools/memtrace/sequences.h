// SPDX-License-Identifier: BSD-2-Clause
// Sequences of accesses to objects, each different one kept once and counted: Dannowski 2006, IV.B.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Longer ones are cut: nobody waits for the cache through so many accesses.
enum { sequence_longest = 1024, sequence_most_objects = 64 };

// An access as the paper has it: (n, o, s, m).
struct Access {
    uint8_t object; // 0 for the first object of the class that the invocation met, and so on
    uint8_t size_bytes;
    uint8_t is_write;
    uint8_t unused; // 0: records are compared byte by byte
    uint32_t offset;
};

// The accesses to objects of one class since an invocation began.
struct Recorder {
    struct Access accesses[sequence_longest];
    size_t count;
    bool is_cut;
    uint64_t bases[sequence_most_objects];
    size_t object_count;
};

// Adds an access to the object at `base`.
void recorder_add(struct Recorder* recorder, uint64_t base, uint32_t offset, unsigned size_bytes,
                  bool is_write);

// Forgets all.
void recorder_clear(struct Recorder* recorder);

struct Sequence {
    uint64_t entry; // the address at which the invocation began
    uint64_t times;
    uint64_t hash;
    struct Access const* accesses; // its own
    size_t count;
    bool is_cut;
};

// Where objects lie that were met: what their addresses have in common. Zeroed: there were none.
struct Bases {
    uint64_t first;     // the address of one of them
    uint64_t differing; // the bits in which others differ from it
    bool is_known;
};

void bases_add(struct Bases* bases, uint64_t base);

// The largest power of two, up to that of a page, of which all are multiples but for one `offset`.
uint64_t bases_alignment(struct Bases const* bases, uint64_t* offset);

// The different sequences of one class. Zeroed, it is empty.
struct Sequences {
    struct Bases bases;
    struct Sequence* all;
    size_t count;
    size_t room;
    uint32_t* slots; // index + 1 into `all`; 0: free
    size_t slot_count;
};

// Counts what was recorded since `entry`, unless it is nothing, and empties the recorder. False if
// there is no memory.
bool sequences_count(struct Sequences* sequences, struct Recorder* recorder, uint64_t entry);

// Counts a sequence that others have counted, as often as they did. False if there is no memory.
// Their bases are another matter.
bool sequences_add(struct Sequences* sequences, struct Sequence const* other);

void sequences_destroy(struct Sequences* sequences);
