// SPDX-License-Identifier: BSD-2-Clause
// Pieces at positions, several messages at once, times in microseconds and seconds, advice.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utime.h>

static char const* const path = "/tmp/file-of-a-test";

static void say(char const* what, long result) {
    if (result < 0)
        printf("%s: %s\n", what, strerror(errno));
    else
        printf("%s: %ld\n", what, result);
}

static void positions(void) {
    int const file = open(path, O_CREAT | O_RDWR | O_TRUNC, 0600);
    char a[4] = "abc";
    char b[8] = "defghij";
    struct iovec const pieces[] = {{a, 3}, {b, 0}, {b, 7}};
    say("pwritev", pwritev(file, pieces, 3, 5));
    say("position", lseek(file, 0, SEEK_CUR));
    say("size", lseek(file, 0, SEEK_END));
    memset(a, 0, sizeof a), memset(b, 0, sizeof b);
    say("preadv", preadv(file, pieces, 3, 6));
    printf("%.3s %.7s\n", a, b);
    lseek(file, 5, SEEK_SET);
    say("own position", syscall(SYS_preadv2, file, pieces, 1, -1L, 0, 0));
    say("position", lseek(file, 0, SEEK_CUR));
    say("before the begin", preadv(file, pieces, 1, -1));
    say("bad flags", syscall(SYS_preadv2, file, pieces, 1, 0L, 0, 0x1000));
    int ends[2];
    if (pipe(ends) != 0) return;
    say("of a pipe", preadv(ends[0], pieces, 1, 0));
    say("advice", posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL));
    say("bad advice", posix_fadvise(file, 0, 0, 77));
    say("of a pipe", posix_fadvise(ends[0], 0, 0, POSIX_FADV_NORMAL));
    say("ahead", readahead(file, 0, 4096));
    say("ahead of a pipe", readahead(ends[0], 0, 4096));
    say("nothing of nobody", pwritev(99, pieces, 0, 0));
    say("syncfs", syncfs(file));
    say("syncfs of nothing", syncfs(99));
    struct statfs facts;
    say("fstatfs", fstatfs(file, &facts));

    say("fstatfs of nothing", fstatfs(99, &facts));
    close(file);
}

static void show_times(void) {
    struct stat now;
    stat(path, &now);
    printf("accessed %ld.%09ld, modified %ld.%09ld\n", now.st_atim.tv_sec, now.st_atim.tv_nsec,
           now.st_mtim.tv_sec, now.st_mtim.tv_nsec);
}

static void times(void) {
    struct timeval const exact[] = {{1000000, 123456}, {2000000, 654321}};
    say("utimes", syscall(SYS_utimes, path, exact));
    show_times();
    struct utimbuf const seconds = {3000000, 4000000};
    say("utime", syscall(SYS_utime, path, &seconds));
    show_times();
    struct timeval const bad[] = {{1, 1000000}, {1, 0}};
    say("bad times", syscall(SYS_utimes, path, bad));
    say("futimesat", syscall(SYS_futimesat, AT_FDCWD, path, exact));
    show_times();
    say("none", syscall(SYS_utime, "no such file", &seconds));
    say("no name", syscall(SYS_utimes, NULL, exact));
    say("no name", syscall(SYS_utime, NULL, &seconds));
    unlink(path);
}

static void messages(void) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) != 0) return;
    char texts[4][16] = {"one", "three", "", "seventeen"};
    struct iovec pieces[4];
    struct mmsghdr list[4] = {0};
    for (int i = 0; i < 4; ++i) {
        pieces[i] = (struct iovec){texts[i], strlen(texts[i])};
        list[i].msg_hdr.msg_iov = &pieces[i];
        list[i].msg_hdr.msg_iovlen = 1;
    }
    say("sendmmsg", sendmmsg(pair[0], list, 4, 0));
    for (int i = 0; i < 4; ++i)
        printf("sent %u\n", list[i].msg_len);
    memset(texts, 0, sizeof texts);
    for (int i = 0; i < 4; ++i)
        pieces[i].iov_len = sizeof texts[i];
    say("recvmmsg", recvmmsg(pair[1], list, 2, 0, NULL));
    printf("'%s' %u, '%s' %u\n", texts[0], list[0].msg_len, texts[1], list[1].msg_len);
    say("recvmmsg", recvmmsg(pair[1], list, 4, MSG_WAITFORONE, NULL));
    printf("'%s' %u, '%s' %u\n", texts[0], list[0].msg_len, texts[1], list[1].msg_len);
    say("empty", recvmmsg(pair[1], list, 4, MSG_DONTWAIT, NULL));
    say("no socket", sendmmsg(99, list, 1, 0));
    say("no socket, no message", sendmmsg(99, list, 0, 0));
}

int main(void) {
    positions();
    times();
    messages();
    setuid(1000);
    say("a name by anybody", sethostname("x", 1));
    return 0;
}
