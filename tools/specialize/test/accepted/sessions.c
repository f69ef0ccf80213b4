// SPDX-License-Identifier: BSD-2-Clause
// What is known from a session's opening on is part of its code; each write to it ends the session.
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec -o %t.o -- gcc -O2 -c %s | %FileCheck --check-prefix=REPORT %s
// RUN: %same_output %s
// SPEC: closed program;
// SPEC: entry put(struct handle *h, int value) as fast_put;
// SPEC: session h->stream->limit until destroy;
// SPEC: session h->address until destroy, reconnect;
// SPEC: static h->stream->kind = 1;
// REPORT: session opened by `int fast_put_open(struct handle *h)`, ended by `int fast_put_close(void)`
// REPORT: fact `h->stream->limit` ({{.*}}): tested when the session is opened, and stays until the session ends
// REPORT: assignment {{.*}} `s->limit = limit`: guarded, outside of the phase
// REPORT: end of session {{.*}} `destroy`: guarded
// REPORT: fact `h->stream->kind = 1` ({{.*}}): tested when the session is opened
// REPORT: tested `h`
// PRINTS: general 15
// PRINTS: opened 0
// PRINTS: session 15 clipped 20
// PRINTS: other handle 7
// PRINTS: limit fell 25
// PRINTS: opened again 0 session 25
// PRINTS: address fell 1018
// PRINTS: opened again 0 session 1018
// PRINTS: kind fell 1008
// PRINTS: cannot be opened 505
// PRINTS: opened again 0 session 1018
// PRINTS: reconnected 2018
// PRINTS: destroyed
#include <stdio.h>

struct address { int base; short port; char tag; };
struct stream { int kind, limit; };
struct handle { struct stream *stream; struct address address; };
int fast_put(struct handle *h, int value);
int fast_put_open(struct handle *h);
unsigned long flatland_live_versions(void);

int put(struct handle *h, int value) {
    if (h->stream->kind == 1)
        value += 10;
    if (value > h->stream->limit)
        value = h->stream->limit;
    return h->address.base + value + (h->address.port - h->address.port) * h->address.tag;
}

static void set_limit(struct stream *s, int limit) { s->limit = limit; }

static void destroy(struct handle *h) { h->stream = 0; }

static void reconnect(struct handle *h) { h->address = (struct address){2000, 2, 'c'}; }

static const char *now(void) { return flatland_live_versions() ? "session" : "general"; }

int main(void) {
    struct stream one = {1, 20}, two = {2, 100};
    struct handle h = {&one, {0, 1, 'a'}}, other = {&two, {0, 1, 'a'}};
    printf("%s %d\n", now(), fast_put(&h, 5));
    printf("opened %d\n", fast_put_open(&h));
    printf("%s %d", now(), fast_put(&h, 5));
    printf(" clipped %d\n", fast_put(&h, 50));
    printf("other handle %d\n", fast_put(&other, 7));
    set_limit(&one, 25);
    printf("limit fell %d\n", fast_put(&h, 50));
    printf("opened again %d", fast_put_open(&h));
    printf(" %s %d\n", now(), fast_put(&h, 50));
    h.address.base = 1000;
    printf("address fell %d\n", fast_put(&h, 8));
    printf("opened again %d", fast_put_open(&h));
    printf(" %s %d\n", now(), fast_put(&h, 8));
    one.kind = 3;
    printf("kind fell %d\n", fast_put(&h, 8));
    printf("cannot be opened %d\n", fast_put_open(&h));
    one.kind = 1;
    printf("opened again %d", fast_put_open(&h));
    printf(" %s %d\n", now(), fast_put(&h, 8));
    reconnect(&h);
    printf("reconnected %d\n", fast_put(&h, 8));
    fast_put_open(&h);
    destroy(&h);
    puts(flatland_live_versions() ? "left" : "destroyed");
}
