// SPDX-License-Identifier: BSD-2-Clause
// Datagrams within the system, open files that are passed, and who is at the other end.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(char const* what, long result) {
    printf("%s: %ld %s\n", what, result < 0 ? -1 : result, result < 0 ? strerror(errno) : "");
    fflush(stdout);
}

static struct sockaddr_un address_of(char const* path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, path);
    return address;
}

static int bound(char const* path, int kind) {
    struct sockaddr_un const address = address_of(path);
    int const made = socket(AF_UNIX, kind, 0);
    if (bind(made, (struct sockaddr const*)&address, sizeof address) < 0) perror(path);
    return made;
}

static long send_to(int from, char const* path, char const* text) {
    struct sockaddr_un const address = address_of(path);
    return sendto(from, text, strlen(text), MSG_DONTWAIT, (struct sockaddr const*)&address,
                  sizeof address);
}

static void show(char const* what, int socket, size_t room) {
    char bytes[100] = {0};
    struct sockaddr_un from = {0};
    socklen_t size = sizeof from;
    ssize_t const count =
        recvfrom(socket, bytes, room, MSG_DONTWAIT, (struct sockaddr*)&from, &size);
    printf("%s: %zd %s from %s, %s\n", what, count, bytes, size > 2 ? from.sun_path : "nobody",
           count < 0 ? strerror(errno) : "");
}

static void datagrams(void) {
    int const server = bound("server", SOCK_DGRAM);
    int const client = bound("client", SOCK_DGRAM);
    int const nameless = socket(AF_UNIX, SOCK_DGRAM, 0);
    struct sockaddr_un const to = address_of("server");
    struct stat known;
    stat("server", &known);
    printf("mode %o\n", known.st_mode);
    say("open", open("server", O_RDWR));
    say("bound again", bind(client, (struct sockaddr const*)&to, sizeof to));
    say("send", send_to(client, "server", "one"));
    say("send nothing", send_to(nameless, "server", ""));
    say("send", send_to(nameless, "server", "three"));
    say("without address", send(nameless, "x", 1, MSG_DONTWAIT));
    int waiting = 0;
    ioctl(server, FIONREAD, &waiting);
    printf("waiting %d\n", waiting);
    show("one", server, 90);
    show("nothing", server, 90);
    show("cut", server, 2);
    show("none", server, 90);
    say("connect", connect(nameless, (struct sockaddr const*)&to, sizeof to));
    say("send", send(nameless, "four", 4, 0));
    show("four", server, 90);
    say("too long", send(nameless, (char[300000]){0}, 300000, 0));
    struct pollfd polled = {server, POLLIN, 0};
    say("poll", poll(&polled, 1, 0));
    say("listen", listen(server, 1));
    say("to none", send_to(client, "none", "x"));
    int const stream = bound("stream", SOCK_STREAM);
    say("to a stream", send_to(client, "stream", "x"));
    say("stream to datagrams",
        connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr const*)&to, sizeof to));
    close(stream);
    close(server);
    say("closed", send(nameless, "x", 1, 0));
    say("closed by name", send_to(client, "server", "x"));
    say("unlink", unlink("server"));
    say("unlinked", send_to(client, "server", "x"));
    int pair[2];
    say("pair", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
    say("write", write(pair[0], "ab", 2));
    say("write", write(pair[0], "cde", 3));
    char bytes[10];
    say("read", read(pair[1], bytes, sizeof bytes));
    say("read", read(pair[1], bytes, sizeof bytes));
    close(pair[1]);
    say("its other end is closed", write(pair[0], "x", 1));
}

static long pass(int through, char const* text, int const* files, int count) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(8 * sizeof(int))];
    } control = {0};
    struct iovec piece = {(void*)text, strlen(text)};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (count > 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
        memcpy(CMSG_DATA(&control.header), files, (size_t)count * sizeof(int));
    }
    return sendmsg(through, &message, 0);
}

static int passed[8];

static int take(char const* what, int from, size_t bytes, int room, int flags) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(8 * sizeof(int))];
    } control = {0};
    char text[100] = {0};
    struct iovec piece = {text, bytes};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = control.bytes};
    message.msg_controllen = room > 0 ? CMSG_SPACE((size_t)room * sizeof(int)) : 0;
    ssize_t const count = recvmsg(from, &message, flags | MSG_DONTWAIT);
    struct cmsghdr const* const header = CMSG_FIRSTHDR(&message);
    int const files =
        count >= 0 && header ? (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int)) : 0;
    printf("%s: %zd %s, %d files, flags %x\n", what, count, count < 0 ? strerror(errno) : text,
           files, count < 0 ? 0 : message.msg_flags & MSG_CTRUNC);
    fflush(stdout);
    if (files > 0) memcpy(passed, CMSG_DATA(header), (size_t)files * sizeof(int));
    return files;
}

