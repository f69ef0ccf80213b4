// SPDX-License-Identifier: BSD-2-Clause
// A comment that means something to the compiler reaches it.
// RUN: %layout --class record -- gcc -c %s > %t.json
// RUN: %reorder --plan %t.json -- gcc -Wimplicit-fallthrough=3 -Werror -c %s -o %t.o
struct record {
    int kind;
    char mark;
};

int kinds(struct record *record) {
    switch (record->kind) {
    case 1:
        record->mark++;
        /* fall through */
    case 2:
        return 3;
    }
    return 0;
}
