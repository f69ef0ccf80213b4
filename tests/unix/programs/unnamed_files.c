// SPDX-License-Identifier: BSD-2-Clause
// Files in memory without names, other roots, and sockets' names that the kernel chooses.
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void check_files(void) {
    int const file = memfd_create("some", MFD_CLOEXEC);
    struct stat status;
    fstat(file, &status);
    printf("links %d mode %o size %d cloexec %d\n", (int)status.st_nlink, status.st_mode,
           (int)status.st_size, fcntl(file, F_GETFD));
    printf("write %d", (int)write(file, "text", 4));
    printf(" cut %d", ftruncate(file, 10000));
    char* const shown = mmap(0, 10000, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    strcpy(shown + 5000, "far");
    if (fork() == 0) {
        memcpy(shown, "from", 4);
        _exit(0);
    }
    wait(0);
    char back[10];
    pread(file, back, 4, 5000);
    printf(" read %s %.4s\n", back, shown);
    int const other = memfd_create("some", 0);
    pwrite(other, "o", 1, 0);
    printf("apart %c flags %d", shown[0], fcntl(other, F_GETFD));
    char name[300];
    memset(name, 'n', sizeof name);
    name[250] = 0;
    printf(" long %d", memfd_create(name, 0) < 0 ? errno : 0);
    name[249] = 0;
    printf(" longest %d", memfd_create(name, 0) < 0 ? errno : 0);
    printf(" flags %d", memfd_create("x", 0x1000) < 0 ? errno : 0);
    printf(" null %d\n", memfd_create(0, 0) < 0 ? errno : 0);
}

/// By one who is no superuser, as the host's who runs this may be none either.
static void check_refused_root(void) {
    fflush(stdout);
    if (fork() == 0) {
        if (geteuid() == 0 && setuid(1000) < 0) perror("setuid");
        printf("chroot %d", chroot("/") < 0 ? errno : 0);
        printf(" missing %d", chroot("/nowhere/at/all") < 0 ? errno : 0);
        printf(" file %d\n", chroot("/etc/passwd") < 0 ? errno : 0);
        fflush(stdout);
        _exit(0);
    }
    wait(0);
}

static void show_name(int file) {
    struct sockaddr_un name = {0};
    socklen_t size = sizeof name;
    getsockname(file, (struct sockaddr*)&name, &size);
    int digits = 0;
    for (unsigned i = 3; i < size; ++i)
        digits += isxdigit(name.sun_path[i - 2]) != 0;
    printf("size %u abstract %d digits %d\n", size, name.sun_path[0] == 0, digits);
}

static void check_names(void) {
    int const one = socket(AF_UNIX, SOCK_DGRAM, 0);
    int const two = socket(AF_UNIX, SOCK_DGRAM, 0);
    sa_family_t const family = AF_UNIX;
    show_name(one);
    printf("bind %d\n", bind(one, (struct sockaddr*)&family, sizeof family));
    show_name(one);
    printf("again %d\n", bind(one, (struct sockaddr*)&family, sizeof family));
    struct sockaddr_un first, second;
    socklen_t first_size = sizeof first, second_size = sizeof second;
    getsockname(one, (struct sockaddr*)&first, &first_size);
    bind(two, (struct sockaddr*)&family, sizeof family);
    getsockname(two, (struct sockaddr*)&second, &second_size);
    printf("differ %d\n", memcmp(&first, &second, first_size) != 0);
    printf("send %d", (int)sendto(two, "x", 1, 0, (struct sockaddr*)&first, first_size));
    char byte = 0;
    struct sockaddr_un from;
    socklen_t size = sizeof from;
    recvfrom(one, &byte, 1, 0, (struct sockaddr*)&from, &size);
    printf(" got %c from it %d\n", byte, size == second_size && !memcmp(&from, &second, size));
    int const tells = socket(AF_UNIX, SOCK_DGRAM, 0);
    int const yes = 1;
    setsockopt(tells, SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
    connect(tells, (struct sockaddr*)&first, first_size);
    send(tells, "y", 1, 0);
    show_name(tells);
}

int main(void) {
    check_files();
    check_refused_root();
    check_names();
    return 0;
}
