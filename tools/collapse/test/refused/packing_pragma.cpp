// SPDX-License-Identifier: BSD-2-Clause
// A base is laid out under `#pragma pack`, the class is not.
// RUN: %refused --class Derived %s
#include <cstdio>

#pragma pack(push, 1)
// CHECK: error[C0207]: `Base` and `Derived` are packed differently
// CHECK-NEXT: --> {{.*}}packing_pragma.cpp:[[#@LINE+1]]:8
struct Base {
    char kind = 'k';
    int length = 5;
};
#pragma pack(pop)

struct Derived : Base {
    int value = 6;
};

int main() {
    std::printf("%d\n", Derived().length);
}
