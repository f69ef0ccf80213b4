// SPDX-License-Identifier: BSD-2-Clause
// What waitid tells of children that end, are stopped and go on.
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;

static void say(char const* what, int result, siginfo_t const* told) {
    if (result < 0)
        printf("%s: %s\n", what, strerror(errno));
    else
        printf("%s: %d, signal %d, code %d, status %d, the child's %d, user %d\n", what, result,
               told->si_signo, told->si_code, told->si_status, told->si_pid == child,
               (int)told->si_uid);
}

static void ask(char const* what, idtype_t kind, id_t id, int options) {
    siginfo_t told;
    memset(&told, 0, sizeof told);
    int const result = waitid(kind, id, &told, options);
    say(what, result, &told);
}

static void begin(int status) {
    fflush(stdout);
    child = fork();
    if (child != 0) return;
    if (status < 0) pause();
    _exit(status);
}

int main(void) {
    begin(7);
    ask("left", P_PID, child, WEXITED | WNOWAIT);
    ask("ended", P_PID, child, WEXITED);
    ask("again", P_PID, child, WEXITED);
    begin(-1);
    ask("runs", P_ALL, 0, WEXITED | WNOHANG);
    kill(child, SIGSTOP);
    ask("stopped", P_ALL, 0, WEXITED | WSTOPPED);
    ask("still stopped", P_ALL, 0, WSTOPPED | WNOHANG);
    kill(child, SIGCONT);
    ask("goes on", P_PID, child, WCONTINUED);
    kill(child, SIGTERM);
    ask("killed, of the group", P_PGID, getpgrp(), WEXITED);
    begin(-1);
    ask("not asked for", P_PID, child, WSTOPPED | WNOHANG);
    kill(child, SIGKILL);
    ask("ended", P_PID, child, WEXITED | WNOWAIT);
    ask("ended, and not asked for", P_PID, child, WSTOPPED | WNOHANG);
    ask("ended, and waited for", P_ALL, 0, WSTOPPED);
    ask("of any thread", P_PID, child, WEXITED | WNOWAIT | __WALL);
    ask("of another group", P_PGID, 999999, WEXITED);
    ask("nothing wanted", P_ALL, 0, 0);
    ask("bad options", P_ALL, 0, WEXITED | 0x100);
    ask("bad kind", 17, 0, WEXITED);
    printf("without telling %d\n", waitid(P_ALL, 0, NULL, WEXITED));
    return 0;
}
