// SPDX-License-Identifier: BSD-2-Clause
// Pipes with names: who waits for whom, what is refused, what poll tells.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int opened(int flags) {
    int const file = open("fifo", flags);
    return file < 0 ? -errno : file;
}

static void show_poll(char const* what, int file) {
    struct pollfd asked = {.fd = file, .events = POLLIN | POLLOUT};
    int const count = poll(&asked, 1, 0);
    printf("%s: %d %x\n", what, count, asked.revents);
    fflush(stdout);
}

static void show_read(char const* what, int file) {
    char byte = '?';
    int const count = (int)read(file, &byte, 1);
    printf("%s: %d %c\n", what, count, byte);
}

static void nothing(int signal) {
    (void)signal;
}

/// A writer comes while a reader waits, and goes.
static void meet(void) {
    if (fork() == 0) {
        usleep(10000);
        int const writer = open("fifo", O_WRONLY);
        if (write(writer, "hello", 5) != 5) perror("write");
        _exit(0);
    }
    int const reader = open("fifo", O_RDONLY);
    char text[16] = "";
    printf("met %d ", (int)read(reader, text, sizeof text - 1));
    printf("%s, then %d\n", text, (int)read(reader, text, sizeof text));
    wait(0);
    show_poll("gone", reader);
    close(reader);
}

/// A signal ends the waiting of one, and another one is asked to wait again.
static void interrupt(void) {
    struct sigaction action = {.sa_handler = nothing};
    sigaction(SIGALRM, &action, 0);
    ualarm(10000, 10000);
    printf("interrupted %d\n", opened(O_RDONLY));
    ualarm(0, 0);
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, 0);
    ualarm(10000, 0);
    fflush(stdout);
    if (fork() == 0) {
        usleep(40000);
        int const reader = open("fifo", O_RDONLY);
        char byte;
        _exit((int)read(reader, &byte, 1));
    }
    int const writer = open("fifo", O_WRONLY);
    printf("restarted %d\n", (int)write(writer, "x", 1));
    close(writer);
    int status = 0;
    wait(&status);
    printf("read %d\n", WEXITSTATUS(status));
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    printf("made %d", mkfifo("fifo", 0640));
    printf(", again %d\n", mkfifo("fifo", 0640) < 0 ? -errno : 0);
    struct stat facts;
    stat("fifo", &facts);
    printf("mode %o\n", facts.st_mode);
    printf("no reader %d\n", opened(O_WRONLY | O_NONBLOCK));
    int const reader = opened(O_RDONLY | O_NONBLOCK);
    char byte;
    printf("no writer: read %d\n", (int)read(reader, &byte, 1));
    show_poll("nobody yet", reader);
    int const writer = opened(O_WRONLY | O_NONBLOCK);
    printf("empty: read %d\n", (int)read(reader, &byte, 1) < 0 ? -errno : 0);
    show_poll("writer", writer);
    if (write(writer, "ab", 2) != 2) perror("write");
    show_poll("bytes", reader);
    int const other = opened(O_RDONLY);
    show_read("another reader", other);
    show_read("the first one", reader);
    fstat(other, &facts);
    printf("mode %o, seek %d\n", facts.st_mode, lseek(other, 0, SEEK_CUR) < 0 ? -errno : 0);
    close(reader);
    close(other);
    printf("no reader left: write %d\n", write(writer, "c", 1) < 0 ? -errno : 0);
    show_poll("broken", writer);
    close(writer);
    int const both = opened(O_RDWR);
    printf("both: write %d", (int)write(both, "xyz", 3));
    show_read("", both);
    show_poll("both", both);
    close(both);
    int const fresh = opened(O_RDONLY | O_NONBLOCK);
    printf("what was left is gone: %d\n", (int)read(fresh, &byte, 1));
    close(fresh);
    printf("directory %d\n", opened(O_RDONLY | O_DIRECTORY));
    meet();
    interrupt();
    rename("fifo", "renamed");
    unlink("renamed");
    printf("gone %d\n", opened(O_RDONLY));
    return 0;
}
