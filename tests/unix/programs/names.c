// SPDX-License-Identifier: BSD-2-Clause
// Sockets with names: paths and abstract ones, connections between processes, and errors.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static socklen_t address_of(struct sockaddr_un* address, char const* name, size_t bytes) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, name, bytes);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + bytes);
}

static void show(char const* what, int result) {
    printf("%s: %d\n", what, result < 0 ? -errno : result < 3 ? result : 3);
}

static int events(int socket) {
    struct pollfd polled = {socket, POLLIN, 0};
    poll(&polled, 1, 0);
    return polled.revents;
}

static void show_name(char const* what, int socket, int (*get)(int, struct sockaddr*, socklen_t*)) {
    struct sockaddr_un address;
    socklen_t bytes = sizeof address;
    memset(&address, 0, sizeof address);
    int const got = get(socket, (struct sockaddr*)&address, &bytes);
    printf("%s: %d %u %s\n", what, got < 0 ? -errno : got, bytes,
           bytes > 2 ? address.sun_path + (address.sun_path[0] == 0) : "-");
}

static void serve(char const* name, size_t bytes) {
    struct sockaddr_un address;
    socklen_t const size = address_of(&address, name, bytes);
    int const server = socket(AF_UNIX, SOCK_STREAM, 0);
    show("listening without a name", listen(server, 5));
    show("bound", bind(server, (struct sockaddr*)&address, size));
    show("again", bind(server, (struct sockaddr*)&address, size));
    int const second = socket(AF_UNIX, SOCK_STREAM, 0);
    show("by another", bind(second, (struct sockaddr*)&address, size));
    show("not yet", connect(second, (struct sockaddr*)&address, size));
    show("accepted", accept(server, 0, 0));
    show("listening", listen(server, 5));
    show_name("own name", server, getsockname);
    printf("events %x\n", events(server));
    fcntl(server, F_SETFL, O_NONBLOCK);
    show("nobody", accept(server, 0, 0));
    fcntl(server, F_SETFL, 0);
    fflush(stdout);
    if (fork() == 0) {
        char text[40] = {0};
        if (connect(second, (struct sockaddr*)&address, size) < 0) perror("connect");
        show_name("peer", second, getpeername);
        show_name("client", second, getsockname);
        show("connected", connect(second, (struct sockaddr*)&address, size));
        if (write(second, "question", 8) != 8) perror("write");
        if (read(second, text, sizeof text) < 0) perror("read");
        printf("%s\n", text);
        fflush(stdout);
        _exit(0);
    }
    int const end = accept(server, 0, 0);
    char text[40] = {0};
    if (read(end, text, sizeof text) < 0) perror("read");
    if (write(end, "answer", 6) != 6) perror("write");
    wait(0);
    printf("%s\n", text);
    close(second);
    show_name("its name", end, getsockname);
    close(end);
    int const late = socket(AF_UNIX, SOCK_STREAM, 0);
    show("late", connect(late, (struct sockaddr*)&address, size));
    close(server);
    show("the end", (int)read(late, text, sizeof text));
    close(late);
    if (*name) unlink(name);
    int const last = socket(AF_UNIX, SOCK_STREAM, 0);
    show("gone", connect(last, (struct sockaddr*)&address, size));
    close(last);
}

int main(void) {
    struct sockaddr_un address;
    int const socket_of_none = socket(AF_UNIX, SOCK_STREAM, 0);
    socklen_t size = address_of(&address, "/tmp/nobody", 12);
    show("no such name", connect(socket_of_none, (struct sockaddr*)&address, size));
    address.sun_family = AF_INET;
    show("another family", bind(socket_of_none, (struct sockaddr*)&address, size));
    show("too short", bind(socket_of_none, (struct sockaddr*)&address, 1));
    serve("\0abstract", 9);
    serve("/tmp/flat-name", 15);
    return 0;
}
