// SPDX-License-Identifier: BSD-2-Clause
// Space of files, priorities of what is read and written, capabilities, and where a thread runs.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { keep_size = 1, punch_hole = 2, collapse = 8, of_thread = 1, of_nobody = 4 };

static int outcome(long result) {
    return result < 0 ? errno : 0;
}

static off_t size(int file) {
    struct stat facts;
    fstat(file, &facts);
    return facts.st_size;
}

static void ask_for_space(void) {
    int const file = open("space", O_RDWR | O_CREAT, 0600);
    write(file, "beginning", 9);
    printf("space %d", outcome(syscall(SYS_fallocate, file, 0, 5L, 9000L)));
    printf(" size %ld", (long)size(file));
    printf(" within %d size %ld", outcome(syscall(SYS_fallocate, file, 0, 0L, 100L)),
           (long)size(file));
    char text[12] = "";
    pread(file, text, 11, 0);
    printf(" begins %s\n", text);
    int const hole = punch_hole | keep_size;
    printf("hole %d", outcome(syscall(SYS_fallocate, file, hole, 2L, 3L)));
    pread(file, text, 11, 0);
    printf(" leaves %c%c%d%d%d%s size %ld\n", text[0], text[1], text[2], text[3], text[4], text + 5,
           (long)size(file));
    printf("hole after all %d", outcome(syscall(SYS_fallocate, file, hole, 20000L, 3L)));
    printf(" size %ld\n", (long)size(file));
    printf("nothing %d", outcome(syscall(SYS_fallocate, file, 0, 0L, 0L)));
    printf(" before all %d", outcome(syscall(SYS_fallocate, file, 0, -1L, 5L)));
    printf(" too far %d", outcome(syscall(SYS_fallocate, file, 0, 1L, ~0UL >> 1)));
    printf(" a hole that moves the end %d",
           outcome(syscall(SYS_fallocate, file, punch_hole, 0L, 5L)));
    int const only_read = open("space", O_RDONLY);
    printf(" unwritable %d", outcome(syscall(SYS_fallocate, only_read, 0, 0L, 5L)));
    printf(" synced %d", outcome(syscall(SYS_sync_file_range, file, 0L, 100L, 7)));
    printf(" nothing synced %d", outcome(syscall(SYS_sync_file_range, only_read, 9999L, 0L, 0)));
    printf(" unknown %d", outcome(syscall(SYS_sync_file_range, file, 0L, 100L, 8)));
    printf(" before %d", outcome(syscall(SYS_sync_file_range, file, -1L, 100L, 1)));
    int ends[2];
    pipe(ends);
    printf(" pipe synced %d", outcome(syscall(SYS_sync_file_range, ends[0], 0L, 100L, 1)));
    printf(" pipe %d", outcome(syscall(SYS_fallocate, ends[1], 0, 0L, 5L)));
    printf(" closed %d\n", outcome(syscall(SYS_fallocate, 99, 0, 0L, 5L)));
}

