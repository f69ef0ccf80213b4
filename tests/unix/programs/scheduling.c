// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of scheduling, by those who are no superusers: policies, niceness and
// processors.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { nobody = 0x3fffffff };

static int number(long result) {
    return result < 0 ? -errno : (int)result;
}

static void check_policies(void) {
    struct sched_param priority = {7};
    printf("policy %d of nobody %d of none %d\n", number(sched_getscheduler(0)),
           number(sched_getscheduler(nobody)), number(sched_getscheduler(-1)));
    printf("get %d", number(sched_getparam(getpid(), &priority)));
    printf(" priority %d null %d nobody %d\n", priority.sched_priority,
           number(syscall(SYS_sched_getparam, 0, 0)), number(sched_getparam(nobody, &priority)));
    printf("set %d", number(sched_setparam(0, &priority)));
    priority.sched_priority = 1;
    printf(" higher %d null %d at 1 %d\n", number(sched_setparam(0, &priority)),
           number(syscall(SYS_sched_setparam, 0, 0)), number(syscall(SYS_sched_setparam, 0, 1)));
    printf("fifo %d rr %d", number(sched_setscheduler(0, SCHED_FIFO, &priority)),
           number(sched_setscheduler(0, SCHED_RR, &priority)));
    priority.sched_priority = 100;
    printf(" too high %d", number(sched_setscheduler(0, SCHED_FIFO, &priority)));
    priority.sched_priority = 0;
    printf(" too low %d unknown %d other %d nobody %d\n",
           number(sched_setscheduler(0, SCHED_FIFO, &priority)),
           number(sched_setscheduler(0, 77, &priority)),
           number(sched_setscheduler(0, SCHED_OTHER, &priority)),
           number(sched_setscheduler(nobody, SCHED_OTHER, &priority)));
    for (int policy = -1; policy < 7; ++policy)
        printf("%d: %d to %d\n", policy, number(sched_get_priority_min(policy)),
               number(sched_get_priority_max(policy)));
}

/// What is left to those who are no superusers: to become nicer.
static void check_nice(void) {
    struct rlimit const limit = {25, 25};
    printf("nice %d", nice(3));
    printf(" set %d", number(setpriority(PRIO_PROCESS, 0, 7)));
    printf(" less %d raised limit %d\n", number(setpriority(PRIO_PROCESS, 0, 6)),
           number(setrlimit(RLIMIT_NICE, &limit)));
    fflush(stdout);
    pid_t const child = fork();
    if (child == 0) {
        printf("child %d group %d user %d", getpriority(PRIO_PROCESS, 0),
               number(setpriority(PRIO_PGRP, getpgrp(), 9)), getpriority(PRIO_PGRP, 0));
        printf(" far %d", number(setpriority(PRIO_PROCESS, getpid(), 100)));
        printf(" now %d others' %d", getpriority(PRIO_PROCESS, getpid()),
               number(setpriority(PRIO_PROCESS, 1, 19)));
        printf(" kind %d %d nobody %d %d raw %ld\n", number(setpriority(7, 0, 1)),
               number(getpriority(-1, 0)), number(setpriority(PRIO_PROCESS, nobody, 1)),
               number(getpriority(PRIO_USER, nobody)), syscall(SYS_getpriority, PRIO_PROCESS, 0));
        fflush(stdout);
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    printf("own %d\n", getpriority(PRIO_PROCESS, 0));
}

static void check_classes(void) {
    struct sched_param none = {0}, one = {1};
    printf("batch %d with priority %d", number(sched_setscheduler(0, SCHED_BATCH, &none)),
           number(sched_setscheduler(0, SCHED_BATCH, &one)));
    printf(" is %d", sched_getscheduler(0));
    printf(" reset %d", number(sched_setscheduler(0, SCHED_BATCH | SCHED_RESET_ON_FORK, &none)));
    printf(" is %x back %d\n", sched_getscheduler(0),
           number(sched_setscheduler(0, SCHED_OTHER, &none)));
    printf("idle %d", number(sched_setscheduler(0, SCHED_IDLE | SCHED_RESET_ON_FORK, &none)));
    printf(" back %d\n", number(sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &none)));
    struct timespec slice = {7, 7};
    printf("slice %d", number(sched_rr_get_interval(0, &slice)));
    printf(" is short %d nobody %d negative %d\n", slice.tv_sec == 0 && slice.tv_nsec < 1000000000,
           number(sched_rr_get_interval(nobody, &slice)),
           number(sched_rr_get_interval(-1, &slice)));
    printf("pointer %ld\n", (long)number(syscall(SYS_sched_rr_get_interval, 0, 8)));
}

static void check_processors(void) {
    unsigned long set[16] = {0}, one[16] = {0}, again[16] = {0}, none[16] = {0};
    long const bytes = syscall(SYS_sched_getaffinity, 0, sizeof set, set);
    printf("bytes %d", bytes >= 8 && bytes % 8 == 0);
    for (int i = 15; i >= 0; --i)
        if (set[i]) one[i] = set[i] & -set[i];
    int first = 0;
    while (!set[first])
        ++first;
    for (int i = first + 1; i < 16; ++i)
        one[i] = 0;
    printf(" set %d", number(syscall(SYS_sched_setaffinity, 0, sizeof one, one)));
    syscall(SYS_sched_getaffinity, getpid(), sizeof again, again);
    int same = 1;
    for (int i = 0; i < 16; ++i)
        same &= again[i] == one[i];
    printf(" same %d none %d", same, number(syscall(SYS_sched_setaffinity, 0, sizeof none, none)));
    printf(" null %d", number(syscall(SYS_sched_setaffinity, 0, 8, 0)));
    printf(" nobody %d", number(syscall(SYS_sched_setaffinity, nobody, sizeof one, one)));
    printf(" get odd %d", number(syscall(SYS_sched_getaffinity, 0, 9, set)));
    printf(" get nobody %d\n", number(syscall(SYS_sched_getaffinity, nobody, 128, set)));
}

int main(void) {
    if (geteuid() == 0 && setuid(1000) < 0) perror("setuid");
    check_policies();
    fflush(stdout);
    check_nice();
    check_classes();
    check_processors();
    return 0;
}
