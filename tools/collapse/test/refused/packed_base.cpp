// SPDX-License-Identifier: BSD-2-Clause
// A base is packed, the class is not.
// RUN: %refused --class Derived %s
#include <cstdio>

struct [[gnu::packed]] Base {
    char kind = 'k';
    int length = 5;
};

// CHECK: error[C0{{[0-9]+}}]: {{.*}}
// CHECK: packed_base.cpp:
struct Derived : Base {
    char last = 'l';
    int value = 6;
};

int main() {
    std::printf("%d\n", Derived().length);
}
