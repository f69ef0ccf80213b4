# SPDX-License-Identifier: BSD-2-Clause
"""Small C programs in which a stated place is written in a roundabout way while the entry runs.

A program combines facts about places with writers: ways in which the address of such a place, or of
one beside it, reaches a store. It calls its entry for each place and prints what comes of it. Where
facts belong to a session, the stores happen between two calls as well, outside of the entry.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

_common = """
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

struct inner { int one, mode; };
struct thing { int first, mode; struct inner in; int list[4]; struct thing *next; int last; };
struct holder { int n; int *to; };
static int shared = 1, decoy[8];
static struct thing x, y;
static int *kept, **second = &kept;
static uintptr_t number;
static char bytes[sizeof(int *)];
static struct holder held;
static pthread_key_t of_thread;
static int ends[2], latest;
static void feed(int v) { if (write(ends[1], &v, sizeof v) != sizeof v) abort(); }
static void set_unnamed(int v, ...) { va_list l; va_start(l, v); *va_arg(l, int *) = v; va_end(l); }
static void keep_unnamed(int n, ...) {
    va_list l; va_start(l, n); kept = va_arg(l, int *); va_end(l);
}
__attribute__((noinline)) static int *route(int *q) { return q; }
static int equal(void const *one, void const *two) { (void)one; (void)two; return 0; }
static int writing(void const *one, void const *two) { *kept = latest; return one > two; }
static void handler(int n) { (void)n; *kept = latest; }
"""

_places = {
    "s->mode": "&x.mode",
    "s->in.mode": "&x.in.mode",
    "s->list[2]": "&x.list[2]",
    "s->next->mode": "&y.mode",
    "a[0]": "&x.last",
    "shared": "&shared",
}
"""Paths of facts and, in the caller, the addresses of what they name."""


@dataclass(frozen=True)
class Writer:
    """What the caller does with the address `t`, and how the entry stores `v` there."""

    setup: str
    store: str


_writers = {
    "pointer": Writer("p = t;", "*p = v;"),
    "element": Writer("p = t - 2; i = 2;", "p[i] = v;"),
    "element before": Writer("p = t + 1; i = -1;", "p[i] = v;"),
    "moved": Writer("p = t - 3; i = 3;", "{ int *q = p; int n = i; while (n-- > 0) ++q; *q = v; }"),
    "structure": Writer("p = (int *)&x.in; i = 0;", "((struct inner *)p)[i].mode = v;"),
    "copy": Writer("p = t - 1; i = 2;", "{ int c[2] = {v, v}; memcpy(p, c, i * sizeof *c); }"),
    "fill": Writer("p = t - 1; i = 2;", "memset(p, v, i * sizeof *p);"),
    "number": Writer("u = (uintptr_t)t;", "*(int *)u = v;"),
    "masked": Writer("u = (uintptr_t)t ^ 0x5a5a;", "*(int *)(u ^ 0x5a5a) = v;"),
    "kept number": Writer("number = (uintptr_t)t + 4;", "*(int *)(number - 4) = v;"),
    "bytes": Writer(
        "memcpy(bytes, &t, sizeof t);", "{ int *q; memcpy(&q, bytes, sizeof q); *q = v; }"
    ),
    "union": Writer("p = t;", "{ union { int *q; uintptr_t n; } w; w.q = p; *(int *)w.n = v; }"),
    "global": Writer("kept = t;", "*kept = v;"),
    "second": Writer("kept = t;", "**second = v;"),
    "unnamed": Writer("p = t;", "set_unnamed(v, p);"),
    "unnamed kept": Writer("keep_unnamed(1, t);", "*kept = v;"),
    "holder": Writer("held.to = t;", "*held.to = v;"),
    "of thread": Writer(
        "pthread_setspecific(of_thread, t);", "*(int *)pthread_getspecific(of_thread) = v;"
    ),
    "searched": Writer("p = t;", "*(int *)bsearch(p, p, 1, sizeof *p, equal) = v;"),
    "found": Writer("p = t;", "*(int *)memchr(p, *(unsigned char *)p, 1) = v;"),
    "returned": Writer("p = t;", "*route(p) = v;"),
    "read": Writer("p = t;", "feed(v); if (read(ends[0], p, sizeof *p) < 0) abort();"),
    "vectors": Writer(
        "p = t;",
        "{ struct iovec w = {p, sizeof *p}; feed(v); if (readv(ends[0], &w, 1) < 0) abort(); }",
    ),
    "message": Writer(
        "p = t;",
        "{ struct iovec w = {p, sizeof *p}; struct msghdr h = {0}; h.msg_iov = &w;"
        " h.msg_iovlen = 1; feed(v); if (recvmsg(ends[0], &h, 0) < 0) abort(); }",
    ),
    "scanned": Writer("p = t;", 'sscanf("8", "%d", p);'),
    "compared": Writer(
        "kept = t;", "{ int two[2] = {2, 1}; latest = v; qsort(two, 2, sizeof *two, writing); }"
    ),
    "signal": Writer("kept = t;", "latest = v; raise(SIGUSR1);"),
    "container": Writer(
        "p = t == &y.mode ? t : &x.mode;",
        "((struct thing *)((char *)p - offsetof(struct thing, mode)))->mode = v;",
    ),
}


@dataclass(frozen=True)
class AdversarialProgram:
    """A program, its spec, and what was combined in it."""

    seed: int
    source: str
    spec: str
    replaces: bool
    has_session: bool
    parts: tuple[str, ...]


def generate(seed: int) -> AdversarialProgram:
    """The program of a seed: one or two facts, one or two writers, one way to call the entry."""
    chance = random.Random(seed)
    has_session = chance.random() < 0.25
    places = sorted(each for each in _places if each.startswith("s->") or not has_session)
    facts = chance.sample(places, chance.choice((1, 1, 2)))
    writers = chance.sample(sorted(_writers), chance.choice((1, 1, 2)))
    replaces = chance.random() < 0.3
    closed = chance.random() < 0.8
    spec = "closed program;\n" if closed else ""
    spec += f"entry f({_parameters}) as f_fast;\n"
    of_session = facts[: chance.choice((1, 2))] if has_session else []
    spec += "".join(f"session {path} until done;\n" for path in of_session)
    spec += "".join(f"static {path} = 1;\n" for path in facts if path not in of_session)
    if chance.random() < 0.3:
        spec += "dynamic *p;\n"
    inside = [] if has_session and chance.random() < 0.5 else writers
    source = _source(facts, writers, inside, has_session)
    ways = ("replaced" if replaces else "called", "closed" if closed else "open")
    parts = (*facts, *writers, *ways, *(["session"] if has_session else []))
    return AdversarialProgram(seed, source, spec, replaces, has_session, parts)


_parameters = "struct thing *s, int *a, int *p, uintptr_t u, int i, int v"
_given = "&x, &x.last, p, u, i"
_session = f"""
#ifdef OPEN
int OPEN(struct thing *s);
static void open_session(void) {{ fprintf(stderr, "%d\\n", OPEN(&x)); }}
#else
static void open_session(void) {{}}
#endif
__attribute__((noinline)) void done(void) {{ kept = decoy; }}
__attribute__((noinline)) void between({_parameters}) {{
STORES
}}
"""


def _source(facts: list[str], writers: list[str], inside: list[str], has_session: bool) -> str:
    """The program: `inside` are the writers within the entry, `writers` those of a session."""
    reads = " ".join(f"r = r * 7 + {path};" for path in facts)
    stores = "\n".join(f"    {_writers[each].store}\n    {reads}" for each in inside)
    others = "\n".join(f"    {_writers[each].store}" for each in writers)
    # Each place is hit, and one that no fact names.
    targets = [_places[path] for path in facts] + ["&decoy[4]"]
    calls = "\n".join(_call(target, writers, has_session) for target in targets)
    return (
        f"{_common}\n#ifndef CALL\n#define CALL f\n#endif\n"
        f"int f({_parameters}) {{\n    int r = 0;\n    {reads}\n{stores}\n    return r;\n}}\n"
        f"int CALL({_parameters});\n"
        f"{_session.replace('STORES', others) if has_session else ''}"
        "static void reset(void) {\n"
        "    struct thing const fresh = {1, 1, {1, 1}, {1, 1, 1, 1}, &y, 1};\n"
        "    x = y = fresh; shared = 1;\n}\n"
        "int main(void) {\n"
        "    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;\n"
        "    pthread_key_create(&of_thread, 0);\n"
        "    struct sigaction act; memset(&act, 0, sizeof act); act.sa_handler = handler;\n"
        "    sigaction(SIGUSR1, &act, 0);\n"
        f"{calls}\n    {'done(); ' if has_session else ''}return 0;\n}}\n"
    )


def _call(target: str, writers: list[str], has_session: bool) -> str:
    """A call, in which all writers mean the same place; in a session two, and a write between."""
    setups = " ".join(_writers[each].setup for each in writers)
    call = f'      printf("%d ", CALL({_given}, 5));\n'
    if has_session:
        call = f"      open_session();\n{call}      between({_given}, 6);\n{call}"
    return (
        f"    {{ int *t = {target}; int *p = decoy; uintptr_t u = (uintptr_t)decoy; int i = 0;\n"
        f"      kept = decoy; held.to = decoy; reset(); {setups}\n{call}"
        '      printf("%d %d %d %d\\n", x.mode, x.in.mode, x.list[2], y.mode); }'
    )
