// SPDX-License-Identifier: BSD-2-Clause
// A base without a destructor of its own stands between two that have bodies.
// RUN: %same_output --class Target %s
#include <cstdio>

struct Mixin {
    ~Mixin() { std::puts("-mixin"); }
};

struct Link : Mixin {
    int link = 1;
};

struct Base : virtual Link {
    ~Base() { std::puts("-base"); }
};

struct Target : Base {
    ~Target() { std::printf("-target %d\n", link); }
};

int main() {
    Target target;
}

// PRINTS: -target 1
// PRINTS: -base
// PRINTS: -mixin
