// SPDX-License-Identifier: BSD-2-Clause
// Files that tell of events: sets of files, counts, timers; and many descriptors.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void show(char const* what, int set, int wait_ms) {
    struct epoll_event events[8];
    int const found = epoll_wait(set, events, 8, wait_ms);
    printf("%s: %d", what, found);
    for (int i = 0; i < found; ++i)
        printf(" %x/%d", events[i].events, events[i].data.fd);
    printf("\n");
}

static int add(int set, int file, unsigned bits, int number) {
    struct epoll_event event = {.events = bits, .data.fd = number};
    return epoll_ctl(set, EPOLL_CTL_ADD, file, &event);
}

static void show_sets(void) {
    int a[2], b[2];
    char bytes[16];
    if (pipe(a) != 0 || pipe(b) != 0) perror("pipe");
    int const set = epoll_create1(EPOLL_CLOEXEC);
    add(set, a[0], EPOLLIN, 1);
    add(set, a[1], EPOLLOUT, 2);
    add(set, b[0], EPOLLIN | EPOLLET, 3);
    show("writable", set, 0);
    struct epoll_event nothing = {.events = 0, .data.fd = 2};
    epoll_ctl(set, EPOLL_CTL_MOD, a[1], &nothing);
    show("none", set, 0);
    if (write(a[1], "x", 1) != 1) perror("write");
    show("readable", set, -1);
    show("still", set, -1);
    if (read(a[0], bytes, 1) != 1) perror("read");
    show("read", set, 10);
    if (write(b[1], "yy", 2) != 2) perror("write");
    show("edge", set, -1);
    show("no edge", set, 0);
    if (read(b[0], bytes, 2) != 2) perror("read");
    if (write(b[1], "z", 1) != 1) perror("write");
    show("next edge", set, -1);
    if (read(b[0], bytes, 1) != 1) perror("read");
    close(a[1]);
    show("hung up", set, -1);
    int const again = add(set, a[0], EPOLLIN, 1);
    printf("again %d %d\n", again, errno);
    printf("deleted %d\n", epoll_ctl(set, EPOLL_CTL_DEL, a[0], 0));
    printf("deleted again %d %d\n", epoll_ctl(set, EPOLL_CTL_DEL, a[0], 0), errno);
    close(b[0]);
    show("closed", set, 0);
    int const file = open("file", O_RDWR | O_CREAT, 0600);
    int const refused = add(set, file, EPOLLIN, 1);
    printf("of a file %d %d, of itself %d %d\n", refused, errno, add(set, set, EPOLLIN, 1), errno);
    close(a[0]);
    close(b[1]);
    close(file);
    close(set);
}

static void* add_later(void* argument) {
    uint64_t const three = 3;
    usleep(20000);
    if (write(*(int*)argument, &three, 8) != 8) perror("write");
    return 0;
}

static void show_counts(void) {
    uint64_t count = 0;
    int events = eventfd(2, EFD_NONBLOCK | EFD_SEMAPHORE);
    for (int i = 0; i < 3; ++i)
        printf("semaphore %zd", read(events, &count, 8)), printf(" %d\n", (int)count);
    close(events);
    events = eventfd(0, 0);
    int const set = epoll_create(1);
    add(set, events, EPOLLIN | EPOLLONESHOT, 7);
    pthread_t thread;
    pthread_create(&thread, 0, add_later, &events);
    show("added", set, -1);
    show("once", set, 0);
    pthread_join(thread, 0);
    if (read(events, &count, 8) != 8) perror("read");
    printf("count %d, short %zd\n", (int)count, read(events, &count, 4));
    close(set);
    close(events);
}

static void show_timers(void) {
    uint64_t count = 0;
    int const timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct itimerspec times = {{0, 0}, {1000, 0}};
    struct itimerspec left;
    timerfd_settime(timer, 0, &times, 0);
    timerfd_gettime(timer, &left);
    printf("left %d, early %zd\n", left.it_value.tv_sec > 0, read(timer, &count, 8));
    struct pollfd polled = {timer, POLLIN, 0};
    times.it_value = (struct timespec){0, 30000000};
    timerfd_settime(timer, 0, &times, 0);
    int const found = poll(&polled, 1, 2000);
    ssize_t const bytes = read(timer, &count, 8);
    printf("poll %d, read %zd %d\n", found, bytes, (int)count);
    times.it_interval.tv_nsec = 5000000;
    clock_gettime(CLOCK_MONOTONIC, &times.it_value);
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &times, 0);
    usleep(60000);
    printf("often %zd", read(timer, &count, 8));
    printf(" %d\n", count > 3);
    times.it_value.tv_sec = times.it_value.tv_nsec = 0;
    timerfd_settime(timer, 0, &times, &left);
    printf("was %ld, ended %d\n", left.it_interval.tv_nsec, poll(&polled, 1, 20));
    close(timer);
}

static void show_many(void) {
    int ends[2];
    int last = 0;
    if (pipe(ends) != 0) perror("pipe");
    for (int i = 0; i < 500; ++i)
        last = dup(ends[0]);
    printf("many %d, high %d, too high %d\n", last > 400, dup2(ends[1], 1000),
           dup2(ends[1], 4000000));
    fflush(stdout);
    if (fork() == 0) _exit(write(1000, "x", 1) == 1 ? 5 : 6);
    int status = 0;
    wait(&status);
    fd_set set;
    FD_ZERO(&set);
    FD_SET(last, &set);
    struct timeval soon = {1, 0};
    int const found = select(last + 1, &set, 0, 0, &soon);
    struct pollfd polled[200];
    for (int i = 0; i < 200; ++i)
        polled[i] = (struct pollfd){last - i, POLLIN, 0};
    printf("child %d, select %d %d, poll %d\n", WEXITSTATUS(status), found,
           FD_ISSET(last, &set) != 0, poll(polled, 200, 0));
}

int main(void) {
    show_sets();
    show_counts();
    show_timers();
    show_many();
    return 0;
}
