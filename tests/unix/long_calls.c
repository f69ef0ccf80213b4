// SPDX-License-Identifier: BSD-2-Clause
// Calls that would fill all memory end with the process that is killed in them.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static off_t const endless = (off_t)1 << 40;

static void grow(int file) {
    fallocate(file, 0, 0, endless);
}

static void fill_hole(int file) {
    ftruncate(file, endless);
    fallocate(file, 0, 0, endless);
}

static void copy(int file) {
    int const hole = open("hole", O_RDWR | O_CREAT, 0600);
    ftruncate(hole, endless);
    copy_file_range(hole, NULL, file, NULL, endless, 0);
}

static long blocks(int file) {
    struct stat facts;
    fstat(file, &facts);
    return facts.st_blocks;
}

static void kill_in(char const* name, void (*call)(int)) {
    int const file = open("long", O_RDWR | O_CREAT | O_TRUNC, 0600);
    pid_t const child = fork();
    if (child == 0) {
        call(file);
        _exit(1);
    }
    while (blocks(file) == 0)
        usleep(1000);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    int const other = open("other", O_RDWR | O_CREAT, 0600);
    printf("%s: signal %d, room for more %d\n", name, WTERMSIG(status),
           fallocate(other, 0, 0, 1 << 20) == 0);
    unlink("other");
    unlink("hole");
    close(other);
    close(file);
}

int main(void) {
    setbuf(stdout, NULL);
    kill_in("grown", grow);
    kill_in("hole", fill_hole);
    kill_in("copied", copy);
    unlink("long");
    return 0;
}
