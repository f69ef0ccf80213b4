// SPDX-License-Identifier: BSD-2-Clause
// Functions that are overloaded for other types beside the interface. If one of them cannot be
// cloned, none is: the clones of the others would take its calls.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["Serial"], "clones": true}
// CLONE: show(Serial&, int)
// CLONE: show(Serial&, long)
// CLONE: show(Serial&, double)
// KEPT: count, it has a static variable
// DIRECT: show(Serial&, int)
// DIRECT: show(Serial&, long)
// DIRECT: show(Serial&, double)
#include <cstdio>

struct Console {
    virtual void write(int number) = 0;
};
struct Serial : Console {
    void write(int number) override { std::printf("%d\n", number); }
};

void show(Console& console, int number) {
    console.write(number);
}
void show(Console& console, long number) {
    console.write(100 + static_cast<int>(number));
}
void show(Console& console, double) {
    console.write(1000);
}
void show(int number, int other) {
    std::printf("%d %d\n", number, other);
}

void count(Console& console, int) {
    static int counter = 0;
    console.write(++counter);
}
void count(Console& console, long) {
    console.write(-1);
}

int main() {
    Serial serial;
    show(serial, 1);
    show(serial, 2L);
    show(serial, 2.5);
    show(3, 4);
    count(serial, 1);
    count(serial, 1);
    count(serial, 1L);
}
// PRINTS: 1
// PRINTS: 102
// PRINTS: 1000
// PRINTS: 3 4
// PRINTS: 1
// PRINTS: 2
// PRINTS: -1
