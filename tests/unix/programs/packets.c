// SPDX-License-Identifier: BSD-2-Clause
// Packets of connections, and messages that tell who has sent them.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char buffer[4 << 20];

static int outcome(long result) {
    return result < 0 ? -errno : (int)result;
}

/// Sends bytes, and says that somebody has if that is given.
static int send_as(int socket, char const* text, struct ucred const* sender) {
    char control[CMSG_SPACE(sizeof *sender)] = {0};
    struct iovec piece = {(void*)text, strlen(text)};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (sender) {
        message.msg_control = control;
        message.msg_controllen = sizeof control;
        struct cmsghdr* const record = CMSG_FIRSTHDR(&message);
        record->cmsg_level = SOL_SOCKET;
        record->cmsg_type = SCM_CREDENTIALS;
        record->cmsg_len = CMSG_LEN(sizeof *sender);
        memcpy(CMSG_DATA(record), sender, sizeof *sender);
    }
    return outcome(sendmsg(socket, &message, 0));
}

/// Receives bytes, and tells who has sent them.
static void show(char const* what, int socket, unsigned long room) {
    char control[256] = {0};
    char text[32] = "";
    struct iovec piece = {text, sizeof text - 1};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = room};
    int const count = outcome(recvmsg(socket, &message, MSG_DONTWAIT));
    if (count < 0) {
        printf("%s: %d\n", what, count);
        return;
    }
    printf("%s: %d '%s' control %d%s", what, count, text, (int)message.msg_controllen,
           (message.msg_flags & MSG_CTRUNC) != 0 ? " cut" : "");
    for (struct cmsghdr* each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
        struct ucred from = {0};
        memcpy(&from, CMSG_DATA(each), each->cmsg_len < CMSG_LEN(sizeof from) ? 0 : sizeof from);
        printf(" type %d pid %s uid %d gid %d", each->cmsg_type,
               from.pid == getpid() ? "own"
               : from.pid == 0      ? "none"
                                    : "other",
               (int)from.uid, (int)from.gid);
    }
    printf("\n");
    fflush(stdout);
}

static void packets(void) {
    int two[2];
    printf("pair %d\n", outcome(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, two)));
    printf("sent %d", outcome(write(two[0], "first", 5)));
    printf(" %d", outcome(send(two[0], "", 0, 0)));
    printf(" %d\n", outcome(write(two[0], "second one", 10)));
    printf("read %d", outcome(read(two[1], buffer, 100)));
    printf(" %d", outcome(read(two[1], buffer, 100)));
    printf(" %d, the rest is lost", outcome(read(two[1], buffer, 4)));
    printf(" %d\n", outcome(recv(two[1], buffer, 100, MSG_DONTWAIT)));
    printf("too long %d\n", outcome(send(two[0], buffer, sizeof buffer, 0)));
    int kind = 0;
    socklen_t size = sizeof kind;
    getsockopt(two[0], SOL_SOCKET, SO_TYPE, &kind, &size);
    printf("kind %d\n", kind);
    if (write(two[0], "last", 4) != 4) perror("write");
    close(two[0]);
    struct pollfd asked = {.fd = two[1], .events = POLLIN};
    poll(&asked, 1, 0);
    printf("closed %x, read %d", asked.revents, outcome(read(two[1], buffer, 100)));
    printf(" %d", outcome(read(two[1], buffer, 100)));
    printf(", write %d\n", outcome(write(two[1], "x", 1)));
    close(two[1]);
}

