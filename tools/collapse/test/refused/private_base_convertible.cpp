// SPDX-License-Identifier: BSD-2-Clause
// The program asks whether the class converts to its private base.
// RUN: %refused --class Derived %s
#include <cstdio>
#include <type_traits>

struct Base {
    int value = 1;
};

class Derived : Base {
public:
    int get() const { return value; }
};

int main() {
    // CHECK: error[C0307]: `is_convertible_v` will have another value for a class of the hierarchy
    // CHECK-NEXT: --> {{.*}}private_base_convertible.cpp:[[#@LINE+1]]:27
    bool const converts = std::is_convertible_v<Derived*, Base*>;
    std::printf("%d %d\n", converts, Derived().get());
}
