// SPDX-License-Identifier: BSD-2-Clause
// A base is laid out under `#pragma pack`, the class is not.
// RUN: %refused --class Derived %s
#include <cstdio>

#pragma pack(push, 1)
struct Base {
    char kind = 'k';
    int length = 5;
};
#pragma pack(pop)

// CHECK: error[C0{{[0-9]+}}]: {{.*}}
// CHECK: packing_pragma.cpp:
struct Derived : Base {
    int value = 6;
};

int main() {
    std::printf("%d\n", Derived().length);
}
