// SPDX-License-Identifier: BSD-2-Clause
// What /proc/sysvipc and /proc/net/unix list: objects of System V, and sockets within the system.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { columns_max = 20 };

/// The line of a file in which a column has this text, by columns; the titles alone are counted.
static int line(char const* path, int column, char const* text, char columns[][64]) {
    FILE* const file = fopen(path, "r");
    char read[512];
    while (file && fgets(read, sizeof read, file)) {
        int count = 0;
        for (char* each = strtok(read, " \n"); each && count < columns_max;
             each = strtok(NULL, " \n"))
            snprintf(columns[count++], 64, "%s", each);
        if (count > column && strcmp(columns[column], text) == 0) {
            fclose(file);
            return count;
        }
    }
    if (file) fclose(file);
    return 0;
}

static void titles(char const* path) {
    FILE* const file = fopen(path, "r");
    char read[512] = "";
    if (file) {
        fgets(read, sizeof read, file);
        fclose(file);
    }
    printf("%s: %s", path, read);
}

/// The columns that say the same everywhere.
static void object(char const* path, int id, int const* shown, int count) {
    char columns[columns_max][64], number[16];
    titles(path);
    snprintf(number, sizeof number, "%d", id);
    printf("of %d:", line(path, 1, number, columns));
    for (int i = 0; i < count; ++i)
        printf(" %s", columns[shown[i]]);
    printf("\n");
}

static void list_objects(void) {
    int const set = semget(IPC_PRIVATE, 3, 0640);
    int const segment = shmget(IPC_PRIVATE, 10000, 0600);
    int const queue = msgget(IPC_PRIVATE, 0602);
    char* const memory = shmat(segment, NULL, 0);
    struct {
        long type;
        char text[5];
    } const message = {1, "four"};
    msgsnd(queue, &message, 5, 0);
    object("/proc/sysvipc/sem", set, (int[]){0, 2, 3, 8}, 4);
    object("/proc/sysvipc/shm", segment, (int[]){0, 2, 3, 6, 12}, 5);
    object("/proc/sysvipc/msg", queue, (int[]){0, 2, 3, 4, 6, 12}, 6);
    semctl(set, 0, IPC_RMID);
    char columns[columns_max][64], number[16];
    snprintf(number, sizeof number, "%d", set);
    printf("removed %d\n", line("/proc/sysvipc/sem", 1, number, columns));
    shmdt(memory);
    shmctl(segment, IPC_RMID, NULL);
    msgctl(queue, IPC_RMID, NULL);
}

static void show_socket(char const* what, int column, char const* text) {
    char columns[columns_max][64];
    int const count = line("/proc/net/unix", column, text, columns);
    printf("%s of %d: %s %s %s %s", what, count, columns[2], columns[3], columns[4], columns[5]);
    printf(" %s\n", count > 7 ? columns[7] : "without a name");
}

/// By the number that the link of its descriptor has.
static void show_descriptor(char const* what, int descriptor) {
    char path[32], target[64] = "";
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    ssize_t const bytes = readlink(path, target, sizeof target - 1);
    target[bytes > 0 ? bytes - 1 : 0] = 0; // the bracket
    show_socket(what, 6, target + strlen("socket:["));
}

static void list_sockets(void) {
    struct sockaddr_un abstract = {AF_UNIX, ""};
    snprintf(abstract.sun_path + 1, 100, "flat-listed-%d", getpid());
    socklen_t const bytes =
        offsetof(struct sockaddr_un, sun_path) + 1 + strlen(abstract.sun_path + 1);
    struct sockaddr_un const path = {AF_UNIX, "listed"};
    int const listener = socket(AF_UNIX, SOCK_STREAM, 0);
    int const named = socket(AF_UNIX, SOCK_DGRAM, 0);
    int pair[2];
    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair);
    bind(listener, (struct sockaddr const*)&abstract, bytes);
    bind(named, (struct sockaddr const*)&path, sizeof path);
    char shown[128];
    snprintf(shown, sizeof shown, "@%s", abstract.sun_path + 1);
    char columns[columns_max][64];
    titles("/proc/net/unix");
    int const count = line("/proc/net/unix", 7, shown, columns);
    printf("named of %d: %s %s %s\n", count, columns[3], columns[4], columns[5]);
    listen(listener, 1);
    line("/proc/net/unix", 7, shown, columns);
    printf("listens: %s %s %s\n", columns[3], columns[4], columns[5]);
    show_descriptor("path", named);
    show_descriptor("pair", pair[1]);
    close(pair[0]);
    close(listener);
    printf("closed %d\n", line("/proc/net/unix", 7, shown, columns));
    unlink("listed");
}

int main(void) {
    list_objects();
    list_sockets();
    return 0;
}
