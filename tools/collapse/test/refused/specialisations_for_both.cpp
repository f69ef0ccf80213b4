// SPDX-License-Identifier: BSD-2-Clause
// A template is specialised for base and class: the two would be one.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

template<class Kind>
// CHECK: error[C0317]: two instances of the template `number` will be one, with one address and one
// CHECK-NEXT: --> {{.*}}specialisations_for_both.cpp:[[#@LINE+1]]:5
int number();
template<>
int number<Base>() {
    return 1;
}
template<>
int number<Derived>() {
    return 2;
}

int main() {
    std::printf("%d %d\n", number<Base>(), number<Derived>());
}
