// SPDX-License-Identifier: BSD-2-Clause
// The record is there however a program ends, where the program was started; one that ends without
// `exit` may lack calls, which is said. A child of fork does not write over its parent's.
// RUN: %spec_of %s %t.spec
// RUN: %specialize capture %t.spec -o %t.o -- gcc -O2 -c %s
// RUN: gcc %t.o -o %t.program
// RUN: mkdir -p %t.folder
// RUN: cd %t.folder && rm -f * && %t.program exit && %FileCheck --input-file=last.capture --check-prefix=WHOLE %s
// RUN: cd %t.folder && rm -f * && %t.program quick_exit && %FileCheck --input-file=last.capture --check-prefix=WHOLE %s
// RUN: cd %t.folder && rm -f * && %t.program _exit && %FileCheck --input-file=last.capture --check-prefix=PART %s
// RUN: %specialize fill %t.spec --from %t.folder/last.capture -- gcc -c %s 2>&1 | %FileCheck --check-prefix=WARNED %s
// RUN: cd %t.folder && rm -f * && not %t.program kill ; %FileCheck --input-file=last.capture --check-prefix=PART %s
// RUN: cd %t.folder && rm -f * && %t.program fork && %FileCheck --input-file=last.capture --check-prefix=WHOLE %s
// RUN: cd %t.folder && ls | %FileCheck --check-prefix=CHILD %s
// RUN: cd %t.folder && rm -f * && %t.program signal && %FileCheck --input-file=last.capture --check-prefix=SIGNAL %s
// RUN: env FLATLAND_CAPTURE=%t.folder/none/here %t.program exit 2>&1 | %FileCheck --check-prefix=FAILED %s
// SPEC: entry step(int x) as last;
// SPEC: static x;
// WHOLE: "complete": true
// WHOLE: "version": "last", "calls": 100, "missed": 0
// PART: "complete": false
// PART: "version": "last", "calls": 64
// WARNED: static x = 7;  // the same at 64 calls
// WARNED: warning[S0424]: a recorded program did not end by `exit` or from `main`
// CHILD: last.capture.{{[0-9]+$}}
// SIGNAL: "complete": true
// FAILED: flatland: cannot write {{.*}}none/here
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) int step(int x) {
    __asm__ volatile("");
    return x + 1;
}

static int volatile interruptions;

static void interrupt(int number) {
    (void)number;
    step(7);
    ++interruptions;
}

/* The signal comes while calls are recorded, sooner or later. */
static void run_with_signals(void) {
    struct itimerval const often = {{0, 100}, {0, 100}};
    signal(SIGALRM, interrupt);
    setitimer(ITIMER_REAL, &often, NULL);
    while (interruptions < 2000)
        step(7);
    signal(SIGALRM, SIG_IGN);
}

int main(int count, char **words) {
    char const *const end = count > 1 ? words[1] : "exit";
    errno = 77;
    for (int i = 0; i < 100; ++i)
        step(7);
    if (errno != 77) return 1;
    if (chdir("/") != 0) return 1;
    if (strcmp(end, "quick_exit") == 0) quick_exit(0);
    if (strcmp(end, "_exit") == 0) _exit(0);
    if (strcmp(end, "kill") == 0) raise(SIGKILL);
    if (strcmp(end, "signal") == 0) run_with_signals();
    if (strcmp(end, "fork") == 0 && fork() == 0) step(8);
    wait(NULL);
    return 0;
}
