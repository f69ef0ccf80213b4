// SPDX-License-Identifier: BSD-2-Clause
// Pointers are moved, compared, made integers and found from their members.
// RUN: %same_output %s
// SPEC: entry walk(struct link *l, int n) as walk_known;
// SPEC: static l->id = 7, l->text[2] = 'c', l->owner->size = 3;
// PRINTS: 33745 14 cbcde
// PRINTS: 33803 46 accde
// PRINTS: 33753 16 abcde
// PRINTS: 33805 46 abcce
// PRINTS: 33770 18 abcdc
// PRINTS: 34695
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct owner {
    long size;
    struct {
        int a, b;
    } member;
};
struct link {
    int id;
    char text[6];
    struct owner* owner;
    struct link* self;
};
#define container_of(p, type, member) ((type*)((char*)(p) - offsetof(type, member)))

static int sum_of(int* b) {
    return *b + (int)container_of(b, struct owner, member.b)->size + b[-1];
}

int walk(struct link* l, int n) {
    char* p = l->text + 2;
    int r = *p + p[-1] + *(p - 2);
    r += l->self == l ? 100 : 200;
    r += (char*)l->self < p ? 1000 : 2000;
    r += sum_of(&l->owner->member.b);
    uintptr_t bits = (uintptr_t)l;
    r += (bits & 3) == 0 ? 5 : 6;
    struct link* again = (struct link*)((bits | 1) & ~(uintptr_t)1);
    again->id += 3;
    r = r * 3 + l->id;
    int* at = (int*)(bits + offsetof(struct link, id));
    *at += n;
    r = r * 3 + l->self->id;
    char* end = (char*)l + sizeof *l;
    r += (int)(end - p);
    for (char* q = l->text + 6; q-- > l->text;)
        if (*q == 'c') {
            r += (int)(q - l->text) * 10000;
            break;
        }
    r += p > end || p == 0 || (void*)l->owner == (void*)l ? 1 : 2;
    p[n] = 'c';
    r += l->text[2] == 'c' ? 1 : 7;
    struct link local = {.id = 1}, *two[2] = {&local, l};
    two[n & 1]->id = 40;
    r += local.id + l->id * 2;
    r += &local.text[n] == &l->text[n] ? 1 : 0;
    uintptr_t x = (uintptr_t)two[0] ^ (uintptr_t)two[1];
    ((struct link*)(x ^ (uintptr_t)two[0]))->id += 6;
    return r + l->id;
}

int walk_known(struct link* l, int n);

int main(void) {
    for (int n = -2; n < 3; ++n) {
        struct owner owner = {n == 2 ? 4 : 3, {50, 60}};
        struct link l = {7, "abcde", &owner, &l};
        printf("%d ", walk_known(&l, n));
        printf("%d %s\n", l.id, l.text);
    }
    struct owner owner = {3, {50, 60}};
    struct link both[2] = {{1, "", 0, 0}, {7, "abcde", &owner, &both[0]}};
    printf("%d\n", walk_known(&both[1], 1));
}