static void ask_for_copies(void) {
    int const from = open("from", O_RDWR | O_CREAT, 0600), to = open("to", O_RDWR | O_CREAT, 0600);
    for (int i = 0; i < 3000; ++i)
        write(from, "0123456789", 10);
    lseek(from, 25000, SEEK_SET);
    off_t place = 29995;
    printf("copied %ld", copy_file_range(from, NULL, to, NULL, 8000, 0));
    printf(" and %ld", copy_file_range(from, &place, to, NULL, 100, 0));
    printf(" at the end %ld", copy_file_range(from, &place, to, NULL, 100, 0));
    char text[12] = "";
    pread(to, text, 11, 4999);
    printf(" to %ld as %s size %ld\n", (long)lseek(to, 0, SEEK_CUR), text, (long)size(to));
    printf("place %ld descriptor %ld", (long)place, (long)lseek(from, 0, SEEK_CUR));
    off_t there = 5, first = 0;
    printf(" onto itself %d", outcome(copy_file_range(from, &first, from, &there, 6, 0)));
    printf(" beside itself %d", outcome(copy_file_range(from, &first, from, &there, 5, 0)));
    printf(" flags %d", outcome(copy_file_range(from, NULL, to, NULL, 1, 1)));
    int const only_read = open("to", O_RDONLY), appended = open("to", O_WRONLY | O_APPEND);
    printf(" unwritable %d", outcome(copy_file_range(from, NULL, only_read, NULL, 1, 0)));
    printf(" appended %d", outcome(copy_file_range(from, NULL, appended, NULL, 1, 0)));
    printf(" sent to it %d", outcome(sendfile(appended, from, NULL, 1)));
    int ends[2];
    pipe(ends);
    printf(" pipe %d", outcome(copy_file_range(from, NULL, ends[1], NULL, 1, 0)));
    off_t offset = 29990;
    printf(" sent %ld", (long)sendfile(to, from, &offset, 100));
    printf(" until %ld", (long)offset);
    printf(" size %ld\n", (long)size(to));
}

static void ask_for_io(void) {
    int const idle = 3 << 13, urgent = 2 << 13 | 1;
    printf("io %d", outcome(syscall(SYS_ioprio_set, of_thread, 0, urgent)));
    printf(" %ld", syscall(SYS_ioprio_get, of_thread, 0));
    pid_t const child = fork();
    if (child == 0) {
        int const has = syscall(SYS_ioprio_get, of_thread, 0) == urgent;
        syscall(SYS_ioprio_set, of_thread, 0, idle);
        _exit(has);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf(" inherited %d, own %ld", WEXITSTATUS(status),
           syscall(SYS_ioprio_get, of_thread, getpid()));
    printf(" class %d", outcome(syscall(SYS_ioprio_set, of_thread, 0, 4 << 13)));
    printf(" of nobody %d", outcome(syscall(SYS_ioprio_get, of_nobody, 0)));
    printf(" none such %d\n", outcome(syscall(SYS_ioprio_get, of_thread, 9999999)));
}

static void ask_for_rights(void) {
    struct {
        unsigned version;
        int process;
    } header = {1, 0};
    unsigned sets[6] = {};
    printf("rights by version 1 %d", outcome(syscall(SYS_capget, &header, sets)));
    printf(" but %x", header.version);
    printf(" told %d", outcome(syscall(SYS_capget, &header, sets)));
    printf(" again %d", outcome(syscall(SYS_capset, &header, sets)));
    header.process = -1;
    printf(" of a negative one %d", outcome(syscall(SYS_capget, &header, sets)));
    header.process = 9999999;
    printf(" of nobody %d", outcome(syscall(SYS_capget, &header, sets)));
    printf(" set another's %d", outcome(syscall(SYS_capset, &header, sets)));
    printf(" nowhere %d\n", outcome(syscall(SYS_capget, 8L, sets)));
}

static void ask_for_places(void) {
    unsigned processor = 99, node = 99;
    printf("runs %d", outcome(syscall(SYS_getcpu, &processor, &node, 0)));
    printf(" on one %d of a node %d", processor < 99, node < 99);
    printf(" untold %d nowhere %d\n", outcome(syscall(SYS_getcpu, 0, 0, 0)),
           outcome(syscall(SYS_getcpu, 8L, 0, 0)));
    char const* const devices[] = {"/dev/null", "/dev/zero", "/dev/full"};
    for (int i = 0; i < 3; ++i) {
        int const device = open(devices[i], O_RDONLY);
        printf("%s at %ld %ld %ld\n", devices[i], (long)lseek(device, 77, SEEK_SET),
               (long)lseek(device, -5, SEEK_CUR), (long)lseek(device, 7, SEEK_END));
        close(device);
    }
}

int main(void) {
    setbuf(stdout, NULL);
    ask_for_space();
    ask_for_copies();
    ask_for_io();
    ask_for_rights();
    ask_for_places();
    return 0;
}
