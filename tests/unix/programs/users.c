// SPDX-License-Identifier: BSD-2-Clause
// Users, groups and permissions: says the same in our kernel as on Linux, both times begun by root.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { user = 65534, other = 1234, own_group = 65534, second_group = 77, third_group = 78 };

static void say(char const* what, long result) {
    printf("%s: %ld %s\n", what, result < 0 ? -1 : result, result < 0 ? strerror(errno) : "");
    fflush(stdout);
}

static void say_ids(void) {
    uid_t u[3];
    gid_t g[3], groups[8];
    getresuid(&u[0], &u[1], &u[2]);
    getresgid(&g[0], &g[1], &g[2]);
    int const count = getgroups(8, groups);
    printf("users %u %u %u, groups %u %u %u,", u[0], u[1], u[2], g[0], g[1], g[2]);
    for (int i = 0; i < count; ++i)
        printf(" %u", groups[i]);
    printf("\n");
    fflush(stdout);
}

/// Runs a part in a process of its own, as a user that is not the superuser.
static void as_user(void (*part)(void)) {
    fflush(stdout);
    pid_t const child = fork();
    if (child == 0) {
        gid_t const groups[] = {second_group, third_group};
        if (setgroups(2, groups) != 0 || setresgid(own_group, own_group, own_group) != 0 ||
            setresuid(user, user, user) != 0)
            _exit(99);
        part();
        fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("status %x\n", status);
}

static int make(char const* name, mode_t mode, uid_t owner, gid_t group) {
    int const file = open(name, O_CREAT | O_WRONLY | O_EXCL, 0600);
    if (file < 0 || fchown(file, owner, group) != 0 || fchmod(file, mode) != 0) return -1;
    return close(file);
}

static int opens(char const* name, int flags) {
    int const file = open(name, flags, 0666);
    if (file >= 0) close(file);
    return file < 0 ? -1 : 0;
}

static void identities(void) {
    say_ids();
    say("setuid 0", setuid(0));
    say("setgid 0", setgid(0));
    say("setgroups", setgroups(0, NULL));
    say("setresuid", setresuid(-1, -1, 0));
    say("setreuid same", setreuid(user, user));
    say("setregid other", setregid(other, -1));
    say("getgroups small", getgroups(1, (gid_t[1]){0}));
    say_ids();
}

static void files(void) {
    say("read 600 of root", opens("root-600", O_RDONLY));
    say("read 644 of root", opens("root-644", O_RDONLY));
    say("write 644 of root", opens("root-644", O_WRONLY));
    say("cut 644 of root", opens("root-644", O_RDONLY | O_TRUNC));
    say("own 077", opens("own-077", O_RDONLY));
    say("group 060", opens("group-060", O_RDWR));
    say("group 606", opens("group-606", O_RDONLY));
    say("others 006", opens("others-006", O_RDWR));
    say("access", access("root-644", R_OK));
    say("access to write", access("root-644", W_OK));
    say("access to run", access("root-644", X_OK));
    say("through shut", opens("shut/f", O_RDONLY));
    say("stat through shut", access("shut/none", F_OK));
    say("through open", opens("passage/f", O_RDONLY));
    say("list passage", opens("passage", O_RDONLY | O_DIRECTORY));
    say("chdir shut", chdir("shut"));
    say("new in passage", opens("passage/new", O_CREAT | O_WRONLY));
    say("existing in passage", opens("passage/f", O_CREAT | O_EXCL | O_WRONLY));
    say("mkdir existing", mkdir("passage/f", 0777));
    say("mkdir new", mkdir("passage/new", 0777));
    say("unlink none", unlink("passage/none"));
    say("unlink", unlink("passage/f"));
    say("run", execl("root-644", "root-644", (char*)NULL));
    say("mknod", mknod("ours/device", S_IFCHR | 0666, 0x103));
    say("mkfifo", mkfifo("ours/pipe", 0666));
    say("truncate", truncate("root-644", 0));
}

static void owners(void) {
    struct stat known;
    say("chmod of root", chmod("root-644", 0666));
    say("chmod own", chmod("own-077", 0640));
    say("chown own away", chown("own-077", other, -1));
    say("chown own as it is", chown("own-606", user, 0));
    say("chown own to own group", chown("own-077", -1, second_group));
    say("chown own to other group", chown("own-077", -1, other));
    say("chmod with group", chmod("own-077", 02755));
    stat("own-077", &known);
    printf("%o %u %u\n", known.st_mode, known.st_uid, known.st_gid);
    say("chown clears", chown("own-077", -1, third_group));
    stat("own-077", &known);
    printf("%o %u %u\n", known.st_mode, known.st_uid, known.st_gid);
    say("chmod own", chmod("own-077", 04755));
    int const file = open("own-077", O_WRONLY);
    say("write", write(file, "x", 1));
    fstat(file, &known);
    printf("%o\n", known.st_mode);
    struct timespec const times[2] = {{1, 0}, {2, 0}};
    say("times of root", utimensat(AT_FDCWD, "others-006", times, 0));
    say("times now", utimensat(AT_FDCWD, "others-006", NULL, 0));
    say("times now of root", utimensat(AT_FDCWD, "root-644", NULL, 0));
    say("times own", utimensat(AT_FDCWD, "own-077", times, 0));
    say("new", opens("ours/new", O_CREAT | O_WRONLY));
    stat("ours/new", &known);
    printf("%o %u %u\n", known.st_mode, known.st_uid, known.st_gid);
    say("mkdir of group", mkdir("of-group/new", 0777));
    stat("of-group/new", &known);
    printf("%o %u %u\n", known.st_mode, known.st_uid, known.st_gid);
}

static void names(void) {
    say("sticky: unlink of root", unlink("sticky/root"));
    say("sticky: unlink none", unlink("sticky/none"));
    say("sticky: rename of root", rename("sticky/root", "sticky/else"));
    say("sticky: rename over root", rename("sticky/own", "sticky/root"));
    say("sticky: rename own", rename("sticky/own", "sticky/mine"));
    say("sticky: unlink own", unlink("sticky/mine"));
    say("rename into passage", rename("ours/new", "passage/new"));
    say("rename out", rename("passage/f", "ours/f"));
    say("rename", rename("ours/new", "ours/newer"));
    say("move directory of root", rename("ours/root-dir", "ours/own-dir/root-dir"));
    say("rename directory of root", rename("ours/root-dir", "ours/other-name"));
    say("link into passage", symlink("x", "passage/x"));
    say("symlink", symlink("x", "ours/x"));
    say("rmdir of root", rmdir("passage/d"));
}

/// Says that it has begun, and waits until its standard input ends.
static void wait_for_end(void) {
    char byte = 0;
    if (write(3, &byte, 1) != 1 || read(0, &byte, 1) != 0) _exit(95);
}

static void signals(void) {
    say("kill the parent", kill(getppid(), 0));
    say("kill one of root", kill(getppid(), SIGTERM));
    say("kill itself", kill(getpid(), 0));
    pid_t const child = fork();
    if (child == 0) {
        pause();
        _exit(1);
    }
    say("kill the child", kill(child, SIGKILL));
    waitpid(child, NULL, 0);
}

static sig_atomic_t volatile sender;

static void note(int signal, siginfo_t* information, void* context) {
    (void)signal;
    (void)context;
    sender = (sig_atomic_t)information->si_uid;
}

static void sender_is_told(void) {
    struct sigaction const action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    kill(getpid(), SIGUSR1);
    printf("sent by %d\n", (int)sender);
}

/// What the copy does that acts for its owner.
static int copied(char const* how) {
    if (strcmp(how, "waits") == 0) {
        wait_for_end();
        return 0;
    }
    printf("%s: secure %lu\n", how, getauxval(AT_SECURE));
    say_ids();
    if (strcmp(how, "user") != 0) return 0;
    say("read for the owner", opens("root-600", O_RDONLY));
    say("access for the starter", access("root-600", R_OK));
    say("access for the owner", faccessat(AT_FDCWD, "root-600", R_OK, AT_EACCESS));
    say("back", seteuid(getuid()));
    say("read for the starter", opens("root-600", O_RDONLY));
    say("again", seteuid(0));
    say("for ever", setreuid(user, user));
    say("again", seteuid(0));
    say_ids();
    return 0;
}

/// Whether a process may be looked into by its links, after it has said that it has begun.
static void look_into(char const* what, char const* named) {
    int ends[2], begun[2];
    char byte, path[64];
    if (pipe(ends) != 0 || pipe(begun) != 0) exit(96);
    fflush(stdout);
    pid_t const child = fork();
    if (child == 0) {
        close(ends[1]);
        dup2(ends[0], 0);
        dup2(begun[1], 3);
        if (named) execl(named, "x", "waits", (char*)NULL);
        wait_for_end();
        _exit(0);
    }
    close(begun[1]);
    printf("%s: begun %ld\n", what, (long)read(begun[0], &byte, 1));
    char const* const links[] = {"exe", "cwd", "root", "fd/0"};
    for (int i = 0; i < 4; ++i) {
        char text[256];
        snprintf(path, sizeof path, "/proc/%d/%s", child, links[i]);
        say(links[i], readlink(path, text, sizeof text) < 0 ? -1 : 0);
    }
    snprintf(path, sizeof path, "/proc/%d/exe", child);
    say("opened", opens(path, O_RDONLY));
    close(ends[1]);
    close(ends[0]);
    close(begun[0]);
    waitpid(child, NULL, 0);
}

static void look_into_others(void) {
    look_into("same user", "plain");
    look_into("set-user-id", "acts-for-user");
    look_into("set-group-id", "acts-for-group");
    look_into("was another user", NULL);
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/%d/cwd", getppid());
    say("superuser's", readlink(path, text, sizeof text));
    say("own", readlink("/proc/self/cwd", text, sizeof text) < 0 ? -1 : 0);
}

static void run_user(void) {
    say("run", execl("acts-for-user", "x", "user", (char*)NULL));
}

static void run_group(void) {
    say("run", execl("acts-for-group", "x", "group", (char*)NULL));
}

static void run_forbidden(void) {
    say("run", execl("root-program", "x", "forbidden", (char*)NULL));
}

static char const* program;

static void copy(char const* to, mode_t mode, uid_t owner, gid_t group) {
    static char bytes[65536];
    int const from = open(program, O_RDONLY);
    int const file = open(to, O_CREAT | O_WRONLY, 0600);
    ssize_t count;
    while ((count = read(from, bytes, sizeof bytes)) > 0)
        if (write(file, bytes, (size_t)count) != count) exit(98);
    if (fchown(file, owner, group) != 0 || fchmod(file, mode) != 0) exit(97);
    close(file);
    close(from);
}

static void prepare(void) {
    umask(0);
    int bad = make("own-606", 0606, user, 0) | make("root-600", 0600, 0, 0) |
              make("root-644", 0644, 0, 0) | make("own-077", 0077, user, own_group) |
              make("group-060", 0060, 0, second_group) | make("group-606", 0606, 0, third_group) |
              make("others-006", 0006, 0, 0);
    bad |= mkdir("shut", 0700) | make("shut/f", 0666, 0, 0);
    bad |= mkdir("passage", 0711) | make("passage/f", 0666, 0, 0) | mkdir("passage/d", 0777);
    bad |= mkdir("ours", 0777) | chown("ours", user, own_group);
    bad |= mkdir("ours/root-dir", 0755) | mkdir("ours/own-dir", 0755);
    bad |= chown("ours/own-dir", user, own_group);
    bad |= mkdir("sticky", 01777) | make("sticky/root", 0666, 0, 0);
    bad |= make("sticky/own", 0600, user, own_group) | chmod("sticky", 01777);
    bad |= mkdir("of-group", 0777) | chown("of-group", 0, third_group);
    bad |= chmod("of-group", 02777);
    copy("plain", 0755, 0, 0);
    copy("acts-for-user", 04755, 0, 0);
    copy("acts-for-group", 02755, 0, second_group);
    copy("root-program", 0744, 0, 0);
    umask(022);
    printf("prepared %d\n", bad);
}

int main(int count, char** words) {
    if (count > 1) return copied(words[1]);
    program = words[0];
    prepare();
    as_user(identities);
    as_user(files);
    as_user(owners);
    as_user(names);
    as_user(signals);
    as_user(sender_is_told);
    as_user(look_into_others);
    as_user(run_user);
    as_user(run_group);
    as_user(run_forbidden);
    say("superuser reads all", opens("own-077", O_RDWR));
    say("superuser runs what nobody may", access("root-600", X_OK));
    setresuid(other, 0, user);
    say_ids();
    say("saved", setresuid(-1, user, -1));
    say("effective by real", seteuid(other));
    say("effective by none", seteuid(0));
    return 0;
}
