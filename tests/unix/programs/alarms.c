// SPDX-License-Identifier: BSD-2-Clause
// Timers that send signals: once, again and again, in place of others, and of whom.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static sig_atomic_t volatile came;

static void count(int signal) {
    came += signal == SIGALRM;
}

static void set(long interval_us, long left_us) {
    struct itimerval const timer = {{interval_us / 1000000, interval_us % 1000000},
                                    {left_us / 1000000, left_us % 1000000}};
    if (setitimer(ITIMER_REAL, &timer, 0) < 0) perror("setitimer");
}

static void show(char const* what) {
    struct itimerval timer;
    if (getitimer(ITIMER_REAL, &timer) < 0) perror("getitimer");
    printf("%s: %ld %ld, %s\n", what, (long)timer.it_interval.tv_sec,
           (long)timer.it_interval.tv_usec,
           timer.it_value.tv_sec || timer.it_value.tv_usec ? "set" : "not set");
}

int main(void) {
    struct sigaction const action = {.sa_handler = count};
    sigaction(SIGALRM, &action, 0);
    show("at first");
    printf("none left %u\n", alarm(100));
    printf("left %u\n", alarm(0));
    show("taken back");
    set(0, 1000);
    pause();
    printf("came %d\n", (int)came);
    show("once");
    set(1000, 1000);
    show("again and again");
    while (came < 5)
        pause();
    set(0, 0);
    printf("came %d\n", came >= 5);
    set(0, 20000);
    int const slept = usleep(5000000);
    printf("sleep ends %d\n", slept < 0 && errno == EINTR);
    set(0, 100000000);
    fflush(stdout);
    if (fork() == 0) {
        show("of the child");
        fflush(stdout);
        signal(SIGALRM, SIG_DFL);
        alarm(1);
        for (;;)
            pause();
    }
    int status = 0;
    wait(&status);
    printf("ended by %d\n", WTERMSIG(status));
    show("of the parent");
    struct itimerval wrong = {{0, 1000000}, {1, 0}};
    printf("wrong %d", setitimer(ITIMER_REAL, &wrong, 0) < 0 ? errno : 0);
    wrong.it_interval.tv_usec = -1;
    printf(" %d", setitimer(ITIMER_REAL, &wrong, 0) < 0 ? errno : 0);
    printf(" %d\n", setitimer(7, &wrong, 0) < 0 ? errno : 0);
    return 0;
}
