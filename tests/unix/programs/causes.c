// SPDX-License-Identifier: BSD-2-Clause
// What a signal tells of the exception that has caused it: a code, and where that was.
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>

extern char const at_division[], at_nothing[];

static sigjmp_buf before;
static siginfo_t volatile told;

static void note(int signal, siginfo_t* information, void* context) {
    (void)signal;
    (void)context;
    told.si_code = information->si_code;
    told.si_addr = information->si_addr;
    siglongjmp(before, signal);
}

static void show(char const* what, int signal, void const* place) {
    printf("%s: signal %d code %d", what, signal, told.si_code);
    printf(told.si_addr == place ? " there\n" : " at %p\n", told.si_addr);
}

int main(void) {
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
    int const signals[] = {SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    for (int i = 0; i < 4; ++i)
        sigaction(signals[i], &action, NULL);
    int signal = sigsetjmp(before, 1);
    if (signal == 0)
        __asm__ volatile("xorl %%ecx, %%ecx\n.globl at_division\nat_division: divl %%ecx" ::
                             : "eax", "ecx", "edx");
    show("division", signal, at_division);
    signal = sigsetjmp(before, 1);
    if (signal == 0) __asm__ volatile(".globl at_nothing\nat_nothing: ud2");
    show("no instruction", signal, at_nothing);
    signal = sigsetjmp(before, 1);
    if (signal == 0) __asm__ volatile("hlt");
    show("privileged", signal, NULL);
    signal = sigsetjmp(before, 1);
    if (signal == 0) *(int volatile*)64 = 1;
    show("nowhere", signal, (void*)64);
    signal = sigsetjmp(before, 1);
    if (signal == 0) *(char volatile*)(intptr_t)at_nothing = 1;
    show("forbidden", signal, at_nothing);
    return 0;
}
