// SPDX-License-Identifier: BSD-2-Clause
// A base is packed, the class is not.
// RUN: %refused --class Derived %s
#include <cstdio>

// CHECK: error[C0207]: `Base` and `Derived` are packed differently
// CHECK-NEXT: --> {{.*}}packed_base.cpp:[[#@LINE+1]]:24
struct [[gnu::packed]] Base {
    char kind = 'k';
    int length = 5;
};

struct Derived : Base {
    char last = 'l';
    int value = 6;
};

int main() {
    std::printf("%d\n", Derived().length);
}
