// SPDX-License-Identifier: BSD-2-Clause
// The objects of a traced program: static ones, those in allocated memory, those it tells of.
#pragma once

#include "object_map.h"
#include "targets.h"
#include "thread.h"

#include <pthread.h>

struct ProgramObjects {
    struct Targets targets;
    struct ObjectMap map;
    pthread_mutex_t lock;       // held while the map is changed
    uint64_t malformed_records; // under the lock
    uint64_t guest_base;        // where the program's address 0 is in this process
};

// Reads the table of targets. False after a message on stderr.
bool program_objects_create(struct ProgramObjects* objects, char const* targets);

// Finds modules that were loaded, and puts their static objects there. False without memory.
bool program_objects_load(struct ProgramObjects* objects);

// A thread has marked a record at this address. False without memory.
bool program_objects_take(struct ProgramObjects* objects, struct Thread const* thread,
                          uint64_t address);
