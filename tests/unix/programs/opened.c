// SPDX-License-Identifier: BSD-2-Clause
// What /proc says of what a process has open, under which name it is now, and how it is reached.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

static char here[256];

/// Prints where a link of a process leads, from the directory of the test on, and its mode.
static void show_link(int process, char const* link) {
    char path[64], text[512] = "";
    struct stat status;
    snprintf(path, sizeof path, process ? "/proc/%2$d/%1$s" : "/proc/self/%1$s", link, process);
    long const bytes = readlink(path, text, sizeof text - 1);
    size_t const prefix = strlen(here);
    char const* const rest = strncmp(text, here, prefix) == 0 ? text + prefix : text;
    printf("%s: %s", link, bytes < 0 ? strerror(errno) : rest);
    if (lstat(path, &status) == 0) printf(" %o", status.st_mode);
    printf("\n");
}

static void show(char const* what, int file) {
    char link[32];
    snprintf(link, sizeof link, "fd/%d", file);
    printf("%s ", what);
    show_link(0, link);
}

/// The same for what has no name: the number is that of the file.
static void show_nameless(char const* what, int file) {
    char path[64], text[256] = "", kind[64];
    struct stat status;
    unsigned long number = 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    readlink(path, text, sizeof text - 1);
    fstat(file, &status);
    if (sscanf(text, "%63[a-z]:[%lu]", kind, &number) == 2)
        printf("%s: %s of the same number %d\n", what, kind, number == status.st_ino);
    else
        printf("%s: %s\n", what, text);
}

static void show_names(void) {
    int const file = open("f", O_CREAT | O_RDWR, 0644);
    show("made", file);
    int const again = open("./f", O_RDONLY);
    show("again", again);
    int const written = open("f", O_WRONLY);
    show("written", written);
    mkdir("d", 0755);
    rename("f", "d/g");
    show("moved", file);
    int const by_new = open("d/g", O_RDONLY);
    rename("d", "e");
    show("around it", file);
    show("by the new name", by_new);
    link("e/g", "h");
    int const other = open("h", O_RDONLY);
    unlink("e/g");
    show("removed", file);
    show("other name", other);
    int const directory = open("e", O_RDONLY | O_DIRECTORY);
    show("directory", directory);
    rmdir("e");
    show("directory", directory);
    show("in it", file);
    close(open("i", O_CREAT | O_WRONLY, 0600));
    rename("i", "h");
    show("replaced", other);
    symlink("h", "s");
    show("by a link", open("s", O_RDONLY));
    mkfifo("p", 0600);
    show("fifo", open("p", O_RDWR));
    show("device", open("/dev/null", O_RDONLY));
    char name[] = "a-name-of-a-file-that-is-rather-long-and-does-not-fit-into-little-room";
    show("long", open(name, O_CREAT | O_RDWR, 0600));
}

static void show_others(void) {
    int ends[2], sockets[2];
    sigset_t none;
    sigemptyset(&none);
    pipe(ends);
    socketpair(AF_UNIX, SOCK_STREAM, 0, sockets);
    show_nameless("pipe", ends[0]);
    show_nameless("pipe", ends[1]);
    struct stat one, other;
    fstat(ends[0], &one);
    fstat(ends[1], &other);
    printf("both ends are one %d\n", one.st_ino == other.st_ino);
    show_nameless("socket", sockets[0]);
    show_nameless("event count", eventfd(0, 0));
    show_nameless("event set", epoll_create1(0));
    show_nameless("timer", timerfd_create(CLOCK_MONOTONIC, 0));
    show_nameless("signals", signalfd(-1, &none, 0));
    show("memory", memfd_create("some memory", 0));
    struct stat of_slashes;
    fstat(memfd_create("a/name/of slashes", 0), &of_slashes);
    printf("memory %o\n", of_slashes.st_mode);
    int const queue = mq_open("/flat-opened", O_CREAT | O_RDWR, 0600, NULL);
    char path[64], text[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", queue);
    printf("queue %d, without a text %d\n", queue >= 0, readlink(path, text, sizeof text) == 0);
    mq_unlink("/flat-opened");
}

/// What a removed file has is reached by the link.
static void show_reached(void) {
    char path[64], text[16] = "";
    int const file = open("gone", O_CREAT | O_RDWR, 0600);
    write(file, "contents", 8);
    unlink("gone");
    snprintf(path, sizeof path, "/proc/%d/fd/%d", getpid(), file);
    int const again = open(path, O_RDONLY);
    printf("read %ld", (long)read(again, text, 15));
    printf(" %s\n", text);
    show("again", again);
    struct stat status;
    printf("stat %d", stat(path, &status));
    printf(" links %d\n", (int)status.st_nlink);
    printf("none %d", readlink("/proc/self/fd/999", text, 15) < 0 ? errno : 0);
    printf(" %d\n", open("/proc/self/fd/none", O_RDONLY) < 0 ? errno : 0);
}

static void show_directories(void) {
    mkdir("c", 0755);
    chdir("c");
    show_link(0, "cwd");
    rmdir("../c");
    show_link(0, "cwd");
    char room[256];
    printf("getcwd %d\n", getcwd(room, sizeof room) ? 0 : errno);
    chdir(here);
}

/// A copy of this program that waits, and is removed meanwhile.
static void show_program(char const* program) {
    char command[600];
    snprintf(command, sizeof command, "cp %s copy", program);
    system(command);
    int ends[2], begun[2];
    char byte;
    pipe(ends);
    pipe2(begun, O_CLOEXEC);
    int const child = fork();
    if (child == 0) {
        dup2(ends[0], 0);
        close(ends[1]);
        execl("./copy", "copy", "waits", (char*)0);
        _exit(1);
    }
    close(ends[0]);
    close(begun[1]);
    read(begun[0], &byte, 1); // until it runs the copy
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%d/exe", child);
    show_link(child, "exe");
    rename("copy", "moved");
    show_link(child, "exe");
    unlink("moved");
    show_link(child, "exe");
    char magic[4] = "";
    int const file = open(path, O_RDONLY);
    read(file, magic, 4);
    printf("program %d\n", memcmp(magic, "\177ELF", 4) == 0);
    close(ends[1]);
    int status = 0;
    waitid(P_PID, (id_t)child, 0, WEXITED | WNOWAIT);
    printf("ended %d\n", readlink(path, text, sizeof text) < 0 ? errno : 0);
    waitpid(child, &status, 0);
    printf("gone %d\n", readlink(path, text, sizeof text) < 0 ? errno : 0);
}

static void list(void) {
    DIR* const folder = opendir("/proc/self/fd");
    int count = 0, highest = 0;
    for (struct dirent* each; (each = readdir(folder));) {
        if (each->d_name[0] == '.') continue;
        ++count;
        if (atoi(each->d_name) > highest) highest = atoi(each->d_name);
    }
    printf("%d of them, the last %d\n", count, highest);
    closedir(folder);
    struct stat status;
    stat("/proc/self/fd", &status);
    printf("mode %o\n", status.st_mode);
}

int main(int count, char** arguments) {
    char byte;
    if (count > 1) return (int)read(0, &byte, 1);
    syscall(SYS_close_range, 3, ~0u, 0); // what closefrom of glibc calls, which musl lacks
    getcwd(here, sizeof here);
    list();
    show_names();
    show_others();
    show_reached();
    show_directories();
    show_program(arguments[0]);
    return 0;
}
