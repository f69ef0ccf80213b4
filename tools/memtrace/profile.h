// SPDX-License-Identifier: BSD-2-Clause
// Records, for each class of kernel objects, how the kernel accesses them from entry to exit.
#pragma once

#include "object_map.h"
#include "sequences.h"

#include <stdio.h>

// What one processor or thread does to objects. Zeroed but for `objects`, it is empty.
struct Profile {
    struct ObjectMap* objects;
    struct Sequences* sequences; // one for each class of `objects`
    struct Recorder* recorders;
    size_t class_room;
    uint64_t entry; // where the invocation at hand began
    bool is_inside;
    bool is_marked; // marks begin and end invocations, for no user has run
    bool has_user;
    uint64_t invocations;
    uint64_t unfinished; // of them: cut off by the end of their thread or of the program
    uint64_t malformed_records;
};

// Makes room for all classes that `objects` has. False if there is no memory.
bool profile_prepare(struct Profile* profile);

// The kernel executes code at an address; an invocation begins there if the user did before.
void profile_enter(struct Profile* profile, uint64_t address);

// The kernel sets a mark at an address. As long as no user has run, what lies between two marks is
// an invocation, and the kernel's start is none. False if there is no memory.
bool profile_mark(struct Profile* profile, uint64_t address);

// The user executes code: the invocation is over. False if there is no memory.
bool profile_leave(struct Profile* profile);

// The thread has ended within an invocation, which is then none.
void profile_drop(struct Profile* profile);

// Counts what another profile of the same objects has counted, whose invocation at hand is
// unfinished. False if there is no memory.
bool profile_merge(struct Profile* profile, struct Profile const* other);

// The kernel accesses memory, and that is recorded if an object lies there.
void profile_access(struct Profile* profile, uint64_t address, unsigned size_bytes, bool is_write);

// The guest tells of objects. What it says may be malformed: then it is only counted. False if
// there is no memory.
bool profile_take(struct Profile* profile, struct ObjectRecord const* record);

// Writes the profile as JSON; docs/profiles.md describes it.
void profile_write(struct Profile const* profile, FILE* out);
