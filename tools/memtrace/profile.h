// SPDX-License-Identifier: BSD-2-Clause
// Records, for each class of kernel objects, how the kernel accesses them from entry to exit.
#pragma once

#include "object_map.h"
#include "sequences.h"

#include <stdio.h>

struct Profile {
    struct ObjectMap objects;
    struct Sequences* sequences; // one for each class of `objects`
    struct Recorder* recorders;
    size_t class_room;
    uint64_t entry; // where the invocation at hand began
    bool is_inside;
    uint64_t invocations;
    uint64_t malformed_records;
};

// The kernel executes code at an address; an invocation begins there if the user did before.
void profile_enter(struct Profile* profile, uint64_t address);

// The user executes code: the invocation is over. False if there is no memory.
bool profile_leave(struct Profile* profile);

// The kernel accesses memory, and that is recorded if an object lies there.
void profile_access(struct Profile* profile, uint64_t address, unsigned size_bytes, bool is_write);

// The guest tells of objects. What it says may be malformed: then it is only counted. False if
// there is no memory.
bool profile_take(struct Profile* profile, struct ObjectRecord const* record);

// Writes the profile as JSON; docs/profiles.md describes it.
void profile_write(struct Profile const* profile, FILE* out);
