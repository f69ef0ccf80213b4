// SPDX-License-Identifier: BSD-2-Clause
// Who is told, and when, that what was written to a file of a disk has not reached it.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char const* outcome(int result) {
    return result == 0 ? "done" : strerror(errno);
}

int main(void) {
    char page[4096];
    memset(page, 'x', sizeof page);
    int const writer = open("/mnt/bad", O_WRONLY);
    int const other = open("/mnt/bad", O_WRONLY);
    int const idle = open("/mnt/bad", O_WRONLY);
    int const well = open("/mnt/good", O_WRONLY);
    write(writer, page, sizeof page);
    write(other, page, sizeof page);
    write(well, page, sizeof page);
    sleep(8); // longer than a page is dirty
    printf("fsync of a writer: %s\n", outcome(fsync(writer)));
    printf("close of it: %s\n", outcome(close(writer)));
    printf("close of who has not written: %s\n", outcome(close(idle)));
    printf("close of another writer: %s\n", outcome(close(other)));
    printf("fsync of another file: %s\n", outcome(fsync(well)));
    printf("close of it: %s\n", outcome(close(well)));
    int const reader = open("/mnt/bad", O_RDONLY);
    printf("a byte that is read: %c\n", read(reader, page, 1) == 1 ? page[0] : '-');
    printf("fsync of a reader: %s\n", outcome(fsync(reader)));
    printf("close of it: %s\n", outcome(close(reader)));
    return 0;
}
