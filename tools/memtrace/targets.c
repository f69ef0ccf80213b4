// SPDX-License-Identifier: BSD-2-Clause
// What of a program is to be traced, as flatland/memtrace/table.py writes it: one fact in a line.
#define _POSIX_C_SOURCE 200809L
#include "targets.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_functions = 32 };

// Makes room for one more element and returns it zeroed; NULL without memory.
static void* append(void** all, size_t* count, size_t size_bytes) {
    void* const grown = realloc(*all, (*count + 1) * size_bytes);
    if (grown == NULL) return NULL;
    *all = grown;
    void* const added = (char*)grown + (*count)++ * size_bytes;
    return memset(added, 0, size_bytes);
}

static bool read_module(struct Targets* targets, char const* text) {
    struct Module* const module =
        append((void**)&targets->modules, &targets->module_count, sizeof *module);
    int end = 0;
    if (module == NULL ||
        sscanf(text, "%" SCNx64 " %" SCNx64 " %" SCNx64 " %n", &module->file_offset,
               &module->address, &module->size_bytes, &end) != 3 ||
        end == 0 || text[end] != '/')
        return false;
    module->path = strdup(text + end);
    return module->path != NULL;
}

static bool read_class(struct Targets* targets, char const* text) {
    struct TargetClass* const class =
        append((void**)&targets->classes, &targets->class_count, sizeof *class);
    unsigned is_allocated = 0;
    unsigned is_flexible = 0;
    unsigned has_arrays = 0;
    int end = 0;
    if (class == NULL ||
        sscanf(text, "%" SCNu32 " %u %u %u %" SCNx32 " %n", &class->size_bytes, &is_allocated,
               &is_flexible, &has_arrays, &class->within, &end) != 5 ||
        end == 0 || class->size_bytes == 0)
        return false;
    class->is_allocated = is_allocated != 0;
    class->is_flexible = is_flexible != 0;
    class->has_arrays = has_arrays != 0;
    size_t const length = strlen(text + end);
    if (length == 0 || length >= sizeof class->name) return false;
    memcpy(class->name, text + end, length);
    return true;
}

static bool read_function(struct Targets* targets, char const* text, enum FunctionRole role) {
    struct TargetFunction* const function =
        append((void**)&targets->functions, &targets->function_count, sizeof *function);
    if (function == NULL || sscanf(text, "%u %u %" SCNx64, &function->number, &function->module,
                                   &function->address) != 3)
        return false;
    function->role = role;
    return function->module < targets->module_count &&
           (role == function_entry || function->number < most_functions);
}

static bool read_static(struct Targets* targets, char const* text) {
    struct StaticObjects* const objects =
        append((void**)&targets->statics, &targets->static_count, sizeof *objects);
    return objects != NULL &&
           sscanf(text, "%u %u %" SCNx64 " %" SCNu64 " %" SCNu64, &objects->class_index,
                  &objects->module, &objects->address, &objects->count,
                  &objects->stride_bytes) == 5 &&
           objects->class_index < targets->class_count && objects->module < targets->module_count;
}

// Whether a line begins with a word; sets `rest` to what follows.
static bool has_word(char const* line, char const* word, char const** rest) {
    size_t const length = strlen(word);
    if (strncmp(line, word, length) != 0 || line[length] != ' ') return false;
    *rest = line + length + 1;
    return true;
}

static bool read_line(struct Targets* targets, char const* line) {
    char const* rest = NULL;
    if (has_word(line, "module", &rest)) return read_module(targets, rest);
    if (has_word(line, "class", &rest)) return read_class(targets, rest);
    if (has_word(line, "entry", &rest)) return read_function(targets, rest, function_entry);
    if (has_word(line, "allocating", &rest))
        return read_function(targets, rest, function_allocating);
    if (has_word(line, "static", &rest)) return read_static(targets, rest);
    return false;
}

bool targets_read(struct Targets* targets, char const* path) {
    FILE* const file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "memtrace: cannot read targets=%s: %s\n", path, strerror(errno));
        return false;
    }
    char* line = NULL;
    size_t room = 0;
    unsigned number = 0;
    bool is_good = true;
    while (is_good && getline(&line, &room, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        number++;
        is_good = read_line(targets, line);
        if (!is_good) fprintf(stderr, "memtrace: %s:%u: cannot use '%s'\n", path, number, line);
    }
    free(line);
    fclose(file);
    return is_good;
}

bool targets_have_code(struct Targets const* targets, uint64_t address) {
    for (size_t i = 0; i < targets->module_count; i++) {
        struct Module const* const module = &targets->modules[i];
        if (module->is_loaded && address - module->base - module->address < module->size_bytes)
            return true;
    }
    return false;
}

// How many objects of a class that memory is, whoever allocates it; 0: it is none.
static uint64_t objects_in(struct TargetClass const* class, uint64_t count, uint64_t bytes) {
    if (!class->is_allocated) return 0;
    if (bytes == class->size_bytes) return count;
    if (class->is_flexible && bytes > class->size_bytes && count == 1) return 1;
    bool const is_array = class->has_arrays && bytes % class->size_bytes == 0;
    return is_array ? count * (bytes / class->size_bytes) : 0;
}

struct TargetClass const* targets_class_of(struct Targets const* targets, uint64_t count,
                                           uint64_t element_bytes, uint32_t running,
                                           bool is_by_module, uint64_t* objects) {
    for (size_t i = 0; i < targets->class_count; i++) {
        struct TargetClass const* const class = &targets->classes[i];
        *objects = objects_in(class, count, element_bytes);
        bool const is_allocator =
            class->within == 0 ? is_by_module : (class->within & running) != 0;
        if (*objects > 0 && is_allocator) return class;
    }
    return NULL;
}

void targets_destroy(struct Targets* targets) {
    for (size_t i = 0; i < targets->module_count; i++)
        free(targets->modules[i].path);
    free(targets->modules);
    free(targets->classes);
    free(targets->functions);
    free(targets->statics);
    *targets = (struct Targets){0};
}
