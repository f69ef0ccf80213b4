// SPDX-License-Identifier: BSD-2-Clause
// What a function without a body hands back may lead to what it gets, `const` or not, and to what
// such functions got before.
// RUN: %same_output %s
// SPEC: closed program;
// SPEC: entry found(struct text *s, int c) as found_known;
// SPEC: static s->m[0] = 97;
// SPEC: entry ended(struct text *s) as ended_known;
// SPEC: static s->m[2] = 97;
// SPEC: entry of_thread(struct mode *s) as of_thread_known;
// SPEC: static s->mode = 1;
// SPEC: entry searched(struct table *t, int key) as searched_known;
// SPEC: static t->cells[0] = 1;
// PRINTS: 97097 97122
// PRINTS: 97122
// PRINTS: 107
// PRINTS: 101 109
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char m[8];
    char* e;
};
struct mode {
    int mode;
};
struct table {
    int cells[3];
};

static pthread_key_t key_of_thread;

int found(struct text* s, int c) {
    int a = s->m[0];
    char* p = strchr(s->m, c);
    if (p) *p = 'z';
    return a * 1000 + s->m[0];
}

int ended(struct text* s) {
    int a = s->m[2];
    char* e;
    strtol(s->m, &e, 10);
    *e = 'z';
    return a * 1000 + s->m[2];
}

int of_thread(struct mode* s) {
    int a = s->mode;
    *(int*)pthread_getspecific(key_of_thread) = 7;
    return a * 100 + s->mode;
}

static int compare(void const* one, void const* two) {
    return *(int const*)one - *(int const*)two;
}

int searched(struct table* t, int key) {
    int a = t->cells[0];
    int* p = bsearch(&key, t->cells, 3, sizeof *t->cells, compare);
    if (p) *p = 9;
    return a * 100 + t->cells[0];
}

int found_known(struct text* s, int c);
int ended_known(struct text* s);
int of_thread_known(struct mode* s);
int searched_known(struct table* t, int key);

int main(void) {
    struct text text = {"abc", 0};
    printf("%d ", found_known(&text, 'b'));
    printf("%d\n", found_known(&text, 'a'));
    strcpy(text.m, "12abc");
    printf("%d\n", ended_known(&text));
    struct mode mode = {1};
    pthread_key_create(&key_of_thread, 0);
    pthread_setspecific(key_of_thread, &mode.mode);
    printf("%d\n", of_thread_known(&mode));
    struct table table = {{1, 2, 3}};
    printf("%d ", searched_known(&table, 3));
    table.cells[2] = 3;
    printf("%d\n", searched_known(&table, 1));
    return 0;
}
