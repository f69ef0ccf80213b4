// SPDX-License-Identifier: BSD-2-Clause
// Pairs of sockets: bytes in both directions, ends, and processes that share them.
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void show(char const* what, int socket) {
    char bytes[64] = {0};
    ssize_t const size = recv(socket, bytes, sizeof bytes - 1, MSG_DONTWAIT);
    printf("%s: %zd %s %d\n", what, size, bytes, size < 0 ? errno : 0);
}

static int events(int socket) {
    struct pollfd polled = {socket, POLLIN | POLLOUT, 0};
    poll(&polled, 1, 0);
    return polled.revents;
}

/// Who cannot be told two numbers has neither.
static void check_untold(void) {
    int const free_before = dup(0);
    int const first = syscall(SYS_pipe2, 8, 0) < 0 ? errno : 0;
    int const second = syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, 8) < 0 ? errno : 0;
    int const free_after = dup(0);
    printf("untold %d %d, lost %d\n", first, second, free_after - free_before - 1);
    close(free_before);
    close(free_after);
}

int main(void) {
    int ends[2];
    int waiting = 0;
    signal(SIGPIPE, SIG_IGN);
    check_untold();
    printf("pair %d\n", socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends));
    show("nothing", ends[0]);
    if (write(ends[0], "there", 5) != 5 || send(ends[1], "back", 4, 0) != 4) perror("write");
    ioctl(ends[1], FIONREAD, &waiting);
    printf("waiting %d, events %x\n", waiting, events(ends[1]));
    show("one", ends[1]);
    show("other", ends[0]);
    int type = 0;
    socklen_t bytes = sizeof type;
    getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &type, &bytes);
    struct sockaddr_storage address;
    bytes = sizeof address;
    int const named = getsockname(ends[0], (struct sockaddr*)&address, &bytes);
    printf("type %d, name %d %d %d\n", type, named, bytes, address.ss_family);
    fflush(stdout);
    if (fork() == 0) {
        char part[1000];
        long sum = 0;
        close(ends[0]);
        for (ssize_t size; (size = read(ends[1], part, sizeof part)) > 0;)
            for (ssize_t i = 0; i < size; ++i)
                sum += part[i];
        dprintf(ends[1], "%ld", sum);
        _exit(0);
    }
    close(ends[1]);
    char block[3000];
    memset(block, 3, sizeof block);
    for (int i = 0; i < 100; ++i)
        if (write(ends[0], block, sizeof block) != sizeof block) perror("write");
    shutdown(ends[0], SHUT_WR);
    printf("after its end %d\n", send(ends[0], "x", 1, 0) < 0 ? errno : 0);
    wait(0);
    show("sum", ends[0]);
    show("end", ends[0]);
    printf("events %x\n", events(ends[0]));
    close(ends[0]);
    printf("none %d\n", socketpair(AF_UNIX, 99, 0, ends) < 0);
    return 0;
}
