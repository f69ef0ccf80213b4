// SPDX-License-Identifier: BSD-2-Clause
// Threads of the C library: mutexes, conditions, variables of their own, ends and signals.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { many = 8, rounds = 2000 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static __thread int own = 5;
static int counter;
static int turn;

static void* count(void* argument) {
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < rounds; ++i) {
        pthread_mutex_lock(&mutex);
        int const before = counter;
        if (i % 100 == 0) sched_yield();
        counter = before + 1;
        pthread_mutex_unlock(&mutex);
        own += 1;
    }
    return (void*)((long)argument * 100 + (own == rounds + 5));
}

static void show_counting(void) {
    pthread_t threads[many];
    long sum = 0;
    pthread_barrier_init(&barrier, 0, many);
    for (long i = 0; i < many; ++i)
        pthread_create(&threads[i], 0, count, (void*)i);
    for (int i = 0; i < many; ++i) {
        void* result = 0;
        pthread_join(threads[i], &result);
        sum += (long)result;
    }
    printf("counted %d, joined %ld, own %d\n", counter, sum, own);
}

static void* take_turns(void* argument) {
    for (int i = 0; i < 50; ++i) {
        pthread_mutex_lock(&mutex);
        while (turn % 3 != (int)(long)argument)
            pthread_cond_wait(&changed, &mutex);
        ++turn;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

static void show_turns(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; ++i)
        pthread_create(&threads[i], 0, take_turns, (void*)i);
    for (int i = 0; i < 3; ++i)
        pthread_join(threads[i], 0);
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_nsec += 20000000;
    if (soon.tv_nsec >= 1000000000) soon.tv_nsec -= 1000000000, ++soon.tv_sec;
    pthread_mutex_lock(&mutex);
    int const outcome = pthread_cond_timedwait(&changed, &mutex, &soon);
    pthread_mutex_unlock(&mutex);
    printf("turns %d, timed %d\n", turn, outcome == ETIMEDOUT);
}

static void* pass_through_pipe(void* argument) {
    int const* const ends = argument;
    for (int i = 0; i < 1000; ++i) {
        char line[16];
        snprintf(line, sizeof line, "%07d\n", i);
        if (write(ends[1], line, 8) != 8) perror("write");
    }
    return 0;
}

static void* collect(void* argument) {
    long sum = 0;
    char line[9] = {0};
    while (read(*(int*)argument, line, 8) == 8)
        sum += atoi(line);
    return (void*)sum;
}

static void show_pipes(void) {
    int ends[2];
    pthread_t writers[3], readers[2];
    long sum = 0;
    if (pipe(ends) != 0) perror("pipe");
    for (int i = 0; i < 2; ++i)
        pthread_create(&readers[i], 0, collect, &ends[0]);
    for (int i = 0; i < 3; ++i)
        pthread_create(&writers[i], 0, pass_through_pipe, ends);
    for (int i = 0; i < 3; ++i)
        pthread_join(writers[i], 0);
    close(ends[1]);
    for (int i = 0; i < 2; ++i) {
        void* part = 0;
        pthread_join(readers[i], &part);
        sum += (long)part;
    }
    close(ends[0]);
    printf("through the pipe %ld\n", sum);
}

static void* wait_for_close(void* argument) {
    char byte;
    return (void*)(long)read(*(int*)argument, &byte, 1);
}

static void show_closing(void) {
    int ends[2];
    pthread_t reader;
    void* result = 0;
    if (pipe(ends) != 0) perror("pipe");
    int const kept = dup(ends[0]);
    pthread_create(&reader, 0, wait_for_close, &ends[0]);
    usleep(10000);
    close(ends[0]); // while it is being read, or before
    if (write(ends[1], "x", 1) != 1) perror("write");
    pthread_join(reader, &result);
    close(ends[1]);
    close(kept);
    printf("read from what was closed: %d\n", (long)result == 1 || (long)result == -1);
}

static pthread_t signalled;
static int handled_by_it;

static void handle(int signal) {
    (void)signal;
    handled_by_it = pthread_equal(pthread_self(), signalled);
}

static sem_t ready;

static void* sleep_long(void* argument) {
    (void)argument;
    sem_post(&ready);
    int const outcome = usleep(100000000);
    return (void*)(long)(outcome == -1 ? errno : 0);
}

static void* await_signal(void* argument) {
    (void)argument;
    sigset_t set;
    int signal = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigwait(&set, &signal);
    return (void*)(long)signal;
}

static void show_signals(void) {
    struct sigaction action = {0};
    action.sa_handler = handle;
    sigaction(SIGUSR1, &action, 0);
    sem_init(&ready, 0, 0);
    pthread_create(&signalled, 0, sleep_long, 0);
    sem_wait(&ready);
    void* result = 0;
    do { // until it has come while the thread sleeps
        pthread_kill(signalled, SIGUSR1);
        usleep(1000);
    } while (pthread_tryjoin_np(signalled, &result) != 0);
    printf("slept until %ld, handled there %d\n", (long)result, handled_by_it);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_t waiter;
    pthread_create(&waiter, 0, await_signal, 0);
    kill(getpid(), SIGUSR2);
    pthread_join(waiter, &result);
    pthread_sigmask(SIG_UNBLOCK, &set, 0);
    printf("awaited %ld, none %d\n", (long)result, pthread_kill(pthread_self(), 0));
}

struct shared {
    pthread_mutex_t robust;
    pthread_mutex_t normal;
    pthread_cond_t changed;
    int value;
};

static struct shared* shared;

static void* die_with_it(void* argument) {
    (void)argument;
    pthread_mutex_lock(&shared->robust);
    return 0;
}

static void show_sharing(void) {
    pthread_mutexattr_t attributes;
    pthread_condattr_t condition;
    shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->normal, &attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&shared->robust, &attributes);
    pthread_condattr_init(&condition);
    pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&shared->changed, &condition);
    pthread_t thread;
    pthread_create(&thread, 0, die_with_it, 0);
    pthread_join(thread, 0);
    int outcome = pthread_mutex_lock(&shared->robust);
    printf("owner died %d\n", outcome == EOWNERDEAD);
    pthread_mutex_consistent(&shared->robust);
    pthread_mutex_unlock(&shared->robust);
    fflush(stdout);
    if (fork() == 0) {
        pthread_mutex_lock(&shared->robust);
        pthread_mutex_lock(&shared->normal);
        shared->value = 7;
        pthread_cond_signal(&shared->changed);
        pthread_mutex_unlock(&shared->normal);
        _exit(0);
    }
    pthread_mutex_lock(&shared->normal);
    while (shared->value == 0)
        pthread_cond_wait(&shared->changed, &shared->normal);
    pthread_mutex_unlock(&shared->normal);
    wait(0);
    outcome = pthread_mutex_lock(&shared->robust);
    printf("told %d, process died %d\n", shared->value, outcome == EOWNERDEAD);
}

