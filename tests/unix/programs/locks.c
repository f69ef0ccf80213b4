// SPDX-License-Identifier: BSD-2-Clause
// Locks of records: between processes, of parts, and what ends them.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int lock(int file, int command, int kind, long begin, long bytes) {
    struct flock asked = {
        .l_type = (short)kind, .l_whence = SEEK_SET, .l_start = begin, .l_len = bytes};
    int const result = fcntl(file, command, &asked);
    if (result < 0) return -errno;
    return command == F_GETLK ? asked.l_type : result;
}

/// What another process finds.
static void show(char const* what, int kind, long begin, long bytes) {
    printf("%s: ", what);
    fflush(stdout);
    if (fork() == 0) {
        int const file = open("locked", O_RDWR);
        struct flock found = {
            .l_type = (short)kind, .l_whence = SEEK_SET, .l_start = begin, .l_len = bytes};
        if (fcntl(file, F_GETLK, &found) < 0) perror("fcntl");
        printf("%d %ld %ld %d\n", found.l_type, found.l_type == F_UNLCK ? 0 : (long)found.l_start,
               found.l_type == F_UNLCK ? 0 : (long)found.l_len,
               found.l_type != F_UNLCK && found.l_pid == getppid());
        fflush(stdout);
        _exit(0);
    }
    wait(0);
}

int main(void) {
    int const file = open("locked", O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (write(file, "0123456789", 10) != 10) perror("write");
    show("nothing", F_WRLCK, 0, 0);
    printf("to read %d\n", lock(file, F_SETLK, F_RDLCK, 0, 100));
    show("other readers", F_RDLCK, 0, 0);
    show("writers", F_WRLCK, 50, 1);
    printf("to write %d\n", lock(file, F_SETLK, F_WRLCK, 40, 20));
    show("before", F_WRLCK, 0, 10);
    show("within", F_RDLCK, 45, 1);
    show("after", F_RDLCK, 60, 10);
    printf("unlock %d\n", lock(file, F_SETLK, F_UNLCK, 0, 0));
    show("all", F_WRLCK, 0, 0);
    struct flock last = {.l_type = F_WRLCK, .l_whence = SEEK_END, .l_start = -4, .l_len = 2};
    printf("of the end %d\n", fcntl(file, F_SETLK, &last));
    show("near the end", F_WRLCK, 0, 0);
    last.l_whence = SEEK_CUR;
    last.l_start = 0;
    last.l_len = -3;
    printf("before the position %d\n", fcntl(file, F_SETLK, &last));
    show("all of it", F_WRLCK, 7, 3);
    int const again = dup(file);
    close(again);
    show("one was closed", F_WRLCK, 0, 0);
    int const reader = open("locked", O_RDONLY);
    printf("no writer %d\n", lock(reader, F_SETLK, F_WRLCK, 0, 1));
    printf("no kind %d, no position %d\n", lock(file, F_SETLK, 9, 0, 1),
           lock(file, F_SETLK, F_RDLCK, -5, 1));
    int ends[2];
    if (pipe(ends) < 0) perror("pipe");
    lock(file, F_SETLK, F_WRLCK, 0, 0);
    fflush(stdout);
    if (fork() == 0) {
        close(ends[0]);
        int const own = open("locked", O_RDWR);
        printf("taken %d\n", lock(own, F_SETLK, F_WRLCK, 0, 1) == -EAGAIN);
        fflush(stdout);
        if (write(ends[1], "", 1) != 1) perror("write");
        int const got = lock(own, F_SETLKW, F_WRLCK, 0, 1);
        printf("waited %d\n", got);
        fflush(stdout);
        _exit(0);
    }
    char byte;
    if (read(ends[0], &byte, 1) != 1) perror("read");
    usleep(20000);
    printf("released\n");
    fflush(stdout);
    lock(file, F_SETLK, F_UNLCK, 0, 0);
    wait(0);
    show("its end has released it", F_WRLCK, 0, 0);
    unlink("locked");
    return 0;
}
