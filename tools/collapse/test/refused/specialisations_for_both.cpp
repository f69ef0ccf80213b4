// SPDX-License-Identifier: BSD-2-Clause
// A template is specialised for base and class: the two would be one.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

template<class Kind>
int number();
template<>
int number<Base>() {
    return 1;
}
// CHECK: error[C0{{[0-9]+}}]:
// CHECK-NEXT: --> {{.*}}specialisations_for_both.cpp:
template<>
int number<Derived>() {
    return 2;
}

int main() {
    std::printf("%d %d\n", number<Base>(), number<Derived>());
}
