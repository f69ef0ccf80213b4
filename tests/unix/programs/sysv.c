// SPDX-License-Identifier: BSD-2-Clause
// Semaphores, shared segments and queues of messages of System V.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int outcome(long result) {
    return result < 0 ? -errno : (int)result;
}

/// 0 where a call has given something, whatever it is.
static int whether(long result) {
    return result < 0 ? -errno : 0;
}

union argument {
    int value;
    struct semid_ds* status;
    unsigned short* values;
};

static int operate(int set, int number, int change, int flags) {
    struct sembuf one = {(unsigned short)number, (short)change, (short)flags};
    return outcome(semop(set, &one, 1));
}

static void show(int set, char const* what) {
    unsigned short values[3] = {0};
    union argument all = {.values = values};
    printf("%s: %d,", what, outcome(semctl(set, 0, GETALL, all)));
    printf(" %d %d %d\n", values[0], values[1], values[2]);
    fflush(stdout);
}

/// Runs something in a child, and tells how that has ended.
static void in_child(char const* what, int (*run)(int), int with) {
    fflush(stdout);
    int status = 0;
    if (fork() == 0) {
        int const said = run(with);
        fflush(stdout);
        _exit(said);
    }
    wait(&status);
    printf("%s: %d\n", what, WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    fflush(stdout);
}

static int change_and_end(int set) {
    operate(set, 0, -2, SEM_UNDO);
    operate(set, 1, 7, SEM_UNDO);
    operate(set, 2, 1, 0);
    show(set, "in the child");
    return 0;
}

static int as_nobody(int set) {
    union argument one = {.value = 1};
    if (setgid(77) < 0 || setuid(77) < 0) perror("setuid");
    printf("nobody: read %d", outcome(semctl(set, 0, GETVAL)));
    printf(", set %d", outcome(semctl(set, 0, SETVAL, one)));
    printf(", operate %d", operate(set, 0, 1, 0));
    printf(", remove %d\n", outcome(semctl(set, 0, IPC_RMID)));
    return 0;
}

static void waits_in_child(int set) {
    fflush(stdout);
    pid_t const child = fork();
    if (child == 0) _exit(operate(set, 0, -9, 0) == 0);
    while (semctl(set, 0, GETNCNT) == 0)
        usleep(1000);
    printf("one waits, for zero %d\n", semctl(set, 0, GETZCNT));
    printf("given %d", operate(set, 0, 9, 0));
    int status = 0;
    waitpid(child, &status, 0);
    printf(", taken %d, by it %d\n", WEXITSTATUS(status), semctl(set, 0, GETPID) == child);
}

static int semaphores(void) {
    struct semid_ds status;
    union argument told = {.status = &status}, one = {.value = 5};
    struct timespec soon = {0, 20000000};
    struct sembuf never = {1, -1, 0}, both[2] = {{0, -1, 0}, {1, -1, IPC_NOWAIT}};
    int const set = semget(IPC_PRIVATE, 3, 0640);
    printf("none %d, too many %d\n", outcome(semget(IPC_PRIVATE, 0, 0600)),
           outcome(semget(IPC_PRIVATE, -1, 0600)));
    show(set, "new");
    printf("set %d", outcome(semctl(set, 0, SETVAL, one)));
    one.value = 40000;
    printf(" %d %d\n", outcome(semctl(set, 0, SETVAL, one)), outcome(semctl(set, 3, GETVAL)));
    printf("not both %d", outcome(semop(set, both, 2)));
    printf(", not now %d", operate(set, 1, -1, IPC_NOWAIT));
    printf(", too far %d", operate(set, 3, 1, 0));
    printf(", too much %d", operate(set, 0, 32767, 0));
    printf(", none %d", outcome(semop(set, both, 0)));
    printf(", too soon %d\n", outcome(semtimedop(set, &never, 1, &soon)));
    show(set, "as before");
    in_child("undone", change_and_end, set);
    show(set, "after that");
    in_child("nobody", as_nobody, set);
    unsigned short values[3] = {0, 0, 0};
    union argument all = {.values = values};
    printf("set all %d", outcome(semctl(set, 0, SETALL, all)));
    printf(", zero %d\n", operate(set, 0, 0, 0));
    waits_in_child(set);
    semctl(set, 0, IPC_STAT, told);
    printf("status: %d of %d, mode %o, made %d, used %d\n", (int)status.sem_nsems,
           status.sem_perm.uid == getuid(), status.sem_perm.mode, status.sem_ctime != 0,
           status.sem_otime != 0);
    status.sem_perm.mode = 0600;
    printf("changed %d", outcome(semctl(set, 0, IPC_SET, told)));
    semctl(set, 0, IPC_STAT, told);
    printf(", mode %o\n", status.sem_perm.mode);
    return set;
}

static int waits_until_removed(int set) {
    return -operate(set, 0, -1, 0);
}

static void removed(int set) {
    fflush(stdout);
    pid_t const child = fork();
    if (child == 0) _exit(waits_until_removed(set));
    while (semctl(set, 0, GETNCNT) == 0)
        usleep(1000);
    int status = 0;
    printf("removed %d", outcome(semctl(set, 0, IPC_RMID)));
    waitpid(child, &status, 0);
    printf(", who waited %d, it is gone %d\n", WEXITSTATUS(status), operate(set, 0, 1, 0));
}

static void handle(int signal) {
    (void)signal;
}

static int waits_for_signal(int set) {
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, 0);
    ualarm(20000, 20000); // again and again: the first may come before the call waits
    return -operate(set, 2, 0, 0);
}

