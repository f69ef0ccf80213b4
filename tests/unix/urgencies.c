// SPDX-License-Identifier: BSD-2-Clause
// Who gets the processor, and how much of it, by nice values and by policies of real time. Shares
// are told by what the kernel says that was used, as it counts ticks.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ms = 1000000 };

static long long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

struct manner {
    int nice, policy, priority;
};

/// A process that uses all that it gets, with a nice value or a policy.
static pid_t spinner(struct manner how) {
    pid_t const child = fork();
    if (child != 0) return child;
    struct sched_param const param = {how.priority};
    setpriority(PRIO_PROCESS, 0, how.nice);
    sched_setscheduler(0, how.policy, &param);
    for (;;)
        ;
}

static long long used(pid_t process) {
    clockid_t clock;
    clock_getcpuclockid(process, &clock);
    return now(clock);
}

/// Of some milliseconds, how many hundredths the first of two gets.
static void share(char const* what, int during_ms, struct manner its, struct manner others) {
    pid_t const first = spinner(its);
    pid_t const second = spinner(others);
    struct timespec const during = {0, during_ms * ms};
    nanosleep(&during, NULL);
    long long const one = used(first), other = used(second);
    long long const percent = one + other == 0 ? -1 : one * 100 / (one + other);
    kill(first, SIGKILL);
    kill(second, SIGKILL); // before the first one is waited for, which it may not let run
    waitpid(first, NULL, 0);
    waitpid(second, NULL, 0);
    if (percent >= 90) // what begins gets a tick or two
        printf("%s: nearly all\n", what);
    else
        printf("%s: %lld\n", what, (percent + 2) / 5 * 5);
}

static void check_shares(void) {
    share("0 and 10", 60, (struct manner){0, SCHED_OTHER, 0}, (struct manner){10, SCHED_OTHER, 0});
    share("0 and 19", 63, (struct manner){0, SCHED_OTHER, 0}, (struct manner){19, SCHED_OTHER, 0});
    share("-1 and 0", 104, (struct manner){-1, SCHED_OTHER, 0}, (struct manner){0, SCHED_OTHER, 0});
    share("other and idle", 63, (struct manner){0, SCHED_OTHER, 0},
          (struct manner){0, SCHED_IDLE, 0});
    share("real time and other", 30, (struct manner){0, SCHED_RR, 1},
          (struct manner){-20, SCHED_OTHER, 0});
    share("2 and 1", 30, (struct manner){0, SCHED_FIFO, 2}, (struct manner){0, SCHED_RR, 1});
    share("round robin", 200, (struct manner){0, SCHED_RR, 5}, (struct manner){0, SCHED_RR, 5});
    share("first in", 130, (struct manner){0, SCHED_FIFO, 5}, (struct manner){0, SCHED_FIFO, 5});
}

static char volatile order[8];
static int volatile count;

static void* note(void* letter) {
    order[count++] = *(char const*)letter;
    return NULL;
}

/// A thread that lets more urgent ones run before it goes on, and less urgent ones after.
static void check_order(void) {
    struct sched_param param = {10};
    sched_setscheduler(0, SCHED_FIFO, &param);
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) {
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
        pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
        param.sched_priority = i == 0 ? 5 : 20;
        pthread_attr_setschedparam(&attributes, &param);
        pthread_create(&threads[i], &attributes, note, i == 0 ? "l" : "h");
    }
    note("m"); // the more urgent one has run before `pthread_create` returned
    for (int i = 0; i < 2; ++i)
        pthread_join(threads[i], NULL);
    printf("order %.3s\n", (char const*)order);
    struct timespec slice;
    sched_rr_get_interval(0, &slice);
    printf("endless %ld", slice.tv_nsec);
    sched_setscheduler(0, SCHED_RR, &param);
    sched_rr_get_interval(0, &slice);
    printf(" of turns %ld ms\n", slice.tv_nsec / ms);
    param.sched_priority = 0;
    sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &param);
    setpriority(PRIO_PROCESS, 0, -3);
    if (fork() == 0) {
        printf("child %d", getpriority(PRIO_PROCESS, 0));
        fflush(stdout);
        _exit(0);
    }
    wait(NULL);
    printf(" parent %d\n", getpriority(PRIO_PROCESS, 0));
}

int main(void) {
    struct sched_param const param = {50};
    sched_setscheduler(0, SCHED_RR, &param); // it is to notice the end of each second
    setvbuf(stdout, NULL, _IOLBF, 0);
    check_shares();
    check_order();
    return 0;
}
