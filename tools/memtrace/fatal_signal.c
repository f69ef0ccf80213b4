// SPDX-License-Identifier: BSD-2-Clause
// Tells that a signal is about to end QEMU, of which QEMU 7.2 tells no plugin.
#define _GNU_SOURCE
#include "fatal_signal.h"

#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static void (*fatal_signal_hook)(void);

void fatal_signal_hook_set(void (*function)(void)) {
    fatal_signal_hook = function;
}

// The function of the C library, which QEMU finds here first.
int kill(pid_t process, int signal) {
    if (process == getpid() && signal != 0 && fatal_signal_hook != NULL) fatal_signal_hook();
    return (int)syscall(SYS_kill, process, signal);
}
