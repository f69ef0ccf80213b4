// SPDX-License-Identifier: BSD-2-Clause
// What memtrace must know of the guest's architecture.
#include "architecture.h"

#include "x86_64.h"

#include <stdio.h>
#include <string.h>

static struct Architecture const architectures[] = {
    {"x86_64", 0x8000000000000000, 0xffffffffffffffff, x86_64_classify},
};

enum { architecture_count = sizeof architectures / sizeof *architectures };

struct Architecture const* architecture_find(char const* name) {
    for (size_t i = 0; i < architecture_count; i++)
        if (strcmp(architectures[i].name, name) == 0) return &architectures[i];
    fprintf(stderr, "memtrace: cannot count on target '%s'; the targets are", name);
    for (size_t i = 0; i < architecture_count; i++)
        fprintf(stderr, " %s", architectures[i].name);
    fprintf(stderr, "\n");
    return NULL;
}
