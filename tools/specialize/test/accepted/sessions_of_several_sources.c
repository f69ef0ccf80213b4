// SPDX-License-Identifier: BSD-2-Clause
// Writes in all sources are guarded, whatever their form; a function of a library can end a session.
// RUN: %same_output --flag=-I%S/Inputs %s %S/Inputs/session_owner.c
// SPEC: closed program;
// SPEC: entry port_of(int by) as port_in_session;
// SPEC: session global_link until drop, free;
// SPEC: session global_link->port until drop, free;
// PRINTS: 11 session 11 general 21
// PRINTS: session 21 general 8
// PRINTS: session 8 general 4
// PRINTS: session 6 general 6
// PRINTS: session 6 general 6
// PRINTS: session 6 general 101
#include <stdio.h>
#include <stdlib.h>
#include "session_owner.h"

int port_in_session(int by);
int port_in_session_open(void);
unsigned long flatland_live_versions(void);
unsigned long flatland_collect(void);

int port_of(int by) { return global_link->port + by; }

static const char *now(void) {
    flatland_collect();
    return flatland_live_versions() ? "session" : "general";
}

static void open_and_print(int by) {
    port_in_session_open();
    printf("%s %d ", now(), port_in_session(by));
}

int main(void) {
    static struct link other = {100, 0};
    struct link *l = malloc(sizeof *l);
    global_link = l;
    l->port = 10;
    printf("%d ", port_in_session(1));
    open_and_print(1);
    redirect(l, 20);
    printf("%s %d\n", now(), port_in_session(1));
    open_and_print(1);
    renew(l);
    printf("%s %d\n", now(), port_in_session(1));
    open_and_print(1);
    l->port = 3;
    printf("%s %d\n", now(), port_in_session(1));
    l->port = 5;
    open_and_print(1);
    drop(l);
    printf("%s %d\n", now(), port_in_session(1));
    open_and_print(1);
    free(malloc(1));
    printf("%s %d\n", now(), port_in_session(1));
    open_and_print(1);
    global_link = &other;
    printf("%s %d\n", now(), port_in_session(1));
    free(l);
}
