// SPDX-License-Identifier: BSD-2-Clause
// Comments travel with their member: those above it, and those after it on its line.
// RUN: %layout --class task --order reversed -- gcc -c %s > %t.json
// RUN: %reorder print --plan %t.json -o %t.c %s
// RUN: gcc -c %t.c -o %t.o
// RUN: grep -v '^#' %t.c | %FileCheck --match-full-lines --strict-whitespace %s

//      CHECK:struct task { /* what runs: stays with the brace */
//      CHECK:    unsigned cold : 3;
// CHECK-NEXT:    unsigned  /* of the run */ hot : 5; // five
// CHECK-NEXT:    struct {
// CHECK-NEXT:        int x; // across
// CHECK-NEXT:        int y; // down
// CHECK-NEXT:    } point; /* on the screen */
// CHECK-NEXT:    char name[16]; /* for people; with a semicolon */
// CHECK-NEXT:    long{{ *}}
// CHECK-NEXT:        level; /* how deep */
// CHECK-NEXT:    long{{ *}}
// CHECK-NEXT:        *heap; // shared
// CHECK-NEXT:    /* --- places: this heads a group --- */
// CHECK-EMPTY:
// CHECK-NEXT:    // Above the first of three.
// CHECK-NEXT:    long *stack; /* of the thread */
// CHECK-NEXT:    /* Who it is:
// CHECK-NEXT:     * a number. */
// CHECK-NEXT:    int id; // given by the kernel
// CHECK-NEXT:            // and never changed
//      CHECK:    /* no more: stays at the end */
// CHECK-NEXT:};
struct task { /* what runs: stays with the brace */
    /* Who it is:
     * a number. */
    int id; // given by the kernel
            // and never changed

    /* --- places: this heads a group --- */

    // Above the first of three.
    long *stack, /* of the thread */
        *heap,   // shared
        level;   /* how deep */
    char name[16]; /* for people; with a semicolon */
    struct {
        int x; // across
        int y; // down
    } point;                                /* on the screen */
    unsigned cold : 3, /* of the run */ hot : 5; // five

    /* no more: stays at the end */
};

int id_of(struct task *task) { return task->id; }