static void connections(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0packets"};
    socklen_t const size = sizeof(sa_family_t) + 8;
    int const listening = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    printf("not connected %d %d\n", outcome(send(listening, "x", 1, 0)),
           outcome(recv(listening, buffer, 1, 0)));
    bind(listening, (struct sockaddr*)&name, size);
    listen(listening, 5);
    int const stream = socket(AF_UNIX, SOCK_STREAM, 0);
    printf("a stream %d\n", outcome(connect(stream, (struct sockaddr*)&name, size)));
    int const client = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    printf("packets %d\n", outcome(connect(client, (struct sockaddr*)&name, size)));
    if (write(client, "one", 3) != 3 || write(client, "two", 3) != 3) perror("write");
    int const server = accept(listening, 0, 0);
    struct ucred who = {0};
    socklen_t who_size = sizeof who;
    getsockopt(server, SOL_SOCKET, SO_PEERCRED, &who, &who_size);
    printf("peer %d\n", who.pid == getpid());
    printf("accepted %d", outcome(read(server, buffer, 100)));
    shutdown(client, SHUT_WR);
    printf(" %d", outcome(read(server, buffer, 100)));
    printf(" %d\n", outcome(read(server, buffer, 100)));
    close(stream);
    close(client);
    close(server);
    close(listening);
}

static void senders(int kind) {
    int two[2];
    int const on = 1;
    struct ucred own = {getpid(), getuid(), getgid()};
    struct ucred const other = {1, 12, 13};
    socketpair(AF_UNIX, kind, 0, two);
    send_as(two[0], "before", 0);
    printf("option %d", outcome(setsockopt(two[1], SOL_SOCKET, SO_PASSCRED, &on, sizeof on)));
    int told = 0;
    socklen_t size = sizeof told;
    getsockopt(two[1], SOL_SOCKET, SO_PASSCRED, &told, &size);
    printf(" %d\n", told);
    show("before", two[1], 256);
    printf("sent %d", send_as(two[0], "plain", 0));
    printf(" %d", send_as(two[0], "own", &own));
    printf(" %d\n", send_as(two[0], "other", &other));
    show("plain", two[1], 256);
    show("own", two[1], 256);
    show("other", two[1], 256);
    send_as(two[0], "cut", 0);
    show("cut", two[1], 20);
    send_as(two[0], "none", 0);
    show("none", two[1], 0);
    fflush(stdout);
    if (fork() == 0) {
        if (setgid(7) < 0 || setuid(8) < 0) perror("setuid");
        own.pid = getpid();
        printf("not allowed %d\n", send_as(two[0], "root", &own));
        send_as(two[0], "child", 0);
        fflush(stdout);
        _exit(0);
    }
    wait(0);
    show("child", two[1], 256);
    close(two[0]);
    close(two[1]);
}

/// Who has read from somebody is not taken for that one.
static void reader(void) {
    int in[2];
    int out[2];
    int const on = 1;
    socketpair(AF_UNIX, SOCK_STREAM, 0, in);
    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, out);
    setsockopt(in[1], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    setsockopt(out[1], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    if (fork() == 0) _exit(send_as(in[0], "theirs", 0) != 6);
    wait(0);
    if (write(in[0], "ours", 4) != 4) perror("write");
    printf("read %d", outcome(read(in[1], buffer, 100)));
    printf(" %d", outcome(read(in[1], buffer, 100)));
    printf(", written %d\n", outcome(write(out[0], "mine", 4)));
    show("mine", out[1], 256);
    close(in[0]);
    close(in[1]);
    close(out[0]);
    close(out[1]);
}

/// A connection tells what the socket that listened was asked to.
static void accepted(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0senders"};
    socklen_t size = sizeof(sa_family_t) + 8;
    int const listening = socket(AF_UNIX, SOCK_STREAM, 0);
    int on = 1;
    setsockopt(listening, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    bind(listening, (struct sockaddr*)&name, size);
    listen(listening, 1);
    int const client = socket(AF_UNIX, SOCK_STREAM, 0);
    connect(client, (struct sockaddr*)&name, size);
    int const server = accept(listening, 0, 0);
    size = sizeof on;
    getsockopt(server, SOL_SOCKET, SO_PASSCRED, &on, &size);
    printf("inherited %d\n", on);
    if (write(client, "hello", 5) != 5) perror("write");
    show("hello", server, 256);
    close(client);
    close(server);
    close(listening);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    packets();
    connections();
    senders(SOCK_STREAM);
    senders(SOCK_DGRAM);
    senders(SOCK_SEQPACKET);
    reader();
    accepted();
    return 0;
}
