// SPDX-License-Identifier: BSD-2-Clause
// Messages that are looked at and stay, or are cut off; several at once, until a time.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static char buffer[70000];

static int outcome(long result) {
    return result < 0 ? -errno : (int)result;
}

/// Receives, and shows what.
static void show(char const* what, int socket, int room, int flags) {
    memset(buffer, 0, sizeof buffer);
    int const count = outcome(recv(socket, buffer, room, flags | MSG_DONTWAIT));
    printf("%s: %d '%.20s'\n", what, count, buffer);
}

/// The same by recvmsg, with the flags that the message has and the files that came.
static void show_message(char const* what, int socket, int room, int flags) {
    char control[CMSG_SPACE(4 * sizeof(int))];
    struct iovec piece = {buffer, room};
    struct msghdr message = {.msg_iov = &piece,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    memset(buffer, 0, sizeof buffer);
    int const count = outcome(recvmsg(socket, &message, flags | MSG_DONTWAIT));
    struct cmsghdr* const record = CMSG_FIRSTHDR(&message);
    printf("%s: %d '%.20s' flags %x", what, count, buffer, message.msg_flags);
    if (count >= 0 && record) {
        int file = 0;
        memcpy(&file, CMSG_DATA(record), sizeof file);
        printf(" a file that says %d", outcome(write(file, "through", 7)));
        close(file);
    }
    printf("\n");
}

/// Sends a text, and a file with it.
static void send_with_file(int socket, char const* text, int file) {
    char control[CMSG_SPACE(sizeof file)] = {0};
    struct iovec piece = {(void*)text, strlen(text)};
    struct msghdr message = {.msg_iov = &piece,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr* const record = CMSG_FIRSTHDR(&message);
    record->cmsg_level = SOL_SOCKET;
    record->cmsg_type = SCM_RIGHTS;
    record->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(record), &file, sizeof file);
    printf("sent %d\n", outcome(sendmsg(socket, &message, 0)));
}

static void messages(int kind) {
    int two[2];
    printf("kind %d: pair %d\n", kind, outcome(socketpair(AF_UNIX, kind, 0, two)));
    show("nothing", two[1], 100, MSG_PEEK);
    send(two[0], "the first one", 13, 0);
    send(two[0], "second", 6, 0);
    show("look", two[1], 100, MSG_PEEK);
    show("look at a part", two[1], 3, MSG_PEEK);
    show("look at a part, and its length", two[1], 3, MSG_PEEK | MSG_TRUNC);
    show_message("look by recvmsg", two[1], 4, MSG_PEEK);
    show_message("a part by recvmsg", two[1], 4, 0);
    show("the next, and its length", two[1], 2, MSG_TRUNC);
    show("nothing left", two[1], 100, 0);
    int out[2];
    if (pipe(out) < 0) perror("pipe");
    send_with_file(two[0], "with a file", out[1]);
    show_message("look", two[1], 100, MSG_PEEK);
    show_message("look again", two[1], 100, MSG_PEEK);
    show_message("take", two[1], 100, 0);
    close(out[1]);
    printf("written %d", outcome(read(out[0], buffer, 100)));
    printf(", nobody keeps it %d\n", outcome(read(out[0], buffer, 100)));
    close(out[0]);
    close(two[0]);
    show("at the end", two[1], 100, MSG_PEEK);
    close(two[1]);
}

/// A stream's pieces are looked at together, also where they go round.
static void stream(void) {
    int two[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, two);
    for (int i = 0; i < 7; ++i) {
        memset(buffer, 'a' + i, 9000);
        if (write(two[0], buffer, 9000) != 9000) perror("write");
        int const seen = outcome(recv(two[1], buffer, 9000, MSG_PEEK));
        int same = 0;
        while (same < seen && buffer[same] == 'a' + i)
            ++same;
        printf("seen %d, right %d, taken %d\n", seen, same, outcome(recv(two[1], buffer, 9000, 0)));
    }
    send(two[0], "one ", 4, 0);
    send(two[0], "two ", 4, 0);
    send(two[0], "three", 5, 0);
    show("all pieces", two[1], 100, MSG_PEEK);
    show("all but the last byte", two[1], 12, MSG_PEEK);
    show("taken", two[1], 6, 0);
    show("the rest", two[1], 100, MSG_PEEK);
    show("taken, too", two[1], 100, 0);
    close(two[0]);
    close(two[1]);
}

static void several(void) {
    int two[2];
    char texts[4][8] = {{0}};
    struct iovec pieces[4];
    struct mmsghdr all[4] = {{{0}}};
    struct timespec none = {0, 0}, bad = {0, 2000000000}, some = {10, 0};
    for (int i = 0; i < 4; ++i) {
        pieces[i] = (struct iovec){texts[i], 7};
        all[i].msg_hdr = (struct msghdr){.msg_iov = &pieces[i], .msg_iovlen = 1};
    }
    socketpair(AF_UNIX, SOCK_DGRAM, 0, two);
    for (int i = 0; i < 6; ++i)
        send(two[0], "message 1" + i, 9 - i, 0);
    printf("bad time %d\n", outcome(recvmmsg(two[1], all, 4, 0, &bad)));
    printf("until now %d '%s'\n", outcome(recvmmsg(two[1], all, 4, 0, &none)), texts[0]);
    printf("look %d\n", outcome(recvmmsg(two[1], all, 2, MSG_PEEK, 0)));
    printf("four %d", outcome(recvmmsg(two[1], all, 4, 0, &some)));
    for (int i = 0; i < 4; ++i)
        printf(" %d '%s' %x", (int)all[i].msg_len, texts[i], all[i].msg_hdr.msg_flags);
    printf("\nsome time is left %d\n", some.tv_sec == 9 || some.tv_sec == 10);
    printf("one %d", outcome(recvmmsg(two[1], all, 4, MSG_WAITFORONE, &some)));
    printf(", none %d\n", outcome(recvmmsg(two[1], all, 4, MSG_DONTWAIT, &some)));
}

int main(void) {
    messages(SOCK_DGRAM);
    messages(SOCK_SEQPACKET);
    messages(SOCK_STREAM);
    stream();
    several();
    return 0;
}
