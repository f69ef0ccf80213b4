// SPDX-License-Identifier: BSD-2-Clause
// Limits of what a process may have, and timers of the time that it uses.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static sig_atomic_t volatile came[65];

static void count(int signal) {
    ++came[signal];
}

/// Does something in a child, and tells how that has ended.
static void in_child(char const* what, void (*act)(void)) {
    printf("%s:", what);
    fflush(stdout);
    if (fork() == 0) {
        act();
        fflush(stdout);
        _exit(0);
    }
    int status = 0;
    wait(&status);
    printf(" status %d signal %d\n", WEXITSTATUS(status), WTERMSIG(status));
}

static int set(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit const limit = {soft, hard};
    return setrlimit(resource, &limit) < 0 ? errno : 0;
}

static void use_memory(void) {
    size_t const mebibyte = 1 << 20;
    char* const some = mmap(0, mebibyte, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    set(RLIMIT_AS, 64 * mebibyte, 64 * mebibyte);
    void* large = mmap(0, 100 * mebibyte, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf(" large %d", large == MAP_FAILED ? errno : 0);
    large = mmap(0, 100 * mebibyte, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    printf(" shared %d", large == MAP_FAILED ? errno : 0);
    printf(" heap %d", sbrk(100 * mebibyte) == (void*)-1 ? errno : 0);
    large = mremap(some, mebibyte, 100 * mebibyte, MREMAP_MAYMOVE);
    printf(" grown %d", large == MAP_FAILED ? errno : 0);
    void* const half = mmap(0, 32 * mebibyte, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf(" half %d", half != MAP_FAILED);
    printf(" other half %d",
           mmap(0, 32 * mebibyte, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
               ? errno
               : 0);
    printf(" in place %d", mmap(half, 32 * mebibyte, PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == half);
    munmap(half, 32 * mebibyte);
    printf(" again %d",
           mmap(0, 32 * mebibyte, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
}

static void use_files(void) {
    set(RLIMIT_NOFILE, 6, 10);
    int opened = 0;
    while (dup(0) >= 0)
        ++opened;
    printf(" opened %d errno %d", opened, errno);
    printf(" dup2 %d", dup2(0, 6) < 0 ? errno : 0);
    printf(" dup2 lower %d", dup2(0, 5));
    printf(" from %d", fcntl(0, F_DUPFD, 6) < 0 ? errno : 0);
    struct pollfd wanted[7] = {{0, 0, 0}};
    printf(" poll %d", poll(wanted, 7, 0) < 0 ? errno : 0);
    set(RLIMIT_NOFILE, 10, 10);
    printf(" more %d", dup(0));
}

static void write_too_much(void) {
    signal(SIGXFSZ, count);
    set(RLIMIT_FSIZE, 10, 10);
    int const file = open("limited", O_CREAT | O_RDWR, 0600);
    printf(" written %d", (int)write(file, "12345678", 8));
    printf(" rest %d", (int)write(file, "12345678", 8));
    printf(" none %d", write(file, "1", 1) < 0 ? errno : 0);
    printf(" longer %d", ftruncate(file, 11) < 0 ? errno : 0);
    printf(" as long %d", ftruncate(file, 10));
    printf(" by name %d", truncate("limited", 100) < 0 ? errno : 0);
    printf(" nothing %d came %d", (int)pwrite(file, "", 0, 20), (int)came[SIGXFSZ]);
    fflush(stdout);
    signal(SIGXFSZ, SIG_DFL);
    write(file, "1", 1);
}

static void set_limits(void) {
    struct rlimit before;
    prlimit(0, RLIMIT_CORE, &(struct rlimit){0, 5}, 0);
    prlimit(getpid(), RLIMIT_CORE, 0, &before);
    printf(" told %d %d", (int)before.rlim_cur, (int)before.rlim_max);
    printf(" reversed %d", set(RLIMIT_CORE, 6, 5));
    printf(" which %d", set(16, 1, 1));
    printf(" null %d", syscall(160, RLIMIT_CORE, 1) < 0 ? errno : 0);
    printf(" nobody %d", prlimit(0x3fffffff, RLIMIT_CORE, 0, &before) < 0 ? errno : 0);
    if (getuid() == 0 && setuid(1000) < 0) perror("setuid");
    printf(" raised %d", set(RLIMIT_CORE, 5, 6));
    printf(" up %d", set(RLIMIT_CORE, 5, 5));
    printf(" other's %d", prlimit(1, RLIMIT_CORE, 0, &before) < 0 ? errno : 0);
    set(RLIMIT_NPROC, 0, 0);
    printf(" fork %d", fork() < 0 ? errno : 0);
}

static void spin(void) {
    for (;;)
        ;
}

static void use_time(void) {
    signal(SIGXCPU, count);
    set(RLIMIT_CPU, 1, 2);
    while (came[SIGXCPU] == 0)
        ;
    printf(" told %d", (int)came[SIGXCPU]);
    fflush(stdout);
    spin();
}

static void expire(void) {
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){{0, 0}, {0, 20000}}, 0);
    spin();
}

static void run_timers(void) {
    signal(SIGVTALRM, count);
    signal(SIGPROF, count);
    struct itimerval now;
    struct itimerval const set = {{0, 10000}, {0, 20000}};
    setitimer(ITIMER_VIRTUAL, &set, 0);
    setitimer(ITIMER_PROF, &set, &now);
    printf(" unset %d %d", (int)now.it_interval.tv_usec, (int)now.it_value.tv_usec);
    usleep(50000); // which uses none
    printf(" asleep %d %d", (int)came[SIGVTALRM], (int)came[SIGPROF]);
    while (came[SIGVTALRM] < 3 || came[SIGPROF] < 3)
        ;
    getitimer(ITIMER_VIRTUAL, &now);
    printf(" every %d left %d", (int)now.it_interval.tv_usec,
           now.it_value.tv_usec > 0 && now.it_value.tv_usec <= 20000);
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){{0, 0}, {0, 0}}, &now);
    printf(" before %d", (int)now.it_interval.tv_usec);
    fflush(stdout);
    if (fork() == 0) {
        getitimer(ITIMER_PROF, &now);
        printf(" of the child %d", (int)now.it_interval.tv_usec);
        fflush(stdout);
        _exit(0);
    }
    wait(0);
    printf(" which %d", getitimer(3, &now) < 0 ? errno : 0);
}

int main(void) {
    in_child("memory", use_memory);
    in_child("files", use_files);
    in_child("length", write_too_much);
    in_child("set", set_limits);
    in_child("time", use_time);
    in_child("expires", expire);
    in_child("timers", run_timers);
    return 0;
}
