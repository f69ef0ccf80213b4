// SPDX-License-Identifier: BSD-2-Clause
// Calls that write through pointers in what they get, and calls that wait while others write.
// RUN: %same_output --flag=-pthread %s
// SPEC: closed program;
// SPEC: entry vectors(struct mode *s, struct iovec *v) as vectors_known;
// SPEC: static s->mode = 1;
// SPEC: entry message(struct mode *s) as message_known;
// SPEC: static s->mode = 1;
// SPEC: entry waits(int x) as waits_known;
// SPEC: static shared = 1;
// SPEC: entry raises(int x) as raises_known;
// SPEC: static handled = 1;
// PRINTS: 109
// PRINTS: 109
// PRINTS: 171
// PRINTS: 161
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

struct mode {
    int mode, other;
};

static int ends[2];
static struct msghdr header;
static struct iovec part;
static int shared = 1, handled = 1;
static int go, done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int vectors(struct mode* s, struct iovec* v) {
    int a = s->mode;
    readv(ends[0], v, 1);
    return a * 100 + s->mode;
}

int message(struct mode* s) {
    int a = s->mode;
    recvmsg(ends[0], &header, 0);
    return a * 100 + s->mode;
}

static void* writer(void* unused) {
    pthread_mutex_lock(&mutex);
    while (!go)
        pthread_cond_wait(&changed, &mutex);
    shared = 7;
    done = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int waits(int x) {
    int a = shared;
    pthread_mutex_lock(&mutex);
    go = 1;
    pthread_cond_broadcast(&changed);
    while (!done)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return a * 100 + shared * 10 + x;
}

static void handler(int number) {
    (void)number;
    handled = 6;
}

int raises(int x) {
    int a = handled;
    raise(SIGUSR1);
    return a * 100 + handled * 10 + x;
}

int vectors_known(struct mode* s, struct iovec* v);
int message_known(struct mode* s);
int waits_known(int x);
int raises_known(int x);

int main(void) {
    struct mode x = {1, 2}, next = {9, 9};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
    if (write(ends[1], &next, sizeof next) != sizeof next) return 1;
    struct iovec v = {&x, sizeof x};
    printf("%d\n", vectors_known(&x, &v));
    x.mode = 1;
    if (write(ends[1], &next, sizeof next) != sizeof next) return 1;
    part.iov_base = &x;
    part.iov_len = sizeof x;
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    printf("%d\n", message_known(&x));
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    printf("%d\n", waits_known(1));
    pthread_join(thread, 0);
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGUSR1, &action, 0);
    printf("%d\n", raises_known(1));
    return 0;
}
