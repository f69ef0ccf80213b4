// SPDX-License-Identifier: BSD-2-Clause
// The objects of a traced program: static ones, those in allocated memory, those it tells of.
#include "program_objects.h"

#include "load_base.h"

#include <stdio.h>
#include <string.h>

bool program_objects_create(struct ProgramObjects* objects, char const* path) {
    if (!targets_read(&objects->targets, path)) return false;
    pthread_mutex_init(&objects->lock, NULL);
    for (size_t i = 0; i < objects->targets.class_count; i++) {
        unsigned index = 0;
        struct TargetClass const* const class = &objects->targets.classes[i];
        if (object_map_add_class(&objects->map, class->name, class->size_bytes, &index) !=
                object_record_taken ||
            index != i) {
            fprintf(stderr, "memtrace: a class stands twice in %s\n", path);
            return false;
        }
    }
    return true;
}

static bool put_statics(struct ProgramObjects* objects, unsigned module) {
    for (size_t i = 0; i < objects->targets.static_count; i++) {
        struct StaticObjects const* const each = &objects->targets.statics[i];
        if (each->module != module) continue;
        uint64_t const first = objects->targets.modules[module].base + each->address;
        if (!object_map_put(&objects->map, each->class_index, first, each->count,
                            each->stride_bytes))
            return false;
    }
    return true;
}

bool program_objects_load(struct ProgramObjects* objects) {
    struct Targets* const targets = &objects->targets;
    bool was_loaded[targets->module_count];
    for (size_t i = 0; i < targets->module_count; i++)
        was_loaded[i] = targets->modules[i].is_loaded;
    load_bases_find(targets, objects->guest_base);
    pthread_mutex_lock(&objects->lock);
    bool has_memory = true;
    for (size_t i = 0; i < targets->module_count; i++)
        if (!was_loaded[i] && targets->modules[i].is_loaded)
            has_memory &= put_statics(objects, (unsigned)i);
    pthread_mutex_unlock(&objects->lock);
    return has_memory;
}

static void const* host_address(struct ProgramObjects const* objects, uint64_t address) {
    return (void const*)(uintptr_t)(objects->guest_base + address);
}

static bool put_allocated(struct ProgramObjects* objects, struct Thread const* thread,
                          struct ObjectRecord const* record) {
    struct ShadowStack const* const stack = &thread->stacks[thread->stack];
    uint64_t caller = 0;
    if (stack->count > 0)
        memcpy(&caller, host_address(objects, shadow_stack_top(stack)), sizeof caller);
    uint64_t count = 0;
    struct TargetClass const* const class = targets_class_of(
        &objects->targets, record->count, record->stride_bytes, shadow_stack_running(stack),
        targets_have_code(&objects->targets, caller), &count);
    if (class == NULL) return true;
    unsigned const index = (unsigned)(class - objects->targets.classes);
    objects->map.classes[index].unsettled |= record->size_bytes;
    return object_map_put(&objects->map, index, record->first, count,
                          count == 1 ? record->stride_bytes : class->size_bytes);
}

// Objects of other classes than the traced ones are of no interest.
static bool put_named(struct ProgramObjects* objects, struct ObjectRecord const* record) {
    for (size_t i = 0; i < objects->targets.class_count; i++) {
        struct TargetClass const* const class = &objects->targets.classes[i];
        if (strncmp(class->name, record->name, object_name_bytes) != 0) continue;
        enum ObjectRecordState const state = object_map_take(&objects->map, record);
        objects->malformed_records += state == object_record_malformed;
        return state != object_record_without_memory;
    }
    return true;
}

// A record without a name is of memory that was allocated; preload/allocations.c makes those, and
// says in place of a size of which power of two every such address is a multiple.
static bool take(struct ProgramObjects* objects, struct Thread const* thread,
                 struct ObjectRecord const* record) {
    uint64_t const end = record->first + record->count * record->stride_bytes;
    if (record->size_bytes == 0) return object_map_remove(&objects->map, record->first, end);
    return record->name[0] == '\0' ? put_allocated(objects, thread, record)
                                   : put_named(objects, record);
}

bool program_objects_take(struct ProgramObjects* objects, struct Thread const* thread,
                          uint64_t address) {
    struct ObjectRecord record;
    memcpy(&record, host_address(objects, address), sizeof record);
    pthread_mutex_lock(&objects->lock);
    bool const has_memory = take(objects, thread, &record);
    pthread_mutex_unlock(&objects->lock);
    return has_memory;
}
