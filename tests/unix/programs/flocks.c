// SPDX-License-Identifier: BSD-2-Clause
// Locks of whole files and of open files, and processes that would wait for each other.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

static int locked(int file, int operation) {
    return flock(file, operation) < 0 ? -errno : 0;
}

static int record(int file, int command, int kind, long begin, long bytes) {
    struct flock asked = {
        .l_type = (short)kind, .l_whence = SEEK_SET, .l_start = begin, .l_len = bytes};
    return fcntl(file, command, &asked) < 0 ? -errno : asked.l_type * 10 + (asked.l_pid == -1);
}

static void nothing(int signal) {
    (void)signal;
}

static void whole_files(void) {
    int const one = open("locked", O_RDWR | O_CREAT, 0644);
    int const other = open("locked", O_RDONLY);
    printf("one %d", locked(one, LOCK_EX));
    printf(", other %d\n", locked(other, LOCK_SH | LOCK_NB));
    printf("shared %d", locked(one, LOCK_SH));
    printf(" %d\n", locked(other, LOCK_SH | LOCK_NB));
    printf("not alone %d\n", locked(one, LOCK_EX | LOCK_NB));
    printf("the old one is lost %d\n", locked(other, LOCK_EX | LOCK_NB));
    int const same = dup(other);
    close(other);
    printf("still %d\n", locked(one, LOCK_SH | LOCK_NB));
    close(same);
    printf("free %d\n", locked(one, LOCK_EX | LOCK_NB));
    printf("no operation %d %d, no file %d\n", locked(one, 0), locked(one, LOCK_SH | LOCK_EX),
           locked(99, LOCK_SH));
    printf("records are others %d\n", record(one, F_SETLK, F_WRLCK, 0, 0));
    fflush(stdout);
    if (fork() == 0) {
        int const own = open("locked", O_RDWR);
        struct sigaction const action = {.sa_handler = nothing};
        sigaction(SIGALRM, &action, 0);
        ualarm(10000, 10000);
        printf("interrupted %d\n", locked(own, LOCK_EX));
        ualarm(0, 0);
        printf("inherited %d\n", locked(one, LOCK_UN));
        printf("waited %d\n", locked(own, LOCK_EX));
        fflush(stdout);
        _exit(0);
    }
    wait(0);
    printf("its end has released it %d\n", locked(one, LOCK_EX | LOCK_NB));
    close(one);
}

static void open_files(void) {
    int const one = open("locked", O_RDWR);
    int const other = open("locked", O_RDWR);
    printf("open file %d\n", record(one, F_OFD_SETLK, F_WRLCK, 0, 10));
    printf("of the same process %d", record(other, F_OFD_SETLK, F_RDLCK, 5, 1));
    printf(" %d\n", record(other, F_SETLK, F_RDLCK, 5, 1));
    printf("told %d\n", record(other, F_OFD_GETLK, F_WRLCK, 0, 0));
    printf("told of the process %d\n", record(other, F_GETLK, F_WRLCK, 0, 0));
    close(open("locked", O_RDONLY));
    printf("stays %d\n", record(other, F_OFD_SETLK, F_RDLCK, 5, 1));
    close(one);
    printf("ends %d\n", record(other, F_OFD_SETLKW, F_RDLCK, 5, 1));
    struct flock const asked = {.l_type = F_RDLCK, .l_pid = 1};
    printf("with a process %d\n", fcntl(other, F_OFD_SETLK, &asked) < 0 ? -errno : 0);
    close(other);
}

/// One of two that wait for each other is told, whoever is the second.
static void deadlock(void) {
    int const file = open("locked", O_RDWR);
    int ends[2];
    if (pipe(ends) < 0) perror("pipe");
    record(file, F_SETLK, F_WRLCK, 0, 1);
    fflush(stdout);
    if (fork() == 0) {
        record(file, F_SETLK, F_WRLCK, 1, 1);
        if (write(ends[1], "", 1) != 1) perror("write");
        _exit(record(file, F_SETLKW, F_WRLCK, 0, 1) == -EDEADLK);
    }
    char byte;
    if (read(ends[0], &byte, 1) != 1) perror("read");
    int const is_told = record(file, F_SETLKW, F_WRLCK, 1, 1) == -EDEADLK;
    record(file, F_SETLK, F_UNLCK, 0, 1);
    int status = 0;
    wait(&status);
    printf("told %d\n", is_told + WEXITSTATUS(status));
    close(file);
}

static void* wait_for_lock(void* file) {
    return (void*)(long)record(*(int*)file, F_SETLKW, F_WRLCK, 0, 1);
}

/// A lock that a thread waits for is not kept where another one closes the file meanwhile.
static void closed_meanwhile(void) {
    int file = open("locked", O_RDWR);
    int begun[2];
    int ended[2];
    char byte = 0;
    if (pipe(begun) < 0 || pipe(ended) < 0) perror("pipe");
    fflush(stdout);
    if (fork() == 0) {
        close(ended[1]);
        record(file, F_SETLK, F_WRLCK, 0, 1);
        if (write(begun[1], "", 1) != 1) perror("write");
        _exit((int)read(ended[0], &byte, 1));
    }
    if (read(begun[0], &byte, 1) != 1) perror("read");
    pthread_t waiter;
    pthread_create(&waiter, 0, wait_for_lock, &file);
    usleep(10000); // it most likely waits; if not, it is told the same
    close(file);
    close(ended[1]);
    void* told = 0;
    pthread_join(waiter, &told);
    wait(0);
    fflush(stdout);
    if (fork() == 0) {
        int const again = open("locked", O_RDWR);
        printf("closed %d, free %d\n", (int)(long)told, record(again, F_SETLK, F_WRLCK, 0, 1));
        fflush(stdout);
        _exit(0);
    }
    wait(0);
}

int main(void) {
    whole_files();
    open_files();
    deadlock();
    closed_meanwhile();
    unlink("locked");
    return 0;
}
