// SPDX-License-Identifier: BSD-2-Clause
// How long processes, threads and children have run.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long ms_of(clockid_t clock) {
    struct timespec now = {0, 0};
    if (clock_gettime(clock, &now) < 0) return -errno;
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static long user_ms(int whose) {
    struct rusage used;
    if (getrusage(whose, &used) < 0) return -errno;
    return used.ru_utime.tv_sec * 1000 + used.ru_utime.tv_usec / 1000;
}

/// Runs so many milliseconds of this thread's time.
static void* run(void* ms) {
    long const end = ms_of(CLOCK_THREAD_CPUTIME_ID) + (long)ms;
    while (ms_of(CLOCK_THREAD_CPUTIME_ID) < end)
        for (int volatile i = 0; i < 10000; ++i)
            ;
    return 0;
}

static int is_near(long found, long wanted) {
    if (found < wanted / 2 || found > wanted * 2 + 20) fprintf(stderr, "found %ld\n", found);
    return found >= wanted / 2 && found <= wanted * 2 + 20;
}

/// The user's time of a process as its file says it, in ms; one that sleeps has none.
static long told_ms(int process) {
    char path[64];
    long user = -1;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE* const file = fopen(path, "r");
    if (!file) return -1;
    if (fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld", &user) != 1)
        user = -1;
    fclose(file);
    return user < 0 ? user : user * 1000 / sysconf(_SC_CLK_TCK);
}

int main(void) {
    usleep(100000);
    printf("asleep %d\n", ms_of(CLOCK_PROCESS_CPUTIME_ID) < 50);
    run((void*)200);
    printf("own %d, told %d\n", is_near(user_ms(RUSAGE_SELF) + 20, 200),
           is_near(told_ms(getpid()) + 20, 200));
    pthread_t thread;
    long const own = ms_of(CLOCK_THREAD_CPUTIME_ID);
    pthread_create(&thread, 0, run, (void*)200);
    pthread_join(thread, 0);
    printf("a thread is its process' %d", is_near(ms_of(CLOCK_PROCESS_CPUTIME_ID), 400));
    printf(", and not the other's %d\n", ms_of(CLOCK_THREAD_CPUTIME_ID) - own < 100);
    fflush(stdout);
    int const child = fork();
    if (child == 0) {
        printf("a child begins %d\n", ms_of(CLOCK_PROCESS_CPUTIME_ID) < 100);
        fflush(stdout);
        if (fork() == 0) {
            run((void*)100);
            _exit(0);
        }
        wait(0);
        run((void*)100);
        _exit(0);
    }
    long const of_children = user_ms(RUSAGE_CHILDREN);
    struct rusage used;
    wait4(child, 0, 0, &used);
    printf("not waited for %d\n", of_children == 0);
    printf("waited for %d",
           is_near(used.ru_utime.tv_sec * 1000 + used.ru_utime.tv_usec / 1000, 200));
    struct tms ticks;
    times(&ticks);
    printf(" %d %d\n", is_near(user_ms(RUSAGE_CHILDREN), 200),
           is_near(ticks.tms_cutime * 1000 / sysconf(_SC_CLK_TCK) + 20, 200));
    clockid_t clock;
    printf("clock of a process %d", clock_getcpuclockid(getpid(), &clock));
    printf(" %d", is_near(ms_of(clock), 400));
    printf(", of nobody %d\n", clock_getcpuclockid(999999, &clock) == ESRCH);
    printf("of no kind %ld, whose %ld\n", ms_of((clockid_t)-1), user_ms(7));
    struct timespec const none = {0, 1};
    printf("sleep by own time %d\n", clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &none, 0));
    return 0;
}
