// SPDX-License-Identifier: BSD-2-Clause
// The options of memtrace, as they stand after the plugin's name.
#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char const help[] =
    "memtrace: the options are\n"
    "  ram=FILE            the guest's memory (memory-backend-file with share=on), for records\n"
    "  out=FILE            write the results there as JSON when QEMU ends\n"
    "  profile=FILE        write there as JSON how objects are accessed\n"
    "  targets=FILE        what of a program to trace, in user emulation (qemu-x86_64)\n"
    "  kernel=FIRST-LAST   virtual addresses, inclusive, of the kernel's instructions\n"
    "  marks=N             keep the counters of the first N marks (1 to 16777216)\n";

enum { most_marks = 1 << 24 };

// Reads a number, C's notation, and moves `text` past it.
static bool parse_number(char const** text, uint64_t* number) {
    if (**text < '0' || **text > '9') // strtoull would take blanks and signs
        return false;
    char* end = NULL;
    errno = 0;
    *number = strtoull(*text, &end, 0);
    *text = end;
    return errno == 0;
}

static bool parse_path(char const* value, char const** path) {
    *path = *value != '\0' ? strdup(value) : NULL;
    return *path != NULL;
}

static bool parse_range(char const* value, uint64_t* first, uint64_t* last) {
    if (!parse_number(&value, first) || *value != '-') return false;
    value++;
    return parse_number(&value, last) && *value == '\0' && *first <= *last;
}

static bool parse_marks(char const* value, uint64_t* marks) {
    return parse_number(&value, marks) && *value == '\0' && *marks >= 1 && *marks <= most_marks;
}

// Whether an argument is `key=…`; sets `value` to what follows if so.
static bool has_key(char const* argument, char const* key, char const** value) {
    size_t const size = strlen(key);
    if (strncmp(argument, key, size) != 0 || argument[size] != '=') return false;
    *value = argument + size + 1;
    return true;
}

static bool set(struct Options* options, char const* argument) {
    char const* value = NULL;
    if (has_key(argument, "ram", &value)) return parse_path(value, &options->ram);
    if (has_key(argument, "out", &value)) return parse_path(value, &options->out);
    if (has_key(argument, "profile", &value)) return parse_path(value, &options->profile);
    if (has_key(argument, "targets", &value)) return parse_path(value, &options->targets);
    if (has_key(argument, "kernel", &value))
        return parse_range(value, &options->kernel_first, &options->kernel_last);
    if (has_key(argument, "marks", &value)) return parse_marks(value, &options->marks);
    return false;
}

bool options_parse(struct Options* options, int argc, char** argv) {
    for (int i = 0; i < argc; i++) {
        if (!set(options, argv[i])) {
            fprintf(stderr, "memtrace: cannot use option '%s'\n%s", argv[i], help);
            return false;
        }
    }
    return true;
}
