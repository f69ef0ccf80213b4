// SPDX-License-Identifier: BSD-2-Clause
// Finds where the loader has put the modules of a program, which is another place in each run.
#define _POSIX_C_SOURCE 200809L
#include "load_base.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take(struct Targets* targets, uint64_t start, uint64_t offset, char const* path) {
    for (size_t i = 0; i < targets->module_count; i++) {
        struct Module* const module = &targets->modules[i];
        if (module->is_loaded || offset != module->file_offset || strcmp(path, module->path) != 0)
            continue;
        module->base = start - module->address;
        module->is_loaded = true;
    }
}

void load_bases_find(struct Targets* targets, uint64_t guest_base) {
    FILE* const maps = fopen("/proc/self/maps", "r");
    if (maps == NULL) return;
    char* line = NULL;
    size_t room = 0;
    while (getline(&line, &room, maps) > 0) {
        uint64_t start = 0;
        uint64_t offset = 0;
        int path = 0;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%" SCNx64 "-%*x %*s %" SCNx64 " %*s %*s %n", &start, &offset, &path) ==
                2 &&
            path > 0)
            take(targets, start - guest_base, offset, line + path);
    }
    free(line);
    fclose(maps);
}
