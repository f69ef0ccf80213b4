// SPDX-License-Identifier: BSD-2-Clause
// Message queues: order, room, names, permissions, waiting with and without an end, notices.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char const* name = "/queue-of-a-test";

static void say(char const* what, long result) {
    if (result < 0)
        printf("%s: %s\n", what, strerror(errno));
    else
        printf("%s: %ld\n", what, result);
}

static mqd_t make(long messages, long bytes, int more) {
    struct mq_attr const size = {.mq_maxmsg = messages, .mq_msgsize = bytes};
    return mq_open(name, O_CREAT | O_EXCL | O_RDWR | more, 0600, &size);
}

static void receive(mqd_t queue) {
    char text[64] = {};
    unsigned priority = 0;
    ssize_t const size = mq_receive(queue, text, sizeof text, &priority);
    if (size < 0)
        say("receive", size);
    else
        printf("received '%s' of %zd bytes, priority %u\n", text, size, priority);
}

static void order(void) {
    mqd_t const queue = make(5, 64, 0);
    say("low", mq_send(queue, "low", 4, 1));
    say("first", mq_send(queue, "first", 6, 9));
    say("second", mq_send(queue, "second", 7, 9));
    say("none", mq_send(queue, "", 0, 0));
    say("highest", mq_send(queue, "highest", 8, 32767));
    struct pollfd file = {.fd = queue, .events = POLLIN | POLLOUT};
    say("poll", poll(&file, 1, 0));
    printf("events %x\n", file.revents);
    struct mq_attr now;
    say("getattr", mq_getattr(queue, &now));
    printf("flags %lx, %ld of %ld messages of %ld bytes\n", now.mq_flags, now.mq_curmsgs,
           now.mq_maxmsg, now.mq_msgsize);
    for (int i = 0; i < 5; ++i)
        receive(queue);
    file.revents = 0;
    say("poll", poll(&file, 1, 0));
    printf("events %x\n", file.revents);
    mq_close(queue);
    say("unlink", mq_unlink(name));
}

static void refusals(void) {
    char text[64];
    mqd_t const queue = make(2, 16, O_NONBLOCK);
    say("empty", mq_receive(queue, text, sizeof text, NULL));
    say("small room", mq_receive(queue, text, 15, NULL));
    say("too long", mq_send(queue, text, 17, 0));
    say("too urgent", mq_send(queue, text, 1, 32768));
    say("one", mq_send(queue, "1", 2, 0));
    say("two", mq_send(queue, "2", 2, 0));
    say("full", mq_send(queue, "3", 2, 0));
    say("again", mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, NULL));
    mqd_t const reader = mq_open(name, O_RDONLY);
    say("by a reader", mq_send(reader, "4", 2, 0));
    mqd_t const writer = mq_open(name, O_WRONLY);
    say("by a writer", mq_receive(writer, text, sizeof text, NULL));
    say("no queue", mq_send(STDOUT_FILENO, "5", 2, 0));
    say("bad size",
        mq_open("/another", O_CREAT | O_RDWR, 0600, &(struct mq_attr){.mq_maxmsg = -1}));
    say("bad name", mq_open("/a/b", O_CREAT | O_RDWR, 0600, NULL));
    say("no name", mq_open("/", O_CREAT | O_RDWR, 0600, NULL));
    say("unknown", mq_open("/unknown", O_RDWR));
    say("unlink a bad name", mq_unlink("/a/b"));
    say("bad time", mq_timedsend(queue, "6", 2, 0, &(struct timespec){0, 1000000000}));
    say("bad memory", mq_send(writer, (char const*)8, 2, 0));
    struct mq_attr waits = {.mq_flags = 0};
    struct mq_attr before;
    say("setattr", mq_setattr(queue, &waits, &before));
    printf("flags before %lx\n", before.mq_flags);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_nsec = 0;
    say("full in time", mq_timedsend(queue, "7", 2, 0, &now));
    mq_close(queue), mq_close(reader), mq_close(writer);
    say("unlink", mq_unlink(name));
    say("unlink again", mq_unlink(name));
}

static void* sender(void* queue) {
    for (int i = 0; i < 300; ++i)
        mq_send(*(mqd_t*)queue, (char*)&i, sizeof i, 0);
    return NULL;
}

