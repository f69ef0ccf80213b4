// SPDX-License-Identifier: BSD-2-Clause
// What /proc says of a process' memory and threads.
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int data = 1;

/// Finds the range that an address is in; prints its rights, and its name where that is general.
static void show(char const* what, void const* address, int with_name) {
    FILE* const maps = fopen("/proc/self/maps", "r");
    char line[512];
    while (fgets(line, sizeof line, maps)) {
        unsigned long begin, end, offset, node;
        char rights[8], name[256] = "";
        int const count = sscanf(line, "%lx-%lx %7s %lx %*s %lu %255s", &begin, &end, rights,
                                 &offset, &node, name);
        if (count < 5) printf("malformed: %s", line);
        if ((unsigned long)address < begin || (unsigned long)address >= end) continue;
        printf("%s: %s offset %lu node %d %s\n", what, rights, offset, node != 0,
               with_name ? name : "");
        fclose(maps);
        return;
    }
    fclose(maps);
    printf("%s: not mapped\n", what);
}

static void show_sizes(void) {
    char line[512];
    unsigned long pages = 0, resident = 0;
    FILE* const sizes = fopen("/proc/self/statm", "r");
    printf("statm %d\n", fscanf(sizes, "%lu %lu", &pages, &resident));
    fclose(sizes);
    FILE* const maps = fopen("/proc/self/maps", "r");
    unsigned long last = 0;
    int in_order = 1;
    while (fgets(line, sizeof line, maps)) {
        unsigned long begin = 0, end = 0;
        sscanf(line, "%lx-%lx", &begin, &end);
        in_order &= last <= begin && begin < end;
        last = end;
    }
    fclose(maps);
    printf("mapped %d resident %d in order %d\n", pages > 0, resident > 0 && resident <= pages,
           in_order);
}

static int list_threads(void) {
    DIR* const folder = opendir("/proc/self/task");
    int count = 0;
    for (struct dirent* each; (each = readdir(folder));)
        count += each->d_name[0] != '.';
    closedir(folder);
    return count;
}

static void show_file(char const* format, int thread) {
    char path[64], text[256] = "";
    snprintf(path, sizeof path, format, thread);
    FILE* const file = fopen(path, "r");
    if (!file) {
        printf("%s: none\n", format);
        return;
    }
    fgets(text, sizeof text, file);
    fclose(file);
    char* const number = strstr(text, " (");
    printf("%s: %s\n", format, number ? number : text);
}

static pthread_barrier_t both;

static void* wait_twice(void* number) {
    *(int*)number = (int)syscall(SYS_gettid);
    pthread_barrier_wait(&both);
    pthread_barrier_wait(&both);
    return 0;
}

static void show_threads(void) {
    pthread_t thread;
    int number = 0;
    pthread_barrier_init(&both, 0, 2);
    printf("threads %d\n", list_threads());
    pthread_create(&thread, 0, wait_twice, &number);
    pthread_barrier_wait(&both);
    printf("threads %d\n", list_threads());
    show_file("/proc/self/task/%d/comm", number);
    show_file("/proc/self/task/%d/comm", getpid());
    show_file("/proc/self/task/%d/none", number);
    show_file("/proc/self/task/%d/comm", 0x3ffffff);
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/self/task/%d/status", number);
    FILE* const status = fopen(path, "r");
    int tgid = 0, pid = 0;
    while (fgets(text, sizeof text, status)) {
        sscanf(text, "Tgid: %d", &tgid);
        sscanf(text, "Pid: %d", &pid);
    }
    fclose(status);
    printf("of the process %d, itself %d\n", tgid == getpid(), pid == number);
    pthread_barrier_wait(&both);
    pthread_join(thread, 0);
}

int main(void) {
    int local = 0;
    size_t const bytes = 64 << 10;
    void* const private = mmap(0, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int const file = memfd_create("x", 0);
    ftruncate(file, (off_t)bytes);
    void* const of_file = mmap(0, 8192, PROT_READ, MAP_PRIVATE, file, 4096);
    void* const in_heap = malloc(100);
    show("code", (void*)main, 0);
    show("data", &data, 0);
    show("stack", &local, 1);
    show("heap", in_heap, 1);
    show("private", private, 1);
    show("of a file", of_file, 0);
    mprotect(private, 4096, PROT_NONE);
    show("protected", private, 1);
    show("rest", (char*)private + 4096, 1);
    munmap(private, bytes); // what reading takes may get its last page, not its first
    show("unmapped", private, 1);
    pthread_attr_t attributes;
    void* base;
    size_t size;
    printf("getattr %d", pthread_getattr_np(pthread_self(), &attributes));
    pthread_attr_getstack(&attributes, &base, &size);
    printf(" stack %d\n", (char*)&local > (char*)base && (char*)&local < (char*)base + size);
    show_sizes();
    show_threads();
    return 0;
}
