// SPDX-License-Identifier: BSD-2-Clause
// Signals that are read from files: their causes, waiting for them, and by whom.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void show(int file, pid_t expected) {
    struct signalfd_siginfo all[4];
    ssize_t const bytes = read(file, all, sizeof all);
    printf("read %zd errno %d\n", bytes, bytes < 0 ? errno : 0);
    for (ssize_t i = 0; i * (ssize_t)sizeof *all < bytes; ++i)
        printf(" %u code %d of it %d user %u status %d int %d ptr %llu timer %d\n",
               all[i].ssi_signo, all[i].ssi_code, all[i].ssi_pid == (unsigned)expected,
               all[i].ssi_uid, all[i].ssi_status, all[i].ssi_int,
               (unsigned long long)all[i].ssi_ptr, all[i].ssi_code == SI_TIMER);
}

static int ready(int file) {
    struct pollfd wanted = {file, POLLIN, 0};
    return poll(&wanted, 1, 0) == 1 && wanted.revents == POLLIN;
}

static void check_errors(int file) {
    sigset_t none;
    sigemptyset(&none);
    char small[127];
    printf("small %d", read(file, small, sizeof small) < 0 ? errno : 0);
    printf(" write %d", write(file, small, 1) < 0 ? errno : 0);
    printf(" flags %d", signalfd(-1, &none, 1) < 0 ? errno : 0);
    printf(" other %d", signalfd(0, &none, 0) < 0 ? errno : 0);
    printf(" closed %d", signalfd(77, &none, 0) < 0 ? errno : 0);
    printf(" size %d", syscall(SYS_signalfd4, -1, &none, 4, 0) < 0 ? errno : 0);
    printf(" null %d\n", syscall(SYS_signalfd4, -1, 0, 8, 0) < 0 ? errno : 0);
}

/// Has a child signal this process, which waits by `read` or by epoll.
static void wait_for_child(int file, int by_epoll) {
    fflush(stdout);
    pid_t const parent = getpid();
    pid_t const child = fork();
    if (child == 0) {
        usleep(20000);
        kill(parent, SIGUSR1);
        pause();
    }
    if (by_epoll) {
        struct epoll_event event = {EPOLLIN, {.u32 = 5}};
        int const set = epoll_create1(0);
        epoll_ctl(set, EPOLL_CTL_ADD, file, &event);
        int const found = epoll_wait(set, &event, 1, -1);
        printf("epoll %d %u\n", found, event.data.u32);
        close(set);
    }
    fcntl(file, F_SETFL, 0);
    show(file, child);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    show(file, child);
    fcntl(file, F_SETFL, O_NONBLOCK);
}

int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGRTMIN);
    sigaddset(&set, SIGKILL); // means nothing
    sigprocmask(SIG_BLOCK, &set, 0);
    int const file = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    printf("flags %x %x\n", fcntl(file, F_GETFL) & ~0100000, fcntl(file, F_GETFD));
    show(file, 0);
    printf("ready %d\n", ready(file));
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR1);
    sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 7});
    sigqueue(getpid(), SIGRTMIN, (union sigval){.sival_int = 8});
    printf("ready %d\n", ready(file));
    show(file, getpid());
    printf("ready %d\n", ready(file));
    check_errors(file);
    wait_for_child(file, 0);
    wait_for_child(file, 1);
    if (fork() == 0) _exit(3);
    siginfo_t ended;
    waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT);
    pid_t const child = ended.si_pid;
    wait(0);
    show(file, child);
    timer_t timer;
    struct sigevent event = {
        .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN, .sigev_value.sival_int = 9};
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &(struct itimerspec){{0, 0}, {0, 1000000}}, 0);
    fcntl(file, F_SETFL, 0);
    show(file, 0);
    fcntl(file, F_SETFL, O_NONBLOCK);
    sigdelset(&set, SIGUSR1);
    printf("again %d\n", signalfd(file, &set, 0) == file);
    kill(getpid(), SIGUSR1);
    show(file, 0);
    sigset_t waiting;
    sigpending(&waiting);
    printf("still waits %d\n", sigismember(&waiting, SIGUSR1));
    return 0;
}