static void keys(void) {
    key_t const key = 0x0f1a7000 + getpid();
    int const set = semget(key, 2, IPC_CREAT | 0600);
    printf("key: none %d", outcome(semget(key + 1, 2, 0600)));
    printf(", same %d", semget(key, 0, 0) == set);
    printf(", larger %d", outcome(semget(key, 3, 0)));
    printf(", alone %d\n", outcome(semget(key, 2, IPC_CREAT | IPC_EXCL)));
    semctl(set, 0, IPC_RMID);
    printf("removed: %d\n", outcome(semget(key, 2, 0600)));
}

static int writes_there(int segment) {
    char* const place = shmat(segment, 0, 0);
    strcpy(place + 5000, "from the child");
    return 0;
}

static int reads_only(int segment) {
    char* const place = shmat(segment, 0, SHM_RDONLY);
    printf("read '%s'", place + 5000);
    printf(", no right to write %d\n", outcome(mprotect(place, 4096, PROT_READ | PROT_WRITE)));
    fflush(stdout);
    place[0] = 1;
    return 0;
}

static void segments(void) {
    struct shmid_ds status;
    int const segment = shmget(IPC_PRIVATE, 10000, 0600);
    printf("no segment %d %d\n", outcome(shmget(IPC_PRIVATE, 0, 0600)),
           whether((long)shmat(segment, (void*)0x12345, 0)));
    char* const place = shmat(segment, 0, 0);
    printf("zeros %d\n", place[0] == 0 && place[9999] == 0);
    in_child("child", writes_there, segment);
    printf("seen '%s'\n", place + 5000);
    in_child("reader", reads_only, segment);
    char* const again = shmat(segment, place + (1 << 20) + 5, SHM_RND);
    printf("where it is wanted %d, same memory '%s'\n", again == place + (1 << 20), again + 5000);
    printf("there already %d", whether((long)shmat(segment, again, 0)));
    printf(", in its place %d\n", whether((long)shmat(segment, again, SHM_REMAP)));
    shmctl(segment, IPC_STAT, &status);
    printf("status: %d bytes, %d attached, mode %o, last %d\n", (int)status.shm_segsz,
           (int)status.shm_nattch, status.shm_perm.mode, status.shm_lpid == getpid());
    printf("detached %d", outcome(shmdt(again)));
    printf(" %d, not there %d", outcome(shmdt(again)), outcome(shmdt(place + 4096)));
    char* const other = mmap(0, 4096, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    printf(", no segment %d\n", outcome(shmdt(other)));
    printf("removed %d", outcome(shmctl(segment, IPC_RMID, 0)));
    shmctl(segment, IPC_STAT, &status);
    printf(", still there '%s', mode %o, %d attached\n", place + 5000, status.shm_perm.mode,
           (int)status.shm_nattch);
    printf("detached %d", outcome(shmdt(place)));
    printf(", gone %d\n", outcome(shmctl(segment, IPC_STAT, &status)));
}

struct message {
    long type;
    char text[40];
};

static int sent(int queue, long type, char const* text, int flags) {
    struct message one = {type, ""};
    strcpy(one.text, text);
    return outcome(msgsnd(queue, &one, strlen(text), flags));
}

static void take(int queue, char const* what, long type, int flags, int room) {
    struct message one = {0, ""};
    int const size = outcome(msgrcv(queue, &one, room, type, flags | IPC_NOWAIT));
    printf("%s: %d, %ld '%s'\n", what, size, one.type, one.text);
}

static int sends_later(int queue) {
    usleep(20000);
    return sent(queue, 8, "late", 0);
}

static void messages(void) {
    struct msqid_ds status;
    int const queue = msgget(IPC_PRIVATE, 0600);
    printf("bad %d %d %d\n", sent(queue, 0, "x", 0), outcome(msgsnd(queue, &status, 9000, 0)),
           outcome(msgrcv(queue, &status, -1, 0, 0)));
    printf("sent %d", sent(queue, 5, "five", 0));
    printf(" %d", sent(queue, 3, "three", 0));
    printf(" %d", sent(queue, 5, "five again", 0));
    printf(" %d", sent(queue, 2, "two", 0));
    printf(" %d\n", sent(queue, 9, "", 0));
    take(queue, "five", 5, 0, 40);
    take(queue, "least", -4, 0, 40);
    take(queue, "other", 5, MSG_EXCEPT, 40);
    take(queue, "too short", 0, 0, 4);
    take(queue, "cut off", 0, MSG_NOERROR, 4);
    take(queue, "none", 5, 0, 40);
    take(queue, "any", 0, 0, 40);
    msgctl(queue, IPC_STAT, &status);
    printf("status: %d messages, %d of %d bytes, last %d %d\n", (int)status.msg_qnum,
           (int)status.__msg_cbytes, (int)status.msg_qbytes, status.msg_lspid == getpid(),
           status.msg_lrpid == getpid());
    status.msg_qbytes = 6;
    printf("smaller %d", outcome(msgctl(queue, IPC_SET, &status)));
    printf(", fits %d", sent(queue, 1, "abcd", 0));
    printf(", not now %d\n", sent(queue, 1, "abc", IPC_NOWAIT));
    take(queue, "taken", 0, 0, 40);
    fflush(stdout);
    if (fork() == 0) _exit(sends_later(queue));
    struct message one = {0, ""};
    printf("waited %d", outcome(msgrcv(queue, &one, 40, 8, 0)));
    printf(" '%s'\n", one.text);
    wait(0);
    printf("removed %d", outcome(msgctl(queue, IPC_RMID, 0)));
    printf(", gone %d\n", sent(queue, 1, "x", 0));
}

/// Whether a place that the kernel lists has the object of a number.
static int is_listed(int kind, int id) {
    struct semid_ds set;
    struct shmid_ds segment;
    struct msqid_ds queue;
    struct seminfo sets;
    struct shm_info segments;
    struct msginfo queues;
    union argument told = {.status = &set};
    union argument all = {.status = (void*)&sets};
    int const last = kind == 0   ? semctl(0, 0, SEM_INFO, all)
                     : kind == 1 ? shmctl(0, SHM_INFO, (void*)&segments)
                                 : msgctl(0, MSG_INFO, (void*)&queues);
    int found = 0;
    for (int place = 0; place <= last; ++place)
        found += id == (kind == 0   ? semctl(place, 0, SEM_STAT, told)
                        : kind == 1 ? shmctl(place, SHM_STAT, &segment)
                                    : msgctl(place, MSG_STAT, &queue));
    int const used = kind == 0 ? sets.semusz : kind == 1 ? segments.used_ids : queues.msgpool;
    return found == 1 && used >= 1;
}

static void listed(void) {
    int const set = semget(IPC_PRIVATE, 4, 0600);
    int const segment = shmget(IPC_PRIVATE, 5000, 0600);
    int const queue = msgget(IPC_PRIVATE, 0600);
    printf("listed %d %d %d\n", is_listed(0, set), is_listed(1, segment), is_listed(2, queue));
    semctl(set, 0, IPC_RMID);
    shmctl(segment, IPC_RMID, 0);
    msgctl(queue, IPC_RMID, 0);
    printf("no more %d %d %d\n", is_listed(0, set), is_listed(1, segment), is_listed(2, queue));
}

int main(void) {
    int const set = semaphores();
    operate(set, 2, 1, 0);
    in_child("interrupted", waits_for_signal, set);
    removed(set);
    keys();
    segments();
    messages();
    listed();
    return 0;
}