static void* end_all(void* argument) {
    usleep(10000);
    if (argument == 0) exit(3);
    char* const words[] = {argument, "ran", 0};
    execv(argument, words);
    return 0;
}

static void show_ends(char* program) {
    int status = 0;
    char* const ends[] = {0, program};
    for (int i = 0; i < 2; ++i) {
        fflush(stdout);
        if (fork() == 0) {
            pthread_t threads[3];
            for (int j = 0; j < 2; ++j)
                pthread_create(&threads[j], 0, sleep_long, 0);
            pthread_create(&threads[2], 0, end_all, ends[i]);
            if (i == 0) pause();
            pthread_exit(0); // the first thread ends before the others
        }
        wait(&status);
        printf("ended with %d\n", WEXITSTATUS(status));
    }
    fflush(stdout);
    if (fork() == 0) {
        pthread_t thread;
        pthread_create(&thread, 0, sleep_long, 0);
        kill(getpid(), SIGKILL);
    }
    wait(&status);
    printf("killed by %d\n", WTERMSIG(status));
}

static void* sleep_a_little(void* argument) {
    usleep(1000);
    return argument;
}

int main(int count_of_arguments, char** arguments) {
    if (count_of_arguments > 1) {
        printf("%s as %d\n", arguments[1], gettid() == getpid());
        return 4;
    }
    show_counting();
    show_turns();
    show_pipes();
    show_closing();
    show_signals();
    show_sharing();
    show_ends(arguments[0]);
    for (int i = 0; i < 200; ++i) {
        pthread_t thread;
        pthread_create(&thread, 0, sleep_a_little, 0);
        if (i % 2 == 0)
            pthread_detach(thread);
        else
            pthread_join(thread, 0);
    }
    printf("200 threads\n");
    return 0;
}
