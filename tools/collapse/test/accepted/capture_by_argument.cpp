// SPDX-License-Identifier: BSD-2-Clause
// Argument texts move into the place of base initialisers; their names keep the meaning that they
// have in the class's own constructor.
// RUN: %same_output --class Child %s
#include <cstdio>

int offset = 1;

struct Parent {
    explicit Parent(int place) : place(place + offset), copy(this->place) {}
    int place;
    int copy;
    static constexpr int base_offset = 5;
};

struct Child : Parent {
    explicit Child(int offset) : Parent(offset * 10 + ::offset), own(offset) {}
    int own;
};

int main() {
    Child child(3);
    std::printf("%d %d %d\n", child.place, child.copy, child.own);
}

// PRINTS: 32 32 3
