// SPDX-License-Identifier: BSD-2-Clause
// The program asks whether the class is a base of its base.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <type_traits>

struct Base {
    int value = 1;
};

struct Derived : Base {
    int more = 2;
};

int main() {
    // CHECK: error[C0307]: `is_base_of_v` will have another value for a class of the hierarchy
    // CHECK-NEXT: --> {{.*}}base_of_trait.cpp:[[#@LINE+1]]:27
    bool const reversed = std::is_base_of_v<Derived, Base>;
    std::printf("%d %d\n", reversed, Derived().more);
}
