// SPDX-License-Identifier: BSD-2-Clause
// The program asks whether base and class are the same type.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <type_traits>

struct Base {
    int value = 1;
};

struct Derived : Base {
    int more = 2;
};

template<class Left, class Right>
int compare() {
    // CHECK: error[C0317]: `is_same_v` is used for the base `Base`, which will be another name of
    // CHECK-NEXT: --> {{.*}}same_type_trait.cpp:[[#@LINE+1]]:12
    return std::is_same_v<Left, Right> ? 1 : 2;
}

int main() {
    std::printf("%d %d\n", compare<Base, Derived>(), Derived().more);
}
