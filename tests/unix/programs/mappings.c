// SPDX-License-Identifier: BSD-2-Clause
// Maps files and memory, shared and private, moves and forgets them, and says what it sees.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { page = 4096 };

static sigjmp_buf after_fault;
static int fault_code;

static void handle(int signal, siginfo_t* information, void* context) {
    (void)context;
    fault_code = information->si_code;
    siglongjmp(after_fault, signal);
}

/// Says by which signal an access ends.
static void access_by(char const* what, char volatile* place, int writes) {
    int const signal = sigsetjmp(after_fault, 1);
    if (signal != 0) {
        printf("%s: signal %d, code %d\n", what, signal, fault_code);
        return;
    }
    char const value = *place;
    if (writes) *place = value;
    printf("%s: is there\n", what);
}

static int make_file(char const* name, int pages) {
    int const file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0644);
    char bytes[page];
    for (int i = 0; i < pages; ++i) {
        memset(bytes, 'a' + i, page);
        if (write(file, bytes, page) != page) perror("write");
    }
    return file;
}

static void show_files(void) {
    int const file = make_file("file", 3);
    char* const shared = mmap(0, 3 * page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    char* const copy = mmap(0, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, page);
    char* const seen = mmap(0, 3 * page, PROT_READ, MAP_SHARED, file, 0);
    printf("begin %c %c %c\n", shared[0], copy[0], seen[2 * page]);
    shared[page] = 'X';
    copy[page] = 'Y';
    printf("written %c %c %c\n", seen[page], seen[2 * page], copy[page]);
    char read_back[2] = {0};
    if (pread(file, read_back, 1, page) != 1) perror("pread");
    printf("read %s\n", read_back);
    if (pwrite(file, "Z", 1, 0) != 1) perror("pwrite");
    printf("seen %c, sync %d\n", shared[0], msync(shared, 3 * page, MS_SYNC));
    close(file);
    printf("after close %c\n", seen[0]);
    munmap(shared, 3 * page);
    munmap(copy, 2 * page);
    munmap(seen, 3 * page);
}

static void show_ends(void) {
    int const file = make_file("short", 1);
    char* const place = mmap(0, 3 * page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    access_by("within", place, 1);
    access_by("beyond", place + page, 0);
    if (ftruncate(file, 2 * page) != 0) perror("ftruncate");
    access_by("grown", place + page, 1);
    if (ftruncate(file, 0) != 0) perror("ftruncate");
    access_by("cut", place, 0);
    int const reader = open("short", O_RDONLY);
    errno = 0;
    void* const refused = mmap(0, page, PROT_WRITE | PROT_READ, MAP_SHARED, reader, 0);
    printf("writing to what is read: %d %d\n", refused == MAP_FAILED, errno);
    char* const constant = mmap(0, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    access_by("constant", constant, 1);
    mprotect(constant, page, PROT_READ | PROT_WRITE);
    access_by("changed", constant, 1);
    munmap(constant, page);
    access_by("unmapped", constant, 0);
}

static void show_forks(void) {
    int* const shared = mmap(0, page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int* const own = mmap(0, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    fflush(stdout);
    if (fork() == 0) {
        *shared = 1;
        *own = 1;
        _exit(0);
    }
    wait(0);
    printf("fork %d %d\n", *shared, *own);
}

static void show_moves(void) {
    char* place = mmap(0, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 3; ++i)
        place[i * page] = (char)('p' + i);
    place = mremap(place, 3 * page, 40 * page, MREMAP_MAYMOVE);
    printf("moved %c %c %c %d\n", place[0], place[page], place[2 * page], place[39 * page]);
    char* const shorter = mremap(place, 40 * page, 2 * page, 0);
    printf("shorter %d %c\n", shorter == place, place[page]);
    access_by("behind", place + 2 * page, 0);
    printf("forget %d\n", madvise(place, page, MADV_DONTNEED));
    printf("forgotten %d %c\n", place[0], place[page]);
    int const file = make_file("moving", 4);
    char* copy = mmap(0, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, page);
    copy[0] = 'W';
    char* const target = mmap(0, 8 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    copy = mremap(copy, 2 * page, 3 * page, MREMAP_MAYMOVE | MREMAP_FIXED, target);
    printf("file moved %d %c %c %c\n", copy == target, copy[0], copy[page], copy[2 * page]);
    madvise(copy, page, MADV_DONTNEED);
    printf("as the file %c\n", copy[0]);
    void* const taken =
        mmap(target, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    printf("taken %d %d\n", taken == MAP_FAILED, errno);
}

int main(void) {
    struct sigaction action = {0};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGBUS, &action, 0);
    show_files();
    show_ends();
    show_forks();
    show_moves();
    return 0;
}
