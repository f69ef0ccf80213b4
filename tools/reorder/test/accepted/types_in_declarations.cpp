// SPDX-License-Identifier: BSD-2-Clause
// Types that members define stay where they are, those without names get one.
// RUN: %same_output --class Object %s
#include <cstdio>

struct Object {
    enum { idle, busy } state = busy;
    int before[busy + 1] = {1, 2};
    struct Inner {
        int x;
    } inner = {3}, *pointer = nullptr;
    int function(Inner given = {4}) const { return given.x; }
    struct {
        int u, v;
    } pair = {5, 6}, other = {7, 8};
    union {
        char c;
        int i;
    } either = {'e'};
};

int main() {
    Object object;
    object.pointer = &object.inner;
    std::printf("%d %d %d %d %d %d %c\n", object.state, object.before[1], object.pointer->x,
                object.function(), object.pair.v, object.other.u, object.either.c);
}

// PRINTS: 1 2 3 4 6 7 e