static void waiting(void) {
    mqd_t const queue = make(2, sizeof(int), 0);
    pthread_t thread;
    pthread_create(&thread, NULL, sender, (void*)&queue);
    int sum = 0;
    int last = -1;
    int in_order = 1;
    for (int i = 0; i < 300; ++i) {
        int got = 0;
        mq_receive(queue, (char*)&got, sizeof got, NULL);
        sum += got;
        in_order &= got == last + 1;
        last = got;
    }
    pthread_join(thread, NULL);
    printf("sum %d, in order %d\n", sum, in_order);
    mq_unlink(name);
    fflush(stdout);
    if (fork() == 0) {
        int const word = 42;
        mq_send(queue, (char*)&word, sizeof word, 3);
        _exit(0);
    }
    int got = 0;
    mq_receive(queue, (char*)&got, sizeof got, NULL); // without a name, it still is there
    wait(NULL);
    printf("from the child %d\n", got);
    mq_close(queue);
    say("gone", mq_open(name, O_RDWR));
}

static int volatile told, told_value, told_code, told_by_child;
static pid_t child;

static void on_signal(int signal, siginfo_t* information, void* context) {
    (void)signal, (void)context;
    ++told;
    told_value = information->si_value.sival_int;
    told_code = information->si_code;
    told_by_child = information->si_pid == child;
}

static void notices(void) {
    struct sigaction const action = {.sa_sigaction = on_signal,
                                     .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    event.sigev_value.sival_int = 77;
    mqd_t const queue = make(4, 64, 0);
    say("notify", mq_notify(queue, &event));
    say("notify again", mq_notify(queue, &event));
    sigset_t blocked;
    sigset_t before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        say("busy", mq_notify(queue, &event));
        fflush(stdout);
        mq_send(queue, "a", 2, 0);
        mq_send(queue, "b", 2, 0);
        _exit(0);
    }
    wait(NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    printf("told %d, value %d, code %d, by the child %d\n", told, told_value, told_code,
           told_by_child);
    receive(queue), receive(queue);
    mq_send(queue, "c", 2, 0);
    printf("told %d\n", told);
    receive(queue);
    say("notify", mq_notify(queue, &event));
    say("no more", mq_notify(queue, NULL));
    mq_send(queue, "d", 2, 0);
    printf("told %d\n", told);
    receive(queue);
    event.sigev_notify = SIGEV_NONE;
    say("nothing", mq_notify(queue, &event));
    event.sigev_notify = SIGEV_SIGNAL;
    say("busy with nothing", mq_notify(queue, &event));
    mqd_t const other = mq_open(name, O_RDWR);
    mq_close(other); // ends the notice
    say("notify", mq_notify(queue, &event));
    event.sigev_signo = 99;
    mq_notify(queue, NULL);
    say("bad signal", mq_notify(queue, &event));
    event.sigev_signo = 0;
    say("no signal", mq_notify(queue, &event));
    mq_close(queue);
    mq_unlink(name);
}

static void interrupt(int signal) {
    (void)signal;
}

static void* interrupter(void* whom) {
    usleep(50000);
    pthread_kill(*(pthread_t*)whom, SIGUSR2);
    return NULL;
}

static void interruptions(void) {
    struct sigaction const action = {.sa_handler = interrupt};
    sigaction(SIGUSR2, &action, NULL);
    mqd_t const queue = make(1, 64, 0);
    pthread_t self = pthread_self();
    pthread_t thread;
    pthread_create(&thread, NULL, interrupter, &self);
    receive(queue);
    pthread_join(thread, NULL);
    mq_close(queue);
    mq_unlink(name);
}

/// A queue that could not be given a descriptor is not there.
static void full_table(void) {
    struct rlimit const files = {1024, 1024};
    setrlimit(RLIMIT_NOFILE, &files);
    while (dup(STDOUT_FILENO) >= 0) {
    }
    say("no descriptor", mq_open(name, O_CREAT | O_EXCL | O_RDWR, 0600, NULL));
    for (int i = 3; close(i) == 0; ++i) {
    }
    say("not there", mq_open(name, O_RDWR));
}

static void rights(void) {
    umask(027);
    fflush(stdout);
    mqd_t const queue = mq_open(name, O_CREAT | O_RDWR, 0666, NULL);
    struct stat facts;
    if (fork() == 0) {
        setgid(1000);
        setuid(1000);
        say("of others", mq_open(name, O_RDONLY));
        say("unlink", mq_unlink(name));
        struct mq_attr const large = {.mq_maxmsg = 11, .mq_msgsize = 8};
        say("large", mq_open("/large", O_CREAT | O_RDWR, 0600, &large));
        fflush(stdout);
        _exit(0);
    }
    wait(NULL);
    say("closes on exec", fcntl(queue, F_GETFD) & FD_CLOEXEC);
    say("fstat", fstat(queue, &facts));
    mq_close(queue);
    mq_unlink(name);
}

int main(void) {
    mq_unlink(name);
    order();
    refusals();
    waiting();
    notices();
    interruptions();
    full_table();
    rights();
    return 0;
}
