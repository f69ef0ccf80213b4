// SPDX-License-Identifier: BSD-2-Clause
// Signals with values, which wait as often as they are sent, and timers that send them.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int outcome(int result) {
    return result < 0 ? -errno : result;
}

static void note(int signal, siginfo_t* told, void* context) {
    (void)context;
    char text[80];
    int const bytes = snprintf(text, sizeof text, "signal +%d code %d value %d from %s\n",
                               signal - SIGRTMIN, told->si_code, told->si_value.sival_int,
                               told->si_pid == getpid() ? "itself" : "another");
    if (write(1, text, (size_t)bytes) != bytes) _exit(1);
}

static void show_next(sigset_t const* set) {
    siginfo_t told = {0};
    struct timespec const none = {0, 0};
    int const signal = outcome(sigtimedwait(set, &told, &none));
    printf("taken %d code %d value %d\n", signal < 0 ? signal : signal - SIGRTMIN, told.si_code,
           told.si_value.sival_int);
    fflush(stdout);
}

static void queue(void) {
    struct sigaction const action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
    sigaction(SIGRTMIN, &action, 0);
    sigaction(SIGRTMIN + 1, &action, 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    sigaddset(&set, SIGRTMIN + 1);
    sigprocmask(SIG_BLOCK, &set, 0);
    for (int i = 0; i < 3; ++i) {
        union sigval const value = {.sival_int = i};
        printf("queued %d", outcome(sigqueue(getpid(), SIGRTMIN + 1, value)));
        printf(" %d\n", outcome(sigqueue(getpid(), SIGRTMIN, value)));
    }
    fflush(stdout);
    sigprocmask(SIG_UNBLOCK, &set, 0);
    sigprocmask(SIG_BLOCK, &set, 0);
    for (int i = 0; i < 2; ++i)
        sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 10 + i});
    kill(getpid(), SIGRTMIN);
    for (int i = 0; i < 4; ++i)
        show_next(&set);
    union sigval const none = {0};
    printf("no signal %d", outcome(sigqueue(getpid(), 0, none)));
    printf(", a wrong one %d", outcome(sigqueue(getpid(), 65, none)));
    printf(", nobody %d\n", outcome(sigqueue(999999, SIGRTMIN, none)));
    siginfo_t forged = {.si_signo = SIGRTMIN, .si_code = SI_USER};
    printf("forged %d", outcome((int)syscall(SYS_rt_sigqueueinfo, getppid(), 0, &forged)));
    printf(", no information %d\n", outcome((int)syscall(SYS_rt_sigqueueinfo, getpid(), 0, 8)));
    fflush(stdout);
    if (fork() == 0) {
        sigqueue(getppid(), SIGRTMIN + 1, (union sigval){.sival_int = 77});
        _exit(0);
    }
    wait(0);
    sigprocmask(SIG_UNBLOCK, &set, 0);
}

static void show_time(char const* what, struct itimerspec const* times) {
    printf("%s: %ld s left at most, every %ld ms\n", what,
           (long)times->it_value.tv_sec + (times->it_value.tv_nsec != 0),
           times->it_interval.tv_nsec / 1000000);
}

static void timers(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN + 2);
    sigprocmask(SIG_BLOCK, &set, 0);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN + 2};
    event.sigev_value.sival_int = 42;
    timer_t timer;
    printf("made %d\n", outcome(timer_create(CLOCK_MONOTONIC, &event, &timer)));
    struct itimerspec times = {.it_value = {.tv_sec = 5}};
    struct itimerspec old;
    timer_settime(timer, 0, &times, 0);
    timer_gettime(timer, &old);
    show_time("one", &old);
    times = (struct itimerspec){{0, 10000000}, {0, 10000000}};
    timer_settime(timer, 0, &times, &old);
    show_time("was", &old);
    usleep(65000);
    show_next(&set);
    int const overruns = outcome(timer_getoverrun(timer));
    printf("overruns %d\n", overruns >= 3);
    printf("deleted %d\n", outcome(timer_delete(timer)));
    sigtimedwait(&set, 0, &(struct timespec){0, 0});
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    event.sigev_value.sival_int = 43;
    timer_create(CLOCK_REALTIME, &event, &timer);
    times = (struct itimerspec){.it_value = {.tv_sec = now.tv_sec - 5}};
    printf("passed %d\n", outcome(timer_settime(timer, TIMER_ABSTIME, &times, 0)));
    usleep(10000);
    show_next(&set);
    times.it_value.tv_nsec = 1000000000;
    printf("no time %d\n", outcome(timer_settime(timer, 0, &times, 0)));
    timer_delete(timer);
    event.sigev_notify = SIGEV_NONE;
    printf("none %d\n", outcome(timer_create(CLOCK_MONOTONIC, &event, &timer)));
    times = (struct itimerspec){.it_value = {.tv_nsec = 1000000}};
    timer_settime(timer, 0, &times, 0);
    usleep(5000);
    show_next(&set);
    long id = 0;
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = 65;
    printf("no signal %d", outcome((int)syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &id)));
    printf(", no clock %d", outcome((int)syscall(SYS_timer_create, 99, 0, &id)));
    printf(", no place %d", outcome((int)syscall(SYS_timer_create, CLOCK_MONOTONIC, 0, 8)));
    printf(", no timer %d", outcome((int)syscall(SYS_timer_delete, 1234)));
    printf(" %d\n", outcome((int)syscall(SYS_timer_getoverrun, 1234)));
}

int main(void) {
    queue();
    timers();
    return 0;
}
