// SPDX-License-Identifier: BSD-2-Clause
// What follows a clock that is set: sleep until a time of it, but not for a time; and a late clock.
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { day_s = 24 * 60 * 60 };

static void nothing(int signal) {
    (void)signal;
}

static struct timespec now(void) {
    struct timespec time = {0, 0};
    if (clock_gettime(CLOCK_REALTIME, &time) < 0) perror("clock_gettime");
    return time;
}

/// Sets the clock, which goes on by a day each time, and has its parent know.
static void set_again_and_again(void) {
    for (;;) {
        struct timespec time = now();
        time.tv_sec += day_s;
        if (clock_settime(CLOCK_REALTIME, &time) < 0) perror("clock_settime");
        kill(getppid(), SIGUSR1);
        usleep(10000);
    }
}

int main(void) {
    struct sigaction const action = {.sa_handler = nothing};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaction(SIGUSR1, &action, 0);
    sigprocmask(SIG_BLOCK, &set, 0);
    struct timespec then = now();
    then.tv_sec += 5 * day_s;
    int const child = fork();
    if (child == 0) set_again_and_again();
    printf("until then %d\n", clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &then, 0));
    sigprocmask(SIG_UNBLOCK, &set, 0);
    struct timespec const wanted = {1000, 0};
    struct timespec left = {0, 0};
    printf("so long %d", clock_nanosleep(CLOCK_REALTIME, 0, &wanted, &left) == EINTR);
    printf(", left %d\n", left.tv_sec > 500 && left.tv_sec <= 1000);
    kill(child, SIGKILL);
    waitpid(child, 0, 0);
    struct timespec const late = {4102444800, 0}; // 2100
    printf("set %d\n", clock_settime(CLOCK_REALTIME, &late));
    sem_t none;
    sem_init(&none, 0, 0);
    then = (struct timespec){late.tv_sec + 1, 0};
    printf("wait %d", sem_timedwait(&none, &then) < 0 && errno == ETIMEDOUT);
    printf(", as long as that %d\n", now().tv_sec >= then.tv_sec);
    return 0;
}