static int is_end(int from) {
    char byte;
    return read(from, &byte, 1) == 0;
}

static void files(int kind) {
    int pair[2], ends[2];
    char byte = 0;
    if (socketpair(AF_UNIX, kind, 0, pair) < 0 || pipe(ends) < 0) perror("pair");
    say("plain", pass(pair[0], "ab", NULL, 0));
    say("one", pass(pair[0], "cd", &ends[1], 1));
    say("two", pass(pair[0], "ef", ends, 2));
    say("none such", pass(pair[0], "gh", (int[]){99}, 1));
    close(ends[1]);
    if (take("first", pair[1], 90, 8, MSG_CMSG_CLOEXEC) == 1) {
        say("closes", fcntl(passed[0], F_GETFD));
        say("write", write(passed[0], "!", 1));
        close(passed[0]);
    }
    say("read", read(ends[0], &byte, 1));
    take("second", pair[1], 1, 8, 0);
    take("the rest", pair[1], 90, 8, 0);
    say("its position", write(passed[1], "?", 1));
    close(passed[1]);
    say("read", read(passed[0], &byte, 1));
    close(passed[0]);
    say("the end", is_end(ends[0]));
    close(ends[0]);
    // What nobody receives is closed.
    if (pipe(ends) < 0) perror("pipe");
    pass(pair[0], "x", &ends[1], 1);
    pass(pair[0], "y", &ends[1], 1);
    pass(pair[0], "z", &ends[1], 1);
    close(ends[1]);
    char bytes[2];
    say("read drops them", read(pair[1], bytes, 2));
    take("no room", pair[1], 1, 0, 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    say("one is on its way", read(ends[0], bytes, 1));
    close(pair[1]);
    say("all are closed", read(ends[0], bytes, 1));
    close(pair[0]);
    close(ends[0]);
}

static void between_processes(void) {
    int pair[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    fflush(stdout);
    if (fork() == 0) {
        int const file = open("file", O_CREAT | O_RDWR, 0600);
        if (write(file, "contents", 8) != 8 || lseek(file, 3, SEEK_SET) != 3) _exit(1);
        _exit(pass(pair[0], "here", &file, 1) != 4);
    }
    wait(NULL);
    take("from a child", pair[1], 90, 8, 0);
    char text[20] = {0};
    if (read(passed[0], text, sizeof text) < 0) perror("read");
    printf("%s\n", text);
}

static void peers(void) {
    int const server = bound("listener", SOCK_STREAM);
    struct sockaddr_un const address = address_of("listener");
    listen(server, 1);
    fflush(stdout);
    pid_t const child = fork();
    if (child == 0) {
        setegid(77);
        seteuid(1234);
        int const made = socket(AF_UNIX, SOCK_STREAM, 0);
        say("forbidden", connect(made, (struct sockaddr const*)&address, sizeof address));
        seteuid(0);
        chmod("listener", 0777);
        seteuid(1234);
        say("connect", connect(made, (struct sockaddr const*)&address, sizeof address));
        struct ucred other;
        socklen_t size = sizeof other;
        say("peer", getsockopt(made, SOL_SOCKET, SO_PEERCRED, &other, &size));
        printf("parent %d, user %u\n", other.pid == getppid(), other.uid);
        fflush(stdout);
        _exit(0);
    }
    int const end = accept(server, NULL, NULL);
    wait(NULL);
    struct ucred other;
    socklen_t size = sizeof other;
    getsockopt(end, SOL_SOCKET, SO_PEERCRED, &other, &size);
    printf("child %d, user %u, group %u, %u bytes\n", other.pid == child, other.uid, other.gid,
           size);
}

/* Sockets that wait in themselves: nobody can receive them, and they take no room for ever. */
static void rings(void) {
    int pair[2], outer[2];
    char byte;
    for (int i = 0; i < 3000; ++i) {
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) < 0 || pass(pair[0], "x", &pair[1], 1) != 1) {
            say("ring", i);
            return;
        }
        close(pair[0]);
        close(pair[1]);
    }
    socketpair(AF_UNIX, SOCK_STREAM, 0, outer);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    pass(pair[0], "a", &pair[1], 1);
    pass(outer[0], "b", &pair[1], 1);
    say("sent", write(pair[0], "c", 1));
    close(pair[0]);
    close(pair[1]);
    if (take("a ring that can be received", outer[1], 1, 1, 0) != 1) return;
    int const ring = passed[0];
    take("itself", ring, 1, 1, 0);
    close(passed[0]);
    say("what came after it", read(ring, &byte, 1));
    close(ring);
}

int main(void) {
    umask(022);
    datagrams();
    printf("stream\n");
    files(SOCK_STREAM);
    between_processes();
    rings();
    peers();
    return 0;
}
